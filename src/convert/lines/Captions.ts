/** What the captions of figures and tables begin with, in the languages of many documents. */
import { type Box, overlap } from "../model/Geometry.ts"
import { type Line, textOf } from "../model/Line.ts"
import { maxLeadingEm, minPair } from "../model/Measures.ts"

const figure =
  "fig(?:ure|ura|uur)?|abb(?:ildung)?|bild|image|photo|plate|chart|graph|scheme|diagram|rys(?:unek)?|obr(?:ázek)?|рис(?:унок)?|図|图|圖|그림|شكل"
const table = "table|tab|tabelle|tableau|tabla|tabela|tabella|tabel|tabulka|табл(?:ица)?|表|표|جدول"
const other = "box|exhibit|source|note|listing|algorithm"

/** A Roman figure stands apart: `pLATEX` is no plate. */
const roman = "[.\\s]\\s*(?:[A-Z][.-])?[ivx]+\\b"

const any = new RegExp(
  `^(?:${figure}|${table}|${other})s?(?:\\.?\\s*(?:[\\dA-Z]{1,2}[.-]|[A-Z]{1,2}(?=\\d))?(?:\\d|#)|${roman})`,
  "iu"
)
const ofFigure = new RegExp(`^(?:${figure})s?(?:\\.?\\s*(?:[A-Z][.-]|[A-Z]{1,2}(?=\\d))?\\d|${roman})`, "iu")
const ofTable = new RegExp(`^(?:${table})(?:\\.?\\s*(?:[A-Z][.-]|[A-Z]{1,2}(?=\\d))?\\d|${roman})`, "iu")

/** An example has a caption, numbered by chapter and with a stop behind the number; else it may be a section's title. */
const example =
  /^(?:examples?|exemple|beispiel|ejemplo|esempio|exemplo|voorbeeld|przykład|příklad|exempel|eksempel|пример|例|예제?)\s*[\dA-Z]{1,2}[.-]\d{1,3}[.:：](?!\d)/iu

/** Whether a text is the caption of something numbered, such as `Figure 3` or `表 4.1`. */
export const isCaption = (text: string): boolean => any.test(text) || example.test(text)

const origin =
  /^(?:source|quelle|fuente|fonte|bron|kilde|källa|źródło|zdroj|источник|出典|出所|资料来源|資料來源|来源|자료)s?\s*[:：]/iu

/** Whether a text says where the figures of a table or a picture come from. */
export const isOrigin = (text: string): boolean => origin.test(text)

/** Whether a text is the caption of a picture. */
export const isFigureCaption = (text: string): boolean => ofFigure.test(text)

/** Whether a text is the caption of a table, not a sentence about one. */
export const isTableCaption = (text: string): boolean => ofTable.test(text) && isTitled(text)

/** After its number a caption has a punctuation mark, begins with a capital or ends with a remark in brackets. A sentence about a picture goes on in small letters. */
const title =
  /^\P{N}*[\dA-Z]{1,3}(?:[.-]\d{1,3})*[a-z]?(?:\s*$|\s*[.:：。|–—-]|\s+["'“‘(]?[\p{Lu}\p{Lo}\p{N}]|\s+\([^()]*\)\s*$)/u

/** Whether a text that begins as a caption does is one, rather than a sentence such as `Figure 3 shows …`. */
export const isTitled = (text: string): boolean => title.test(text)

/** The lines in which captions of tables begin. */
export const captionsIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.filter(({ words }) => isTableCaption(textOf(words)))

/** The caption of a table stands right over it, of a few lines, or right under it. */
export const isCaptioned = (box: Box, captions: ReadonlyArray<Line>): boolean =>
  captions.some(({ box: own, size }) => {
    const gap = Math.max(box.y0 - own.y1, own.y0 - box.y1)
    return gap >= -size / 2 && gap <= minPair * maxLeadingEm * size && overlap(own.x0, own.x1, box.x0, box.x1) > 0
  })
