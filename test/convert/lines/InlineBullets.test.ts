import { assert, describe, it } from "@effect/vitest"
import { column, convert } from "../../support/RawPages.ts"

const list = (text: string) => convert([{ texts: column([text], { x: 50, y: 50 }) }])

describe("bullets", () => {
  it("within a line that begins with one are items of their own", () => {
    assert.strictEqual(list("• red • green • blue"), "- red\n- green\n- blue\n")
    assert.strictEqual(list("red • green • blue"), "red • green • blue\n")
  })

  it("are boxes to tick, whether ticked or not", () =>
    assert.strictEqual(list("☐ red ☒ green ☐ blue"), "- [ ] red\n- [x] green\n- [ ] blue\n"))

  it("are boxes to tick before words of a line, also as squares, which are signs elsewhere", () => {
    assert.strictEqual(list("Heating: □ gas ⊠ wood □oil"), "Heating: [ ] gas [x] wood [ ]oil\n")
    assert.strictEqual(list("Which proves it. □"), "Which proves it. □\n")
    assert.strictEqual(list("The caf□ is a□b"), "The caf□ is a□b\n")
  })

  it("may touch their text", () => assert.strictEqual(list("➢Of things"), "- Of things\n"))
})
