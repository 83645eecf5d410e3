import { Context, type Effect } from "effect"

export interface Section {
  /** Its anchor on the page. */
  readonly id: string
  readonly title: string
  /** Its words, for the search. */
  readonly text: string
}

/** A page about the service. */
export interface ManualPage {
  /** Of its address, `/docs/NAME`; empty for `/docs` itself. */
  readonly name: string
  readonly title: string
  /** Its first paragraph, without markup. */
  readonly summary: string
  readonly sections: ReadonlyArray<Section>
  readonly markdown: string
  readonly html: string
}

/** The pages of `docs/`, and the files that every page loads. */
export interface ManualFiles {
  readonly pages: ReadonlyArray<ManualPage>
  readonly style: string
  readonly script: string
  readonly icon: string
}

/** Reads them. */
export class Manual extends Context.Service<Manual, Effect.Effect<ManualFiles>>()("svc/http/docs/Manual") {}
