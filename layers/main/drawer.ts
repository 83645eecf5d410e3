/**
 * The program of a drawing child: pages become pictures. The only child that may load native code, for its canvas; it may
 * read itself and its spool folder, and nothing else.
 */
import { readFile } from "node:fs/promises"
import { collect, confine, keep, say, serve } from "../converter/Confined.ts"
import type { Answer, Request } from "../converter/Wire.ts"
import type { Drawable } from "../pdf/Picture.ts"

confine()

const { awaitFonts, open } = await import("../pdf/Picture.ts")
awaitFonts()

type DrawRequest = Extract<Request, { _tag: "Draw" }>
type CutRequest = Extract<Request, { _tag: "CutOut" }>

/** The document last drawn from: its next page does not have it read again. */
let current: { readonly document: number; readonly drawable: Drawable } | null = null

const drawableOf = async ({ document, path, password }: DrawRequest | CutRequest): Promise<Drawable> => {
  if (current?.document === document) return current.drawable
  const before = current
  current = null
  await before?.drawable.close().catch(console.error)
  const drawable = await open(new Uint8Array(await readFile(path)), password)
  current = { document, drawable }
  return drawable
}

const draw = async (request: DrawRequest): Promise<Answer> => {
  try {
    const drawable = await drawableOf(request)
    return { _tag: "Drawn", ...(await drawable.page(request.page)) }
  } catch (error) {
    console.error(error)
    return { _tag: "Failed", code: "conversion_failed", message: "The page could not be drawn" }
  }
}

const cut = async (request: CutRequest): Promise<Answer> => {
  try {
    const drawable = await drawableOf(request)
    const own = request.isPicture ? await drawable.original(request.page, request.bbox, request.path) : null
    return { _tag: "Cut", ...(own ?? (await drawable.part(request.page, request.bbox, request.isPicture))) }
  } catch (error) {
    console.error(error)
    return { _tag: "Failed", code: "conversion_failed", message: "The figure could not be drawn" }
  }
}

const hear = async (request: Request) => {
  if (request._tag !== "Draw" && request._tag !== "CutOut") return
  const answer = request._tag === "Draw" ? await draw(request) : await cut(request)
  collect()
  say(answer)
}

keep(process.env)
serve(hear)
