import { assert, it } from "@effect/vitest"
import { isUntidy, literally } from "../../src/requests/Target.ts"

it("A segment that a router would misread stands for itself, and its query and the others are as they were", () => {
  for (const [sent, read] of [
    ["/jobs/%ff/pages?tag=%ff", "/jobs/%25ff/pages?tag=%ff"],
    ["/jobs/%61", "/jobs/%2561"],
    ["/jobs/a;b#c", "/jobs/a%3Bb%23c"],
    ["/jobs/%2Fa%20b?x=1?y=2", "/jobs/%2Fa%20b?x=1?y=2"],
    ["/jobs/%e2%82%ac", "/jobs/%e2%82%ac"],
    ["/", "/"]
  ] as const)
    assert.strictEqual(literally(sent), read)
})

it("An empty segment, a slash at the end and what is no path name nothing", () => {
  for (const path of ["//", "/a/", "/a//b", "*", "a"]) assert.isTrue(isUntidy(path), path)
  for (const path of ["/", "/a", "/a/%2F"]) assert.isFalse(isUntidy(path), path)
})
