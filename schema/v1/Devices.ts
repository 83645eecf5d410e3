import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { DeviceId } from "../Ids.ts"
import { lenient } from "../Issues.ts"
import { Anonymous, WellFormed } from "../Security.ts"
import { moment } from "../Time.ts"
import { atMostCharacters } from "../v2/Text.ts"
import * as Wire from "../Wire.ts"

const Coordinate = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{43}$/, { expected: "of 43 characters of base64url" })
)

/** An ES256 public key as a JWK (RFC 7517): kty EC, crv P-256. */
export const PublicKey = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Coordinate,
  y: Coordinate
}).annotate({ identifier: "PublicKey" })
export type PublicKey = typeof PublicKey.Type

export const RegisterRequest = Schema.Struct({
  public_key: PublicKey,
  /** What the owner calls the device. */
  name: Schema.optionalKey(
    Schema.String.check(
      atMostCharacters(64),
      // With its flag it stands in /openapi.json; properties of Unicode are unknown to the patterns of most languages.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is not wanted
      Schema.isPattern(/^[^\x00-\x1f\x7f-\x9f]*$/u, { expected: "without control characters" })
    )
  )
}).annotate({ identifier: "RegisterRequest" })

export const RegisterResponse = Schema.Struct({
  device_id: DeviceId.annotate({ description: "The device's lasting name: the same for the same public key." }),
  device_token: Schema.String.annotate({
    description: "Goes into `X-SVC-Device-Token`; register again with the same key for a fresh one."
  }),
  expires_at: moment("When the token stops working.")
}).annotate({ identifier: "RegisterResponse" })

export const Config = Schema.Struct({
  job_ttl_seconds: Schema.Int.annotate({
    description: "Seconds that a ready result is kept for a device without an account."
  }),
  max_file_size: Schema.Int.annotate({
    format: "int64",
    description: "Bytes of the largest PDF that a device may send."
  }),
  max_slots: Schema.Int.annotate({ description: "How many recent jobs a device shows." }),
  support_url: Schema.String.annotate({ format: "uri", description: "Where people find help." }),
  announcement: Schema.NullOr(
    Schema.Struct({
      active: Schema.Boolean,
      id: Schema.String,
      kind: Schema.String,
      url: Schema.String.annotate({ format: "uri" })
    })
  ).annotate({
    description:
      "News from the operators, null without any: `id` differs for each, `kind` says which sort, `url` tells more, and `active` is true."
  })
}).annotate({ identifier: "Config" })
export type Config = typeof Config.Type

export class V1Devices extends HttpApiGroup.make("v1.devices")
  .add(
    HttpApiEndpoint.post("register", "/register", {
      payload: RegisterRequest,
      success: RegisterResponse,
      error: [Wire.v1(Errors.InvalidKey), Wire.v1(Errors.RegistrationLimited)]
    })
      .annotate(HttpApi.PayloadParseOptions, lenient)
      .annotate(OpenApi.Summary, "Register a device by its public key")
      .annotate(
        OpenApi.Description,
        "Idempotent by public key: the same key gives the same device_id and a fresh token. A key with a private member is refused."
      )
      .middleware(Anonymous)
  )
  .add(
    HttpApiEndpoint.get("config", "/config", { success: Config })
      .annotate(OpenApi.Summary, "What a client needs to know before it has an identity")
      .middleware(Anonymous)
  )
  .middleware(WellFormed)
  .annotate(OpenApi.Title, "Devices")
  .annotate(OpenApi.Description, "Device registration and public configuration.") {}
