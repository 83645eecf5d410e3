import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Config, Effect, Layer, Option } from "effect"
import packageJson from "../package.json" with { type: "json" }
import { Build } from "../src/process/Build.ts"

const root = resolve(import.meta.dirname, "..")

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "")

/** The commit that is checked out here, read from the repository's own files: there may be no git. */
const checkedOut = (): string | null => {
  const git = join(root, ".git")
  const [, ref] = /^ref: (\S+)/.exec(textOf(join(git, "HEAD"))) ?? []
  const told =
    ref === undefined
      ? textOf(join(git, "HEAD"))
      : textOf(join(git, ref)) ||
        (textOf(join(git, "packed-refs"))
          .split("\n")
          .find((line) => line.endsWith(` ${ref}`)) ??
          "")
  return /^[0-9a-f]{40,64}/.exec(told)?.[0] ?? null
}

/** `COMMIT` names the commit where the repository is not shipped with the program. */
export const layer = Layer.effect(
  Build,
  Effect.gen(function* () {
    const named = yield* Config.option(Config.NonEmptyString("COMMIT"))
    return Build.of({ version: packageJson.version, commit: Option.getOrElse(named, checkedOut) })
  })
)
