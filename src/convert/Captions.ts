/** What the captions of figures and tables begin with, in the languages of many documents. */

const figure =
  "fig(?:ure|ura|uur)?|abb(?:ildung)?|bild|image|photo|plate|chart|graph|scheme|diagram|rys(?:unek)?|obr(?:ázek)?|рис(?:унок)?|図|图|圖|그림|شكل"
const table = "table|tab|tabelle|tableau|tabla|tabela|tabella|tabel|tabulka|табл(?:ица)?|表|표|جدول"
const other = "box|exhibit|source|note|listing|algorithm"

const any = new RegExp(`^(?:${figure}|${table}|${other})s?\\.?\\s*(?:[\\dA-Z]{1,2}[.-])?(?:\\d|[ivx]+\\b|#)`, "iu")
const ofFigure = new RegExp(`^(?:${figure})s?\\.?\\s*(?:[A-Z][.-])?[\\divx]`, "iu")

/** Whether a text is the caption of something numbered, such as `Figure 3` or `表 4.1`. */
export const isCaption = (text: string): boolean => any.test(text)

/** Whether a text is the caption of a picture. */
export const isFigureCaption = (text: string): boolean => ofFigure.test(text)
