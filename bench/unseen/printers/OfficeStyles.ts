/** A style as OpenDocument's styles, and the frame of the file. */
import type { Document } from "../Document.ts"
import type { HeadingStyle, Style } from "../Style.ts"

const spaces = ["office", "style", "text", "table", "fo:xsl-fo-compatible", "svg:svg-compatible", "draw:drawing"]
  .map((name) => {
    const [prefix, last = prefix] = name.split(":")
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${last}:1.0"`
  })
  .join(" ")

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const fonts = (name: string, size: number, more = "") =>
  `<style:text-properties style:font-name="${name}" style:font-name-asian="Noto Sans CJK SC" style:font-name-complex="Noto Sans" fo:font-size="${size}pt" style:font-size-asian="${size}pt" style:font-size-complex="${size}pt" ${more}/>`

const bold = 'fo:font-weight="bold" style:font-weight-asian="bold" style:font-weight-complex="bold"'

const paragraphStyle = (name: string, properties: string, text = "", parent = "Standard") =>
  `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}"><style:paragraph-properties ${properties}/>${text === "" ? "" : text.startsWith("<") ? text : `<style:text-properties ${text}/>`}</style:style>`

const headingStyle = (name: string, one: HeadingStyle, style: Style, more = "") => {
  const decoration = {
    none: "",
    rule: `fo:border-bottom="0.8pt solid ${style.accent}" fo:padding-bottom="0.8mm"`,
    bar: `fo:background-color="${style.accent}" fo:padding="1mm"`,
    "left-bar": `fo:border-left="3pt solid ${style.accent}" fo:padding-left="2mm"`
  }[one.decoration]
  const colour = one.decoration === "bar" ? 'fo:color="#ffffff"' : one.isColoured ? `fo:color="${style.accent}"` : ""
  return paragraphStyle(
    name,
    `fo:margin-top="5mm" fo:margin-bottom="2mm" fo:keep-with-next="always" fo:text-align="${one.isCentred ? "center" : "start"}" fo:hyphenation-ladder-count="no-limit" ${decoration} ${more}`,
    fonts(
      style.heading,
      Math.round(style.size * one.size * 2) / 2,
      `${one.isBold ? bold : 'fo:font-weight="normal"'} ${one.isItalic ? 'fo:font-style="italic"' : ""} ${colour} ${one.caps === "spaced" ? 'fo:letter-spacing="0.06em"' : ""} fo:hyphenate="false"`
    )
  )
}

const paragraphs = (style: Style) => {
  const code = {
    plain: "",
    frame: 'fo:border="0.5pt solid #999999" fo:padding="1.5mm"',
    tint: `fo:background-color="${style.tint}" fo:padding="1mm"`,
    dark: 'fo:background-color="#23272e" fo:padding="1.5mm"'
  }[style.code]
  const gap = style.paragraphs === "skip" ? "2.2mm" : "0mm"
  const stop = style.paper.width - 2 * style.margin.x - (style.columns > 1 ? style.paper.width / 2 : 0)
  const tab = (leader: string) =>
    `<style:tab-stops><style:tab-stop style:position="${stop}mm" style:type="right" ${leader}/></style:tab-stops>`
  const entry = (name: string, leader: string) =>
    `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:margin-bottom="1mm">${tab(leader)}</style:paragraph-properties></style:style>`
  const dots = 'style:leader-style="dotted" style:leader-text="."'
  return [
    paragraphStyle(
      "Body",
      `fo:margin-bottom="${gap}" ${style.paragraphs === "indent" ? 'fo:text-indent="5mm"' : ""} fo:text-align="${style.isJustified ? "justify" : "start"}" fo:orphans="2" fo:widows="2"`,
      style.isHyphenated
        ? 'fo:hyphenate="true" fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"'
        : ""
    ),
    paragraphStyle("Item", 'fo:margin-bottom="0.6mm"'),
    paragraphStyle("LooseItem", 'fo:margin-bottom="2.4mm"'),
    paragraphStyle("Role-lead", 'fo:margin-bottom="3mm"', `fo:font-size="${style.size * 1.2}pt"`),
    paragraphStyle("Role-small", 'fo:margin-bottom="2mm"', `fo:font-size="${style.size * 0.85}pt" fo:color="#444444"`),
    paragraphStyle("Role-continued", 'fo:margin-bottom="2mm"'),
    paragraphStyle(
      "Role-eyebrow",
      'fo:margin-bottom="1mm"',
      `fo:font-size="${style.size * 0.85}pt" fo:color="${style.accent}" fo:letter-spacing="0.04em"`
    ),
    paragraphStyle("Role-center", 'fo:text-align="center"'),
    paragraphStyle("Role-right", 'fo:text-align="end" fo:margin-bottom="1mm"'),
    paragraphStyle("Role-abstract", 'fo:margin-left="6mm" fo:margin-right="6mm" fo:margin-bottom="3mm"'),
    paragraphStyle(
      "Role-byline",
      `fo:text-align="${style.headings[0].isCentred ? "center" : "start"}" fo:margin-bottom="1.5mm"`,
      'fo:color="#444444"'
    ),
    paragraphStyle("Lines", 'fo:margin-bottom="5mm"'),
    paragraphStyle("Lines-right", 'fo:margin-bottom="5mm" fo:text-align="end"'),
    paragraphStyle(
      "Caption",
      'fo:margin-top="1mm" fo:margin-bottom="2mm"',
      `fo:font-size="${style.size * 0.9}pt" fo:font-style="italic"`
    ),
    paragraphStyle(
      "Quote",
      'fo:margin-left="12mm" fo:margin-right="12mm" fo:margin-bottom="3mm"',
      'fo:font-style="italic"'
    ),
    paragraphStyle("BoxTitle", 'fo:margin-bottom="1mm"', `${bold} fo:color="${style.accent}"`),
    paragraphStyle(
      "Code",
      `${code} fo:margin-left="3mm" style:join-border="true"`,
      fonts(
        style.mono,
        style.size * 0.85,
        style.code === "dark" ? 'fo:color="#e6e6e6" fo:hyphenate="false"' : 'fo:hyphenate="false"'
      )
    ),
    paragraphStyle("Note", "", `fo:font-size="${style.size * 0.8}pt"`),
    paragraphStyle("Term", 'fo:keep-with-next="always"', bold),
    paragraphStyle("Meaning", 'fo:margin-left="10mm" fo:margin-bottom="2mm"'),
    paragraphStyle("FieldLabel", "", `fo:font-size="${style.size * 0.72}pt" fo:color="#555555"`),
    paragraphStyle("Rule", 'fo:border-bottom="0.6pt solid #888888" fo:margin-bottom="3mm"'),
    paragraphStyle("PageBreak", 'fo:break-before="page"'),
    entry("Field", dots),
    entry("Entry-dots", dots),
    entry("Entry-line", 'style:leader-style="solid" style:leader-text="_"'),
    entry("Entry-none", ""),
    ...(["left", "right", "center"] as const).flatMap((align) => {
      const aligned = `fo:text-align="${align === "left" ? "start" : align === "right" ? "end" : "center"}"`
      const size = `fo:font-size="${style.size * 0.93}pt" fo:hyphenate="false"`
      return [
        paragraphStyle(`Cell-${align}`, aligned, size),
        paragraphStyle(`BoldCell-${align}`, aligned, `${size} ${bold}`),
        paragraphStyle(`BoldWhiteCell-${align}`, aligned, `${size} ${bold} fo:color="#ffffff"`)
      ]
    })
  ].join("\n")
}

const automaticStyles = (made: ReadonlyMap<string, string>) =>
  [...made]
    .map(([key, name]) => {
      const [family = "", properties = ""] = [key.slice(0, key.indexOf("|")), key.slice(key.indexOf("|") + 1)]
      return family === "list"
        ? `<text:list-style style:name="${name}">${properties}</text:list-style>`
        : `<style:style style:name="${name}" style:family="${family}"><style:${family}-properties ${properties}/></style:style>`
    })
    .join("\n")

export const officeStyles = (
  document: Document,
  style: Style,
  made: ReadonlyMap<string, string>,
  body: string
): string => {
  const { paper, margin } = style
  const isRightToLeft = document.language === "ar" || document.language === "he"
  const number = { none: "", center: "{}", outside: "{}", of: "{} / {}" }[style.pageNumbers]
    .replace("{}", "<text:page-number/>")
    .replace("{}", "<text:page-count/>")
  const face = (name: string) => `<style:font-face style:name="${name}" svg:font-family="'${name}'"/>`
  const headRule = style.headRule ? 'fo:border-bottom="0.5pt solid #888888"' : ""
  const small = `fo:font-size="${style.size * 0.8}pt" fo:color="#555555"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${spaces} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>${escape(document.title)}</dc:title></office:meta>
<office:font-face-decls>${[...new Set([style.body, style.heading, style.mono, "Noto Sans CJK SC", "Noto Sans"])].map(face).join("")}<style:font-face style:name="Symbols" svg:font-family="'DejaVu Sans'"/></office:font-face-decls>
<office:styles>
<style:default-style style:family="paragraph"><style:paragraph-properties style:writing-mode="${isRightToLeft ? "rl-tb" : "lr-tb"}"/>${fonts(style.body, style.size, `fo:language="${document.language}" fo:country="none"`)}</style:default-style>
<style:style style:name="Standard" style:family="paragraph" style:class="text"><style:paragraph-properties fo:line-height="${Math.round(style.leading * 90)}%" style:writing-mode="${isRightToLeft ? "rl-tb" : "lr-tb"}"/></style:style>
<style:style style:name="Bold" style:family="text"><style:text-properties ${bold}/></style:style>
<style:style style:name="Italic" style:family="text"><style:text-properties fo:font-style="italic" style:font-style-complex="italic"/></style:style>
<style:style style:name="Mono" style:family="text"><style:text-properties style:font-name="${style.mono}"/></style:style>
${headingStyle("Title", style.headings[0], style)}${headingStyle("Heading_1", style.headings[1], style)}${headingStyle("Heading_2", style.headings[2], style)}${headingStyle("Heading_3", style.headings[3], style)}${headingStyle("Heading_New", style.headings[1], style, 'fo:break-before="page"')}
${paragraphs(style)}
${paragraphStyle("Head", headRule, small)}${paragraphStyle("Foot", style.pageNumbers === "center" ? 'fo:text-align="center"' : "", small)}
</office:styles>
<office:automatic-styles>
<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="${paper.width}mm" fo:page-height="${paper.height}mm" fo:margin-top="${margin.y * 0.7}mm" fo:margin-bottom="${margin.y * 0.7}mm" fo:margin-left="${margin.x}mm" fo:margin-right="${margin.x}mm"/><style:header-style><style:header-footer-properties fo:margin-bottom="5mm" fo:min-height="6mm"/></style:header-style><style:footer-style><style:header-footer-properties fo:margin-top="4mm" fo:min-height="6mm"/></style:footer-style></style:page-layout>
<style:style style:name="Columns" style:family="section"><style:section-properties text:dont-balance-text-columns="true"><style:columns fo:column-count="${style.columns}" fo:column-gap="7mm"/></style:section-properties></style:style>
<style:style style:name="Frame" style:family="graphic"><style:graphic-properties style:vertical-pos="top" style:vertical-rel="baseline"/></style:style>
${automaticStyles(made)}
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"><style:header><text:p text:style-name="Head">${escape(document.head ?? "")}</text:p></style:header><style:footer><text:p text:style-name="Foot">${escape(document.foot ?? "")} ${number}</text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text>${body}</office:text></office:body></office:document>`
}
