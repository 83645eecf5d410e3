import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whoever waits for an answer hears that its credential has ended, whichever way: the channel `credential_ended` has its id. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE FUNCTION tell_ended_credential() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('credential_ended', OLD.id::text);
      RETURN NULL;
    END $$`

  // What is noted at each use of a credential touches none of these columns.
  yield* sql`CREATE TRIGGER ended AFTER UPDATE OF revoked_at, disabled_at ON api_keys FOR EACH ROW
    WHEN (NEW.revoked_at IS NOT NULL OR NEW.disabled_at IS NOT NULL) EXECUTE FUNCTION tell_ended_credential()`
  yield* sql`CREATE TRIGGER ended AFTER UPDATE OF blocked_at ON devices FOR EACH ROW
    WHEN (NEW.blocked_at IS NOT NULL) EXECUTE FUNCTION tell_ended_credential()`

  // An account takes its keys, sessions and connections with it.
  yield* sql`CREATE TRIGGER gone AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION tell_ended_credential()`
  yield* sql`CREATE TRIGGER gone AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_ended_credential()`
  yield* sql`CREATE TRIGGER gone AFTER DELETE ON connections FOR EACH ROW EXECUTE FUNCTION tell_ended_credential()`
})
