/** Put in by the bundler: where pdf.js's worker and the style sheet of formulas are. */
declare const __WORKER__: string
declare const __FORMULAS_CSS__: string
