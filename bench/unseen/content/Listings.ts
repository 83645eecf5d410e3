/** Programs, commands and configuration in the manner of several languages, with invented names. */
import type { Random } from "../Random.ts"
import type { Words } from "./Words.ts"

const name = (words: Words) =>
  words
    .word()
    .normalize("NFD")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase() || "item"

type Make = (random: Random, words: Words) => ReadonlyArray<string>

const python: Make = (random, words) => {
  const [made, given, kept] = [name(words), name(words), name(words)]
  return [
    `import ${name(words)}`,
    "",
    `def ${made}(${given}, limit=${random.int(1, 99)}):`,
    `    """${words.phrase(3, 6)}."""`,
    `    ${kept} = []`,
    `    for index, value in enumerate(${given}):`,
    `        if value > limit:  # ${words.phrase(2, 4).toLowerCase()}`,
    `            ${kept}.append(value * ${random.int(2, 9)})`,
    `    return ${kept}`
  ]
}

const script: Make = (random, words) => {
  const made = name(words)
  return [
    `const ${made} = async (${name(words)}) => {`,
    `  const answer = await fetch("/${name(words)}/" + ${random.int(1, 99)})`,
    "  if (!answer.ok) {",
    `    throw new Error("${words.phrase(2, 4)}")`,
    "  }",
    "  return answer.json()",
    "}",
    "",
    `export default ${made}`
  ]
}

const shell: Make = (random, words) => [
  `$ sudo apt install ${name(words)} ${name(words)}-${name(words)}`,
  `$ ${name(words)} --${name(words)}=${random.int(1, 99)} -o out/${name(words)}.log`,
  `$ cat /etc/${name(words)}/${name(words)}.conf | grep -v '^#'`
]

const yaml: Make = (random, words) => [
  `${name(words)}:`,
  `  ${name(words)}: ${random.int(1, 9000)}`,
  `  ${name(words)}:`,
  `    - name: ${name(words)}`,
  `      path: /srv/${name(words)}`,
  `    - name: ${name(words)}`,
  `      enabled: ${random.chance(0.5)}`,
  `  # ${words.phrase(3, 5)}`
]

const c: Make = (random, words) => [
  `#include <${name(words)}.h>`,
  "",
  `static int ${name(words)}(struct ${name(words)} *p, size_t n)`,
  "{",
  `    for (size_t i = 0; i < n; i++) {`,
  `        p[i].${name(words)} += ${random.int(2, 64)};`,
  "    }",
  "    return 0;",
  "}"
]

const sql: Make = (random, words) => [
  `SELECT ${name(words)}, count(*) AS ${name(words)}`,
  `FROM ${name(words)} t`,
  `JOIN ${name(words)} u ON u.id = t.${name(words)}_id`,
  `WHERE t.${name(words)} > ${random.int(1, 500)}`,
  `GROUP BY 1 ORDER BY 2 DESC;`
]

const json: Make = (random, words) => [
  "{",
  `  "${name(words)}": "${name(words)}-${random.int(1, 99)}",`,
  `  "${name(words)}": [${random.int(1, 9)}, ${random.int(1, 9)}],`,
  `  "${name(words)}": { "${name(words)}": true }`,
  "}"
]

export const listing: Make = (random, words) => random.pick([python, script, shell, yaml, c, sql, json])(random, words)
