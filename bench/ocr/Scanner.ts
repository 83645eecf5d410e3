/** Scans made of text pages: a page of a PDF drawn, worn and put into a PDF as a picture. */
import { createCanvas } from "@napi-rs/canvas"
import { open } from "../../layers/pdf/Picture.ts"
import type { Picture } from "../../src/convert/ocr/Recognised.ts"
import { makePdf, type PdfPage } from "../../test/support/Pdf.ts"

export interface Scanner {
  readonly name: string
  readonly dotsPerInch: number
  /** Degrees. */
  readonly skew: number
  /** Standard deviation of the noise, in shades of grey. */
  readonly noise: number
  /** Of JPEG, 1 to 100. */
  readonly quality: number
}

export const scanners: ReadonlyArray<Scanner> = [
  { name: "200 dpi, clean", dotsPerInch: 200, skew: 0, noise: 0, quality: 95 },
  { name: "150 dpi, clean", dotsPerInch: 150, skew: 0, noise: 0, quality: 95 },
  { name: "200 dpi, noise, 1.5° skew, JPEG 60", dotsPerInch: 200, skew: 1.5, noise: 18, quality: 60 }
]

/** Marsaglia's xorshift: the same noise in every run. */
const random = (seed: number) => {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const canvasOf = ({ width, height, pixels }: Picture) => {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext("2d")
  const image = pen.createImageData(width, height)
  for (let i = 0; i < pixels.length; i++)
    image.data.fill(pixels[i] ?? 0, 4 * i, 4 * i + 3).fill(255, 4 * i + 3, 4 * i + 4)
  pen.putImageData(image, 0, 0)
  return canvas
}

const worn = (picture: Picture, { dotsPerInch, skew, noise, quality }: Scanner): PdfPage => {
  const scale = dotsPerInch / 72 / picture.scale
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const pen = canvas.getContext("2d")
  pen.fillStyle = "white"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((-skew * Math.PI) / 180)
  pen.drawImage(canvasOf(picture), -canvas.width / 2, -canvas.height / 2, canvas.width, canvas.height)
  if (noise > 0) {
    const image = pen.getImageData(0, 0, canvas.width, canvas.height)
    const next = random(1)
    for (let i = 0; i < image.data.length; i += 4) {
      // the sum of four evenly spread numbers is near enough to a bell, its deviation 0.577
      const shade = (image.data[i] ?? 0) + ((next() + next() + next() + next() - 2) / 0.577) * noise
      image.data.fill(shade, i, i + 3)
    }
    pen.putImageData(image, 0, 0)
  }
  const [width, height] = [picture.width / picture.scale, picture.height / picture.scale]
  const jpeg = canvas.toBuffer("image/jpeg", quality)
  return { width, height, images: [{ box: [0, 0, width, height], width: canvas.width, height: canvas.height, jpeg }] }
}

/** The first page of a PDF. */
export const drawn = async (pdf: Uint8Array): Promise<Picture> => {
  const drawable = await open(pdf)
  try {
    return await drawable.page(1)
  } finally {
    await drawable.close()
  }
}

/** A PDF of this page as this scanner sees it. */
export const scanned = (picture: Picture, scanner: Scanner): Uint8Array => makePdf({ pages: [worn(picture, scanner)] })
