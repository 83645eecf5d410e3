/** The start of `pdf-to-markdown mcp`, in plain JavaScript: what Node compiled before is found again. */
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { own } from "./ownFolder.js"

enableCompileCache(join(own(), "code"))
await import("./mcp.ts")
