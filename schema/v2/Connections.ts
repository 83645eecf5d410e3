import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Scope } from "../Actor.ts"
import * as Errors from "../Errors.ts"
import { KeyId } from "../Ids.ts"
import { moment } from "../Time.ts"
import * as Wire from "../Wire.ts"
import { FromOurPages, SessionOnly, WellFormed } from "./Security.ts"

/** A client that the account lets in by OAuth. */
export const Connection = Schema.Struct({
  connection_id: KeyId.annotate({ description: "Names the connection where it is ended, and in logs." }),
  client_id: Schema.String.annotate({
    description: "The client's registered id, or the address of its metadata document."
  }),
  client_name: Schema.String.annotate({ description: "What the client calls itself." }),
  client_host: Schema.String.annotate({
    description:
      "The host that describes it, or that browsers go back to; of an app with addresses of its own their scheme."
  }),
  scopes: Schema.Array(Scope).annotate({ description: "What the client may do." }),
  created_at: moment("When the person let the client in."),
  last_used_at: moment("When the client last used it.")
}).annotate({ identifier: "V2Connection" })

export class V2Connections extends HttpApiGroup.make("v2.connections")
  .add(
    HttpApiEndpoint.get("list", "/", {
      success: Schema.Struct({
        items: Schema.Array(Connection).annotate({ description: "The connections, newest first." })
      })
    })
      .annotate(OpenApi.Summary, "List the clients that the account lets in")
      .annotate(
        OpenApi.Description,
        "Agents that were connected by OAuth, newest first. They are not counted as API keys."
      )
      .middleware(SessionOnly),
    HttpApiEndpoint.delete("remove", "/:connectionId", {
      params: { connectionId: Schema.String.annotate({ format: "uuid" }) },
      success: HttpApiSchema.NoContent,
      error: [Wire.v2(Errors.ConnectionNotFound)]
    })
      .annotate(OpenApi.Summary, "End a connection")
      .annotate(OpenApi.Description, "At once, with all its tokens. Its jobs stay.")
      .middleware(FromOurPages)
      .middleware(SessionOnly)
  )
  .middleware(WellFormed)
  .prefix("/api/v2/me/connections")
  .annotate(OpenApi.Title, "Connections")
  .annotate(OpenApi.Description, "Agents that are connected to the account by OAuth.") {}
