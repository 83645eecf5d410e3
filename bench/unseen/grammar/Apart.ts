/** Kinds that were written after the others by somebody who had not read the engine; reported apart. */
import { grammar as agenda } from "./apart/Agenda.ts"
import { grammar as bilingual } from "./apart/Bilingual.ts"
import { grammar as contract } from "./apart/Contract.ts"
import { grammar as labReport } from "./apart/LabReport.ts"
import { grammar as packingList } from "./apart/PackingList.ts"
import { grammar as poster } from "./apart/Poster.ts"
import { grammar as recipes } from "./apart/Recipes.ts"
import { grammar as timetable } from "./apart/Timetable.ts"
import type { Grammar } from "./Grammar.ts"

export const grammars: ReadonlyArray<Grammar> = [
  timetable,
  recipes,
  contract,
  poster,
  bilingual,
  agenda,
  labReport,
  packingList
]
