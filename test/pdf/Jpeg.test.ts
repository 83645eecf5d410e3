import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { createCanvas } from "@napi-rs/canvas"
import { jpegAt, offsetsOf, shapeOf } from "../../layers/pdf/Jpeg.ts"

const jpeg = new Uint8Array(createCanvas(30, 20).encodeSync("jpeg"))

const object = (number: number, dictionary: string, bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from("\nendstream endobj\n")
  ])

/** The JPEG of an object of a file, as it is found there. */
const found = async (number: number, ...objects: ReadonlyArray<Buffer>): Promise<Uint8Array | null> => {
  const folder = mkdtempSync(join(tmpdir(), "jpeg-"))
  const path = join(folder, "a.pdf")
  writeFileSync(path, Buffer.concat([Buffer.from("%PDF-1.7\n"), ...objects]))
  const file = await open(path)
  try {
    const offset = (await offsetsOf(file, new Set([number]))).get(number)
    return offset === undefined ? null : await jpegAt(file, offset)
  } finally {
    await file.close()
    rmSync(folder, { recursive: true })
  }
}

describe("A picture's own JPEG", () => {
  it("comes byte for byte, and is as large as it says", async () => {
    const own = await found(12, object(2, "/Filter/FlateDecode", jpeg), object(12, "/Filter /DCTDecode", jpeg))
    assert.deepStrictEqual(own, jpeg)
    assert.deepStrictEqual(shapeOf(jpeg), { width: 30, height: 20, components: 3 })
  })

  it("is the last one of its number", async () => {
    const later = new Uint8Array(createCanvas(7, 5).encodeSync("jpeg"))
    const own = await found(3, object(3, "/Filter/DCTDecode", jpeg), object(3, "/Filter/DCTDecode", later))
    assert.deepStrictEqual(own, later)
  })

  for (const [name, dictionary, bytes] of [
    ["masked", "/Filter/DCTDecode/SMask 4 0 R", jpeg],
    ["inverted", "/Filter/DCTDecode/Decode[1 0 1 0 1 0]", jpeg],
    ["packed once more", "/Filter[/FlateDecode/DCTDecode]", jpeg],
    ["no JPEG", "/Filter/DCTDecode", new Uint8Array(40)],
    ["cut short", "/Filter/DCTDecode", jpeg.subarray(0, jpeg.length - 40)]
  ] as const)
    it(`is left where it is ${name}`, async () => assert.isNull(await found(1, object(1, dictionary, bytes))))

  it("has no shape where its bytes are nonsense", () => {
    for (let length = 0; length < jpeg.length; length += 7) shapeOf(jpeg.subarray(0, length))
    assert.isNull(shapeOf(new Uint8Array(500).fill(0xff)))
    assert.isNull(shapeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  })
})
