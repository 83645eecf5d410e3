import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Person } from "../../src/auth/Identity.ts"
import { shown } from "../../src/auth/Names.ts"
import { admit, read } from "../../src/auth/SignIn.ts"

describe("What a browser brings back", () => {
  it("names one sign-in, with one code or one error", () => {
    assert.deepStrictEqual(read("?code=c&state=s&iss=i"), Result.succeed({ state: "s", error: null }))
    assert.deepStrictEqual(read("state=s&error=access_denied"), Result.succeed({ state: "s", error: "access_denied" }))
  })

  it("is refused when it says more or less than that", () => {
    for (const search of [
      "",
      "?state=s",
      "?code=c",
      "?state=&code=c",
      "?state=s&state=t&code=c",
      "?state=s&code=c&code=d",
      "?state=s&code=c&error=e",
      "?state=s&error=e&error=f"
    ]) {
      assert.isTrue(Result.isFailure(read(search)), search)
    }
  })
})

describe("Who may have an account", () => {
  const person: Person = { issuer: "i", subject: "s", email: "a@b.example", emailVerified: true, name: " Ann " }
  const admits = (change: Partial<Person>) => Result.isSuccess(admit({ ...person, ...change }))

  it("is a person with a verified e-mail address", () => {
    assert.deepStrictEqual(admit(person), Result.succeed({ email: "a@b.example", name: "Ann" }))
    assert.isFalse(admits({ emailVerified: false }))
    assert.isFalse(admits({ email: null }))
  })

  it("has an address that mail can be sent to", () => {
    for (const email of ["a@b", "ä@bücher.example", `${"a".repeat(318)}@b`]) assert.isTrue(admits({ email }), email)
    for (const email of ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\u0000", "a@b\u202e", `${"a".repeat(319)}@b`]) {
      assert.isFalse(admits({ email }), email)
    }
  })

  it("has a name that can be shown, or none", () => {
    const nameOf = (name: string | null) => Result.getOrThrow(admit({ ...person, name })).name
    assert.strictEqual(nameOf("A\u0000n\nn"), "Ann")
    assert.strictEqual(nameOf("n".repeat(300))?.length, 200)
    assert.strictEqual(nameOf(`n${"😀".repeat(300)}`)?.length, 199, "half a character was kept")
    assert.isTrue(shown(`n${"😀".repeat(300)}`)?.isWellFormed())
    for (const name of [null, "", "  ", "\u0007"]) assert.isNull(nameOf(name))
  })
})
