/** The program of a recognising child: a picture becomes a finished page. Confined like a converter child. */
import { keep } from "../converter/Compiled.ts"
import { collect, confine, say, serve } from "../converter/Confined.ts"
import type { Request } from "../converter/Wire.ts"

confine()

const [{ recognise }, { scan }] = await Promise.all([
  import("../ocr/Tesseract.ts"),
  import("../../src/convert/Convert.ts")
])

const hear = async (request: Request) => {
  if (request._tag !== "Recognise") return
  const { picture, sheet, options } = request
  try {
    await say({ _tag: "Recognised", page: scan(sheet, recognise(picture, options.ocr_languages), options) })
  } catch (error) {
    console.error(error)
    await say({ _tag: "Failed", code: "conversion_failed", message: "The page could not be recognised" })
  } finally {
    collect()
  }
}

keep()
await serve(hear)
