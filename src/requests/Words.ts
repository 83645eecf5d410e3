/** What a schema takes, in words: `a whole number from 1 to 50`. */
import type { Schema, SchemaAST } from "effect"

/**
 * Says in an annotation what a schema takes, where its parts cannot be read aloud. On a check of a pattern,
 * `expected` says what the pattern adds: `without control characters`.
 */
const wordsKey = "inWords"

type Ast = SchemaAST.AST

interface Check {
  readonly annotations?: Readonly<Record<string, unknown>> | undefined
  readonly checks?: ReadonlyArray<Check>
}

const checksOf = (ast: Ast): ReadonlyArray<Check> => {
  const flat = (checks: ReadonlyArray<Check>): ReadonlyArray<Check> =>
    checks.flatMap((check) => (check.checks === undefined ? [check] : flat(check.checks)))
  return flat((ast.checks ?? []) as unknown as ReadonlyArray<Check>)
}

/** The bounds that a schema's checks set, by their names in JSON Schema. */
const bounds = (checks: ReadonlyArray<Check>) => {
  const representations = checks.map(
    ({ annotations }) => annotations?.["representation"] as { readonly id: string; readonly payload: object | null }
  )
  const names = new Set(representations.map((one) => one?.id.split("/").at(-1)))
  const numbers: Partial<Record<"minLength" | "maxLength" | "minimum" | "maximum", number>> = Object.assign(
    {},
    ...representations.map((one) => one?.payload ?? {})
  )
  return {
    ...numbers,
    isWhole: names.has("isInt"),
    isUnique: names.has("isUnique")
  }
}

/** What patterns and filters of ours add. */
const additions = (checks: ReadonlyArray<Check>) =>
  checks.flatMap(({ annotations }) => {
    const id = (annotations?.["representation"] as { readonly id: string } | undefined)?.id
    const said = annotations?.["expected"]
    return typeof said === "string" && (id === undefined || id.endsWith("/isPattern")) ? [` ${said}`] : []
  })

const ofSize = (unit: string, least: number | undefined, most: number | undefined) => {
  if (most !== undefined) return (least ?? 0) > 0 ? ` of ${least} to ${most} ${unit}s` : ` of at most ${most} ${unit}s`
  return least === undefined ? "" : ` of at least ${least} ${unit}${least === 1 ? "" : "s"}`
}

const ofRange = (minimum: number | undefined, maximum: number | undefined) =>
  minimum !== undefined && maximum !== undefined
    ? ` from ${minimum} to ${maximum}`
    : minimum !== undefined
      ? ` of at least ${minimum}`
      : maximum !== undefined
        ? ` of at most ${maximum}`
        : ""

const or = (parts: ReadonlyArray<string>) =>
  parts.length < 2 ? (parts[0] ?? "absent") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`

/** What one schema takes; null counts as absent, and is not told of. */
const phrase = (ast: Ast): string => {
  const checks = checksOf(ast)
  const own = [ast.annotations, ...checks.map(({ annotations }) => annotations)].find((one) => one?.[wordsKey])
  if (own !== undefined) return String(own[wordsKey])
  const { minLength, maxLength, minimum, maximum, isWhole, isUnique } = bounds(checks)
  const added = additions(checks).join("")
  switch (ast._tag) {
    case "String":
      return `a text${ofSize("character", minLength, maxLength)}${added}`
    case "Number":
      return `${isWhole ? "a whole number" : "a number"}${ofRange(minimum, maximum)}${added}`
    case "Boolean":
      return "true or false"
    case "Literal":
      return String(ast.literal)
    case "Arrays": {
      const [item] = ast.rest
      const each = item === undefined ? "" : `, each ${phrase(item)}`
      return `a list${ofSize("item", minLength, maxLength)}${isUnique ? " without repetitions" : ""}${added}${each}`
    }
    case "Objects":
      return "an object"
    case "Union": {
      const members = ast.types.filter(({ _tag }) => _tag !== "Null" && _tag !== "Undefined")
      return members.length > 1 && members.every(({ _tag }) => _tag === "Literal")
        ? `one of ${members.map(phrase).join(", ")}`
        : or([...new Set(members.map(phrase))])
    }
    default:
      return "of another kind"
  }
}

const children = (ast: Ast, name: string): ReadonlyArray<Ast> => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.filter((one) => one.name === name).map(({ type }) => type)
    case "Arrays":
      return [ast.elements[Number(name)] ?? ast.rest[0]].filter((one) => one !== undefined)
    case "Union":
      return ast.types.flatMap((type) => children(type, name))
    default:
      return []
  }
}

/** What the schema takes at a path; undefined where it has none. */
export const wordsAt = ({ ast }: Schema.Top, path: ReadonlyArray<string>): string | undefined => {
  const found = path.reduce<ReadonlyArray<Ast>>((all, name) => all.flatMap((one) => children(one, name)), [ast])
  return found.length === 0 ? undefined : or([...new Set(found.map(phrase))])
}

/** Every path that the schema knows; within lists, those of the item that `path` goes through. */
export const pathsOf = ({ ast }: Schema.Top, path: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const walk = (ast: Ast, before: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
    const [index] = path.slice(before.length)
    switch (ast._tag) {
      case "Objects":
        return ast.propertySignatures.flatMap(({ name, type }) => {
          const at = [...before, String(name)]
          return [at, ...walk(type, at)]
        })
      case "Arrays":
        return ast.rest[0] !== undefined && index !== undefined && before.every((name, at) => name === path[at])
          ? walk(ast.rest[0], [...before, index])
          : []
      case "Union":
        return ast.types.flatMap((type) => walk(type, before))
      default:
        return []
    }
  }
  return walk(ast, [])
}
