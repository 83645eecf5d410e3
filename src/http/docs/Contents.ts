/** The pages in the order in which people need them. `reference` and `errors` are made from the contract, the others stand in `docs/`. */
export const contents = [
  { title: "Start", pages: ["quick-start", "examples", "jobs", "results", "options"] },
  { title: "Connect", pages: ["uploads", "webhooks", "mcp", "devices", "accounts", "command-line"] },
  { title: "Look up", pages: ["reference", "errors", "limits"] },
  {
    title: "Run it yourself",
    pages: ["self-hosting", "configuration", "operating", "scaling", "billing", "scans", "security"]
  }
] as const

/** Where a page is; that of no name is the first. */
export const hrefOf = (name: string) => (name === "" ? "/docs" : `/docs/${name}`)

/** What those are called that are made from the contract. */
export const titlesOfContract = { reference: "Reference", errors: "Errors" } as const
