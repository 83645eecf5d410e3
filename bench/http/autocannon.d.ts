/** What the benchmarks use of autocannon, which brings no types. */
declare module "autocannon" {
  interface Request {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
  }
  interface Options {
    readonly url: string
    readonly connections: number
    readonly duration: number
    readonly setupClient: (client: { readonly setRequests: (requests: ReadonlyArray<Request>) => void }) => void
  }
  interface Result {
    readonly non2xx: number
    readonly errors: number
    readonly duration: number
    readonly requests: { readonly total: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
