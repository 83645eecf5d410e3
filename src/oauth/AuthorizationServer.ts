/** The authorization server of agents: who may use an account's tools, as OAuth 2.1 has it. */
import { Context, Data, type Effect, type Option } from "effect"
import type { Scope } from "../../schema/Actor.ts"
import type { AccountId } from "../../schema/Ids.ts"

/** A request of the protocol. */
export interface ProtocolRequest {
  readonly method: "GET" | "POST"
  /** With its query. */
  readonly path: string
  /** The IP address of the client. */
  readonly address: string
  readonly cookies: string
  readonly contentType: string
  readonly body: string
}

export interface ProtocolAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The lines of `Set-Cookie`. */
  readonly cookies: ReadonlyArray<string>
  readonly body: string
}

/** A question to a person, in the browser that was sent to the authorization server. */
export interface Question {
  readonly uid: string
  readonly cookies: string
}

/** What a client asks a person for. */
export interface Asked {
  readonly clientId: string
  /** What the client calls itself: nobody has checked that. */
  readonly clientName: string | null
  /** The host that vouches for the client, or the one that the browser goes back to. */
  readonly host: string
  /** Whether the client is described at an address of `host`, as opposed to by itself. */
  readonly isDescribedByHost: boolean
  readonly scopes: ReadonlyArray<Scope>
  /** The person is to be asked even if the answer is known. */
  readonly mustAsk: boolean
}

/** The question is over, unknown, or was put in another browser. */
export class QuestionUnknown extends Data.TaggedError("question_unknown") {}

/** The metadata of a client that wants to register will not do (RFC 7591, section 3.2.2). */
export class RegistrationRefused extends Data.TaggedError("registration_refused")<{
  readonly error: string
  readonly description: string
}> {}

/** Metadata of a client as it registers. */
export type ClientMetadata = Readonly<Record<string, unknown>>

/** The same with what registration gave it. */
export type RegisteredClient = ClientMetadata & { readonly client_id: string }

export class AuthorizationServer extends Context.Service<
  AuthorizationServer,
  {
    /** Answers what is asked at the protocol's own addresses. */
    readonly answer: (request: ProtocolRequest) => Effect.Effect<ProtocolAnswer>

    readonly asked: (question: Question) => Effect.Effect<Asked, QuestionUnknown>

    /**
     * Where the browser goes on, if the account has let this client do all this before and nobody need be asked. A
     * connection that ends meanwhile is not made again.
     */
    readonly allowedBefore: (
      question: Question,
      accountId: AccountId
    ) => Effect.Effect<Option.Option<string>, QuestionUnknown>

    /** The account lets the client in: where the browser goes on. */
    readonly allow: (question: Question, accountId: AccountId) => Effect.Effect<string, QuestionUnknown>

    /** The person does not: where the browser goes on. */
    readonly decline: (question: Question) => Effect.Effect<string, QuestionUnknown>

    /** Registers a public client, whatever it says of secrets (RFC 7591). */
    readonly register: (metadata: ClientMetadata) => Effect.Effect<RegisteredClient, RegistrationRefused>
  }
>()("svc/oauth/AuthorizationServer") {}
