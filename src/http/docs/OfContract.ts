/** The files of the documentation that are made from the contract: its reference, its errors, and the search, which finds these too. */
import { errorsArticle, errorsMarkdown } from "./ErrorPages.ts"
import type { File, Library } from "./Library.ts"
import { referenceArticle, referenceMarkdown } from "./reference/Reference.ts"
import { entriesOf } from "./Search.ts"

/** By what stands after `/docs/` in their address. */
export const filesOfContract = ({ pages, bound }: Library): ReadonlyMap<string, File> =>
  new Map<string, File>([
    ["search.json", { type: "json", text: JSON.stringify(entriesOf(pages, [referenceArticle, errorsArticle])) }],
    ["reference", bound(referenceArticle)],
    ["reference.md", { type: "markdown", text: referenceMarkdown }],
    ["errors", bound(errorsArticle)],
    ["errors.md", { type: "markdown", text: errorsMarkdown }]
  ])
