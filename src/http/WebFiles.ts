import { Context, type Effect } from "effect"

/** A file of the page as it is sent. */
export interface WebFile {
  readonly type: string
  /** Of the content. */
  readonly etag: string
  readonly bytes: Uint8Array
  /** The same compressed; null where that gains nothing. */
  readonly gzip: Uint8Array | null
  /** Its name changes when its content does. */
  readonly isImmutable: boolean
}

/** The page's files as they were bundled: `index.html` and what it loads. */
export class WebFiles extends Context.Service<
  WebFiles,
  {
    /** The file of this name, or null. */
    readonly find: (name: string) => Effect.Effect<WebFile | null>
  }
>()("svc/http/WebFiles") {}
