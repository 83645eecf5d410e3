import { grammars as apart } from "./Apart.ts"
import { grammar as datasheet } from "./Datasheet.ts"
import { grammar as exam } from "./Exam.ts"
import { grammar as form } from "./Form.ts"
import type { Grammar } from "./Grammar.ts"
import { grammar as guide } from "./Guide.ts"
import { grammar as handbook } from "./Handbook.ts"
import { grammar as invoice } from "./Invoice.ts"
import { grammar as letter } from "./Letter.ts"
import { grammar as minutes } from "./Minutes.ts"
import { grammar as newsletter } from "./Newsletter.ts"
import { grammars as noTables } from "./NoTables.ts"
import { grammars as tables } from "./OneTable.ts"
import { grammar as paper } from "./Paper.ts"
import { grammar as priceList } from "./PriceList.ts"
import { grammar as report } from "./Report.ts"
import { grammar as resume } from "./Resume.ts"
import { grammar as slides } from "./Slides.ts"
import { grammar as statement } from "./Statement.ts"

const documents: ReadonlyArray<Grammar> = [
  report,
  paper,
  letter,
  invoice,
  statement,
  form,
  slides,
  handbook,
  priceList,
  datasheet,
  resume,
  minutes,
  exam,
  newsletter,
  guide
]

/** Sets of grammars that have a name of their own. */
const sets: Readonly<Record<string, ReadonlyArray<Grammar>>> = {
  tables,
  "no-tables": noTables,
  apart
}

export const kindsKnown: ReadonlyArray<string> = [
  ...[...documents, ...apart].map(({ kind }) => kind),
  ...Object.keys(sets)
]

/** The grammars of the kinds and sets that are named, parted by commas; all kinds where none is. */
export const grammarsOf = (named: string | undefined): ReadonlyArray<Grammar> =>
  named === undefined
    ? documents
    : named.split(",").flatMap((name) => sets[name] ?? [...documents, ...apart].filter(({ kind }) => kind === name))
