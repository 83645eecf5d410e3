/** The program of a recognising child: a picture becomes a finished page. Confined like a converter child. */
import { packed, valueOf } from "../../src/convert/model/Document.ts"
import type { PageGraphics } from "../../src/convert/ocr/Scan.ts"
import { collect, confine, keep, say, serve } from "../converter/Confined.ts"
import type { Answer, Request } from "../converter/Wire.ts"

confine()

const [{ recognise }, { scan }] = await Promise.all([
  import("../ocr/Tesseract.ts"),
  import("../../src/convert/Convert.ts")
])

/** The same bytes as no `Buffer`, which is what arrives: its `slice` is no copy, so that who took words out of one took them out of the picture. */
const bytesOf = ({ buffer, byteOffset, length }: Uint8Array): Uint8Array => new Uint8Array(buffer, byteOffset, length)

const read = ({ graphics, options, ...picture }: Extract<Request, { _tag: "Recognise" }>): Answer => {
  try {
    const recognised = recognise({ ...picture, pixels: bytesOf(picture.pixels) }, options.ocr_languages)
    const sheet = valueOf(graphics) as PageGraphics
    const { packed: pack, ...page } = packed(scan(sheet, recognised))
    return { _tag: "Recognised", page, packed: pack(), languages: recognised.languages }
  } catch (error) {
    console.error(error)
    return { _tag: "Failed", code: "conversion_failed", message: "The page could not be recognised" }
  }
}

const hear = async (request: Request) => {
  if (request._tag !== "Recognise") return
  const answer = read(request)
  collect()
  say(answer)
}

keep(process.env)
serve(hear)
