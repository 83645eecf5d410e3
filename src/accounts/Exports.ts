import { Context, type Stream } from "effect"
import type { AccountId } from "../../schema/Ids.ts"

export class Exports extends Context.Service<
  Exports,
  {
    /** Everything that is stored about the account, as one JSON object in UTF-8. Read as fast as it is taken. */
    readonly of: (accountId: AccountId) => Stream.Stream<Uint8Array>
  }
>()("svc/accounts/Exports") {}
