import { Context } from "effect"

/** Where users find help: `SUPPORT_URL`. */
export class Support extends Context.Service<Support, string>()("svc/accounts/Support") {}
