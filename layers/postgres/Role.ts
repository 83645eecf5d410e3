import { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { PostgresUnavailable } from "./Unavailable.ts"

/** Who the service is to its own PostgreSQL: the owner of the database, and nothing beyond it. */
export const role = "service"

/** Who made the cluster. Only what is in this file is done in this name. */
export const superuser = "svc"

/**
 * The role, the database and all that is in it as the role's own. Earlier versions worked as the superuser, which may
 * run programs and read files: what they made changes hands here, once.
 */
const handOver = `DO $$
DECLARE it record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
    CREATE ROLE ${role} LOGIN;
  END IF;
  IF (SELECT datdba <> '${role}'::regrole FROM pg_database WHERE datname = current_database()) THEN
    EXECUTE format('ALTER DATABASE %I OWNER TO ${role}', current_database());
  END IF;
  CREATE TEMPORARY VIEW ours AS
    SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema';
  FOR it IN SELECT nspname FROM ours JOIN pg_namespace n USING (oid, nspname) WHERE nspowner = '${superuser}'::regrole LOOP
    EXECUTE format('ALTER SCHEMA %I OWNER TO ${role}', it.nspname);
  END LOOP;
  FOR it IN SELECT c.oid::regclass AS name FROM pg_class c JOIN ours ON ours.oid = relnamespace
    WHERE relowner = '${superuser}'::regrole AND relkind IN ('r', 'p', 'S', 'v', 'm')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND relkind = 'S' AND deptype IN ('a', 'i')) LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO ${role}', it.name);
  END LOOP;
  FOR it IN SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN ours ON ours.oid = pronamespace
    WHERE proowner = '${superuser}'::regrole LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO ${role}', it.name);
  END LOOP;
  FOR it IN SELECT t.oid::regtype AS name FROM pg_type t JOIN ours ON ours.oid = typnamespace
    WHERE typowner = '${superuser}'::regrole AND typtype IN ('e', 'd') LOOP
    EXECUTE format('ALTER TYPE %s OWNER TO ${role}', it.name);
  END LOOP;
  DROP VIEW ours;
END $$`

/** Leaves the database to the role. Done at every start; there is nothing to do but at the first. */
export const establish = Effect.fn("Role.establish")(
  function* (host: string) {
    const connection = yield* PgConnection.make({ host, port: 5432, username: superuser, database: "postgres" })
    yield* connection.query(handOver, [])
  },
  Effect.scoped,
  Effect.mapError(
    (cause) => new PostgresUnavailable({ message: `The role "${role}" cannot be set up: ${cause.message}`, cause })
  )
)
