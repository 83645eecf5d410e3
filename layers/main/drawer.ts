/**
 * The program of a drawing child: pages become pictures. The only child that may load native code, for its canvas; it may
 * read itself and its spool folder, and nothing else.
 */
import { readFile } from "node:fs/promises"
import { keep } from "../converter/Compiled.ts"
import { collect, confine, say, serve } from "../converter/Confined.ts"
import type { Answer, Request } from "../converter/Wire.ts"
import type { Drawable } from "../pdf/Picture.ts"

confine()

const { open } = await import("../pdf/Picture.ts")

type DrawRequest = Extract<Request, { _tag: "Draw" }>

/** The document last drawn from: its next page does not have it read again. */
let current: { readonly document: number; readonly drawable: Drawable } | null = null

const drawableOf = async ({ document, path, password }: DrawRequest): Promise<Drawable> => {
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

const hear = async (request: Request) => {
  if (request._tag !== "Draw") return
  const answer = await draw(request)
  collect()
  say(answer)
}

keep()
serve(hear)
