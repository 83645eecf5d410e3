/** Which methods each path takes. */
import { HttpMethod } from "effect/http"
import { Api } from "../../schema/Api.ts"
import * as Documentation from "./docs/Documentation.ts"
import * as WebPage from "./WebPage.ts"

/** Pages that are served beside the typed routes. */
const pages = [...Documentation.patterns, ...WebPage.patterns].map((pattern) => ({ pattern, methods: ["GET"] }))

const endpoints = Object.values(Api.groups).flatMap(({ endpoints }) => Object.values(endpoints))

const described = Object.entries(Object.groupBy(endpoints, ({ path }) => path)).map(([path, some = []]) => ({
  path,
  methods: some.map(({ method }) => method)
}))

const isTemplate = ({ path }: { readonly path: string }) => path.includes(":")

/** `HEAD` is answered where `GET` is. */
const withHead = (methods: ReadonlyArray<string>) =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))

/** Paths without a place for an id. */
const names = new Map(described.filter((one) => !isTemplate(one)).map(({ path, methods }) => [path, withHead(methods)]))

const patterns = described
  .filter(isTemplate)
  .map(({ path, methods }) => ({ pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`), methods }))
  .concat(pages)

/** The methods that a path takes; none where there is nothing. A name is never the id that stands in its place elsewhere. */
export const methodsAt = (path: string): ReadonlyArray<string> =>
  names.get(path) ?? withHead(patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))

/** Methods that the router knows; what it does not know is refused for it. */
const routed: ReadonlySet<string> = HttpMethod.all

/** Whether a name is asked in another way than it takes: `GET /api/v2/jobs/batch` asks for no job of that id. */
export const isMisused = (path: string, method: string): boolean =>
  names.get(path)?.includes(method) === false || !routed.has(method)
