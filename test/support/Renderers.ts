/** What readers of our Markdown make of it: four libraries with HTML on, and everything in their HTML that is not ours. */
import { HtmlRenderer, Parser } from "commonmark"
import MarkdownIt from "markdown-it"
import { marked } from "marked"
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5"

const markdownIt = new MarkdownIt({ html: true })
// its own guard against schemes stands in front of what we want to see
markdownIt.validateLink = () => true

const extensions = [gfm()]
const htmlExtensions = [gfmHtml()]

export const renderers: Readonly<Record<string, (markdown: string) => string>> = {
  marked: (markdown) => marked.parse(markdown, { async: false }),
  "markdown-it": (markdown) => markdownIt.render(markdown),
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions,
      htmlExtensions
    }),
  commonmark: (markdown) => new HtmlRenderer({ safe: false }).render(new Parser().parse(markdown))
}

const elements = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li em strong s del code pre a sup sub table thead tbody tr th td hr img section input br".split(
    " "
  )
)
const attributes: Readonly<Record<string, RegExp>> = {
  "a href": /^(?:https?:\/\/|mailto:|tel:|#)/i,
  // notes, and tables of renderers
  "a id": /^user-content-fnref-[\w-]+$/,
  "a data-footnote-ref": /^$/,
  "a data-footnote-backref": /^$/,
  "a aria-describedby": /^footnote-label$/,
  "a aria-label": /^Back to reference [\w-]+$/,
  "a class": /^data-footnote-backref$/,
  "section data-footnotes": /^$/,
  "section class": /^footnotes$/,
  "h2 id": /^footnote-label$/,
  "h2 class": /^sr-only$/,
  "li id": /^user-content-fn-[\w-]+$/,
  // boxes to tick
  "input type": /^checkbox$/,
  "input disabled": /^$/,
  "input checked": /^$/,
  "ol start": /^\d{1,9}$/,
  "td align": /^(?:left|right|center)$/,
  "th align": /^(?:left|right|center)$/,
  "td colspan": /^\d{1,5}$/,
  "th colspan": /^\d{1,5}$/,
  "td rowspan": /^\d{1,5}$/,
  "th rowspan": /^\d{1,5}$/,
  "img src": /^$/,
  "img alt": /^/
}

/** The text of a page, and what in it we never write: elements, attributes, schemes. */
export const page = (html: string): { readonly text: string; readonly foreign: ReadonlyArray<string> } => {
  const foreign: Array<string> = []
  let text = ""
  const walk = (nodes: ReadonlyArray<DefaultTreeAdapterTypes.ChildNode>): void => {
    for (const node of nodes) {
      if (node.nodeName === "#text") text += (node as DefaultTreeAdapterTypes.TextNode).value
      else if (node.nodeName === "#comment") {
        const { data } = node as DefaultTreeAdapterTypes.CommentNode
        if (!/^ page \d+ $/.test(data)) foreign.push(`<!--${data}-->`)
      } else {
        const element = node as DefaultTreeAdapterTypes.Element
        if (!elements.has(element.tagName)) foreign.push(`<${element.tagName}>`)
        for (const { name, value } of element.attrs)
          if (!attributes[`${element.tagName} ${name}`]?.test(value))
            foreign.push(`<${element.tagName} ${name}="${value}">`)
        walk(element.childNodes)
      }
    }
  }
  walk(parseFragment(html).childNodes)
  return { text, foreign }
}

/** Everything foreign that any of them finds, with its name. */
export const foreignIn = (markdown: string): ReadonlyArray<string> =>
  Object.entries(renderers).flatMap(([name, render]) =>
    page(render(markdown)).foreign.map((found) => `${name}: ${found}`)
  )
