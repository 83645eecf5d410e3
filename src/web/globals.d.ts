/** Put in by the bundler: where pdf.js's worker and the style sheet of formulas are, and what the API offers. */
declare const __WORKER__: string
declare const __FORMULAS_CSS__: string
declare const __FORMATS__: ReadonlyArray<string>
declare const __CHOICES__: Readonly<Record<string, ReadonlyArray<string>>>
