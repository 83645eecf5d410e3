/** Characters of formulas: what each is called in LaTeX, and what it does in a row. */
import type { Alphabet, Role } from "../Tree.ts"

const pairs = (characters: string, names: string): ReadonlyArray<readonly [string, string]> => {
  const all = names.split(" ")
  return [...characters].map((character, i) => [character, `\\${all[i]}`] as const)
}

const greek = pairs(
  "αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφϰΓΔΘΛΞΠΣΥΦΨΩϝ",
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega varepsilon vartheta varpi varrho varsigma varphi varkappa Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega digamma"
)

const letters = pairs(
  "∂∞∇ℓ℘ℑℜℵℶℷℸ∅∀∃∄¬⊤⊥∠∡∢△▽□◊♭♮♯♣♢♡♠ℏℎ∁ð⅁ⅎ★■▲▼◀▶♦✓✠…⋯⋮⋱ıȷ°§¶†‡⋆",
  "partial infty nabla ell wp Im Re aleph beth gimel daleth emptyset forall exists nexists neg top perp angle measuredangle sphericalangle triangle triangledown square lozenge flat natural sharp clubsuit diamondsuit heartsuit spadesuit hbar h complement eth Game Finv bigstar blacksquare blacktriangle blacktriangledown blacktriangleleft blacktriangleright blacklozenge checkmark maltese ldots cdots vdots ddots imath jmath degree S P dagger ddagger star"
)

const binaries = pairs(
  "×÷·⋅∗∙•±∓⊕⊖⊗⊘⊙∘○∩∪⊎⊓⊔∧∨∖≀⊲⊳◁▷⨿⋄∔⋉⋊⋋⋌⋏⋎⊼⊻⊞⊟⊠⊡⊛⊚⊝⋓⋒",
  "times div cdot cdot ast bullet bullet pm mp oplus ominus otimes oslash odot circ bigcirc cap cup uplus sqcap sqcup wedge vee setminus wr lhd rhd triangleleft triangleright amalg diamond dotplus ltimes rtimes leftthreetimes rightthreetimes curlywedge curlyvee barwedge veebar boxplus boxminus boxtimes boxdot circledast circledcirc circleddash Cup Cap"
)

const relations = pairs(
  "≤≥≠≡∼≈≅≃≍∝≐⊂⊃⊆⊇⊏⊐⊑⊒∈∉∋≪≫≺≻⪯⪰⊢⊣⊨⊩⋈⌣⌢∣∤∥∦→←↔⇒⇐⇔↦↪↩⟶⟵⟷⟹⟸⟺⟼↑↓↕⇑⇓⇕↗↘↙↖⇀⇁↼↽⇌⇋↠↞↣↢⇝↝⩽⩾≲≳≦≧≶≷⋚⋛≜≔≕≢⊊⊋⊈⊉≁≄≉≇≰≱≮≯⊀⊁⊄⊅⊬⊭⋅≼≽⊴⊵⋘⋙∴∵≑≒≓≖≗≏≎∽⋍↛↚↮⇏⇍⇎⪅⪆⪇⪈≨≩⊸⊺⋐⋑⇄⇆⇉⇇⇈⇊↾↿⇂⇃↶↷↺↻⇛⇚↰↱⟂⊶⊷⫅⫆⫋⫌⩵",
  "leq geq neq equiv sim approx cong simeq asymp propto doteq subset supset subseteq supseteq sqsubset sqsupset sqsubseteq sqsupseteq in notin ni ll gg prec succ preceq succeq vdash dashv models Vdash bowtie smile frown mid nmid parallel nparallel to gets leftrightarrow Rightarrow Leftarrow Leftrightarrow mapsto hookrightarrow hookleftarrow longrightarrow longleftarrow longleftrightarrow Longrightarrow Longleftarrow Longleftrightarrow longmapsto uparrow downarrow updownarrow Uparrow Downarrow Updownarrow nearrow searrow swarrow nwarrow rightharpoonup rightharpoondown leftharpoonup leftharpoondown rightleftharpoons leftrightharpoons twoheadrightarrow twoheadleftarrow rightarrowtail leftarrowtail rightsquigarrow rightsquigarrow leqslant geqslant lesssim gtrsim leqq geqq lessgtr gtrless lesseqgtr gtreqless triangleq coloneqq eqqcolon not\\equiv subsetneq supsetneq nsubseteq nsupseteq nsim not\\simeq not\\approx ncong nleq ngeq nless ngtr nprec nsucc not\\subset not\\supset nvdash nvDash cdot preccurlyeq succcurlyeq trianglelefteq trianglerighteq lll ggg therefore because Doteq fallingdotseq risingdotseq eqcirc circeq bumpeq Bumpeq backsim backsimeq nrightarrow nleftarrow nleftrightarrow nRightarrow nLeftarrow nLeftrightarrow lessapprox gtrapprox lneq gneq lneqq gneqq multimap intercal Subset Supset rightleftarrows leftrightarrows rightrightarrows leftleftarrows upuparrows downdownarrows upharpoonright upharpoonleft downharpoonright downharpoonleft curvearrowleft curvearrowright circlearrowleft circlearrowright Rrightarrow Lleftarrow Lsh Rsh perp multimap multimap subseteqq supseteqq subsetneqq supsetneqq eqeq"
)

const large = pairs(
  "∑∏∐∫∬∭∮⋃⋂⨄⨆⋁⋀⨁⨂⨀",
  "sum prod coprod int iint iiint oint bigcup bigcap biguplus bigsqcup bigvee bigwedge bigoplus bigotimes bigodot"
)

const delimiters: ReadonlyArray<readonly [string, string, Role]> = [
  ["(", "(", "open"],
  [")", ")", "close"],
  ["[", "[", "open"],
  ["]", "]", "close"],
  ["{", "\\{", "open"],
  ["}", "\\}", "close"],
  ["⟨", "\\langle", "open"],
  ["⟩", "\\rangle", "close"],
  ["〈", "\\langle", "open"],
  ["〉", "\\rangle", "close"],
  ["⌊", "\\lfloor", "open"],
  ["⌋", "\\rfloor", "close"],
  ["⌈", "\\lceil", "open"],
  ["⌉", "\\rceil", "close"],
  ["|", "|", "fence"],
  ["‖", "\\|", "fence"]
]

const plain: ReadonlyArray<readonly [string, string, Role]> = [
  ["+", "+", "binary"],
  ["−", "-", "binary"],
  ["-", "-", "binary"],
  ["∗", "*", "binary"],
  ["*", "*", "binary"],
  ["◦", "\\circ", "binary"],
  ["=", "=", "relation"],
  ["<", "<", "relation"],
  [">", ">", "relation"],
  [":", ":", "relation"],
  ["∶", ":", "relation"],
  ["≔", ":=", "relation"],
  ["/", "/", "letter"],
  ["∕", "/", "letter"],
  ["⁄", "/", "letter"],
  ["\\", "\\backslash", "letter"],
  [",", ",", "mark"],
  [";", ";", "mark"],
  [".", ".", "letter"],
  ["!", "!", "close"],
  ["?", "?", "close"],
  ["′", "'", "mark"],
  ["″", "''", "mark"],
  ["‴", "'''", "mark"],
  ["%", "\\%", "letter"],
  ["$", "\\$", "letter"],
  ["&", "\\&", "letter"],
  ["#", "\\#", "letter"],
  ["_", "\\_", "letter"],
  ["@", "@", "letter"],
  ["'", "'", "mark"],
  ["∆", "\\Delta", "letter"],
  ["Ω", "\\Omega", "letter"],
  ["µ", "\\mu", "letter"],
  ["ħ", "\\hbar", "letter"],
  ["∤", "\\nmid", "relation"],
  ["≨", "\\lneqq", "relation"],
  ["⊂", "\\subset", "relation"]
]

interface Atom {
  readonly latex: string
  readonly role: Role
}

const atoms: ReadonlyMap<string, Atom> = new Map([
  ...[...greek, ...letters].map(([character, latex]) => [character, { latex, role: "letter" }] as const),
  ...binaries.map(([character, latex]) => [character, { latex, role: "binary" }] as const),
  ...relations.map(([character, latex]) => [character, { latex, role: "relation" }] as const),
  ...large.map(([character, latex]) => [character, { latex, role: "large" }] as const),
  ...[...delimiters, ...plain].map(([character, latex, role]) => [character, { latex, role }] as const),
  ["⋅", { latex: "\\cdot", role: "binary" }] as const
])

/** What a character is in a formula; null where none has it. */
export const atom = (character: string): Atom | null => {
  const found = atoms.get(character)
  if (found !== undefined) return found
  if (/^[0-9]$/.test(character)) return { latex: character, role: "digit" }
  if (/^\p{L}$/u.test(character)) return { latex: character, role: "letter" }
  return null
}

/** Names that LaTeX sets upright by themselves. */
export const functions: ReadonlySet<string> = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh".split(
    " "
  )
)

/** Those of them, and others, that have limits under them. */
export const limited = /^(?:lim|lim ?inf|lim ?sup|max|min|sup|inf|det|gcd|Pr|arg ?max|arg ?min|ess ?sup|colim|plim)$/

/** Combining marks, and the accents that stand alone, by the command that sets them over a letter. */
export const accents: Readonly<Record<string, string>> = {
  "\u0300": "grave",
  "\u0301": "acute",
  "\u0302": "hat",
  "\u0303": "tilde",
  "\u0304": "bar",
  "\u0305": "bar",
  "\u0306": "breve",
  "\u0307": "dot",
  "\u0308": "ddot",
  "\u030a": "mathring",
  "\u030c": "check",
  "\u20d7": "vec",
  "\u20d6": "overleftarrow",
  "`": "grave",
  "´": "acute",
  "^": "hat",
  ˆ: "hat",
  "˜": "tilde",
  "~": "tilde",
  "¯": "bar",
  ˉ: "bar",
  "‾": "bar",
  "˘": "breve",
  "˙": "dot",
  "¨": "ddot",
  "˚": "mathring",
  ˇ: "check"
}

/** Unicode's alphabets of mathematical letters: where each begins, and what it is. */
const alphabets: ReadonlyArray<readonly [number, Alphabet]> = [
  [0x1d400, "bold"],
  [0x1d434, "normal"],
  [0x1d468, "boldItalic"],
  [0x1d49c, "script"],
  [0x1d4d0, "script"],
  [0x1d504, "fraktur"],
  [0x1d538, "blackboard"],
  [0x1d56c, "fraktur"],
  [0x1d5a0, "sans"],
  [0x1d5d4, "sans"],
  [0x1d608, "sans"],
  [0x1d63c, "sans"],
  [0x1d670, "mono"]
]
const greekAlphabets: ReadonlyArray<Alphabet> = ["bold", "normal", "boldItalic", "sans", "sans"]
/** Capitals that look like Latin ones are these: fonts draw both with one glyph, and TeX has only these. */
const greekLetters = "ABΓΔEZHΘIKΛMNΞOΠPϴΣTYΦXΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"
const holes: Readonly<Record<string, readonly [string, Alphabet]>> = {
  ℂ: ["C", "blackboard"],
  ℍ: ["H", "blackboard"],
  ℕ: ["N", "blackboard"],
  ℙ: ["P", "blackboard"],
  ℚ: ["Q", "blackboard"],
  ℝ: ["R", "blackboard"],
  ℤ: ["Z", "blackboard"],
  ℬ: ["B", "script"],
  ℰ: ["E", "script"],
  ℱ: ["F", "script"],
  ℋ: ["H", "script"],
  ℐ: ["I", "script"],
  ℒ: ["L", "script"],
  ℳ: ["M", "script"],
  ℛ: ["R", "script"],
  ℯ: ["e", "script"],
  ℊ: ["g", "script"],
  ℴ: ["o", "script"],
  ℭ: ["C", "fraktur"],
  ℌ: ["H", "fraktur"],
  ℨ: ["Z", "fraktur"],
  ℎ: ["h", "normal"]
}

/** A mathematical letter as the letter and its alphabet; null for any other character. */
export const mathLetter = (character: string): readonly [string, Alphabet] | null => {
  const hole = holes[character]
  if (hole !== undefined) return hole
  const code = character.codePointAt(0) ?? 0
  if (code < 0x1d400 || code > 0x1d7ff) return null
  if (code >= 0x1d7ce) {
    const at = code - 0x1d7ce
    return [String(at % 10), (["bold", "blackboard", "sans", "sans", "mono"] as const)[Math.floor(at / 10)] ?? "roman"]
  }
  if (code >= 0x1d6a8) {
    const at = code - 0x1d6a8
    return [[...greekLetters][at % 58] ?? character, greekAlphabets[Math.floor(at / 58)] ?? "normal"]
  }
  if (code === 0x1d6a4) return ["ı", "normal"]
  if (code === 0x1d6a5) return ["ȷ", "normal"]
  const found = alphabets.findLast(([start]) => start <= code)
  if (found === undefined) return null
  const at = code - found[0]
  return at >= 52 ? null : [String.fromCharCode(at < 26 ? 65 + at : 71 + at), found[1]]
}
