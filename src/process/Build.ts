import { Context } from "effect"

/** What runs here. */
export class Build extends Context.Service<
  Build,
  {
    readonly version: string
    /** The commit that it was built from; null where nothing tells. */
    readonly commit: string | null
  }
>()("svc/process/Build") {}
