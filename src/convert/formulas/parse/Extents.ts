/** How far characters reach over and under their baseline, in em: near enough to tell what is over what. */

const low = [0.46, 0.01] as const
const lowHanging = [0.46, 0.21] as const
const high = [0.71, 0.01] as const
const highHanging = [0.71, 0.21] as const
const operator = [0.55, 0.05] as const
const relation = [0.42, -0.08] as const
const fence = [0.75, 0.25] as const
const point = [0.1, 0.02] as const
const comma = [0.1, 0.19] as const
const raised = [0.8, -0.4] as const
const bar = [0.3, -0.2] as const

const classes: ReadonlyArray<readonly [string, readonly [number, number]]> = [
  ["acemnorsuvwxzαεικνοπστυωϖıϵ∝∞∘∙•", low],
  ["gpqyγημχφϱρςϕȷ", lowHanging],
  ["jQβζξψϑ", highHanging],
  ["+×÷±∓∗∪∩∧∨⊕⊗⊖∖~∼≈≃≅⊂⊃⊆⊇∈∋<>≤≥", operator],
  ["=≡→←↔⇒⇐⇔↦", relation],
  ["−-–—¯", bar],
  ["()[]{}|‖⟨⟩⌊⌋⌈⌉/∣∥∫", fence],
  [".…", point],
  [",;", comma],
  ["′″‴'^ˆ˜~˙¨´`˘ˇ°", raised]
]

const extents = new Map(classes.flatMap(([all, extent]) => [...all].map((each) => [each, extent] as const)))

export const extentOf = (character: string): readonly [number, number] => extents.get(character) ?? high
