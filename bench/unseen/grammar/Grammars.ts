import { grammar as form } from "./Form.ts"
import type { Grammar } from "./Grammar.ts"
import { grammar as guide } from "./Guide.ts"
import { grammar as invoice } from "./Invoice.ts"
import { grammar as letter } from "./Letter.ts"
import { grammar as paper } from "./Paper.ts"
import { grammar as priceList } from "./PriceList.ts"
import { grammar as report } from "./Report.ts"
import { grammar as slides } from "./Slides.ts"

export const grammars: ReadonlyArray<Grammar> = [report, paper, letter, invoice, form, slides, priceList, guide]
