/** Operator commands about accounts and their keys. */
import { Console, DateTime, Effect, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { defaultScopes, Scope } from "../../schema/Actor.ts"
import { KeyId } from "../../schema/Ids.ts"
import { Accounts, emailOf } from "../../src/accounts/Accounts.ts"
import { Keys } from "../../src/accounts/Keys.ts"
import { failed } from "./Failure.ts"

const isEmail = (text: string) => /^[^@\s]+@[^@\s]+$/.test(text)

const tierNames = ["free", "pro", "business"] as const

const email = Argument.String("email").pipe(Argument.withDescription("Of the account"))

/** The account of an address; where there is none it is made, and the first sign-in with that address claims it. */
const accountOf = Effect.fnUntraced(function* (email: string, tier: Option.Option<(typeof tierNames)[number]>) {
  const accounts = yield* Accounts
  if (Option.isSome(tier)) yield* accounts.setTier(email, tier.value)
  return yield* accounts.ensure(email)
})

const scopesFlag = Flag.String("scopes").pipe(
  Flag.withDescription(`Separated by commas, of: ${Scope.literals.join(", ")}`),
  Flag.withDefault(defaultScopes.join(","))
)

export const createKey = Command.make(
  "create-key",
  {
    email: Argument.String("email").pipe(Argument.withDescription("Of the account; made when there is none yet")),
    name: Flag.String("name").pipe(
      Flag.withDescription("What the key is for"),
      Flag.withDefault("created by an operator")
    ),
    scopes: scopesFlag,
    expiresInDays: Flag.Int("expires-in-days").pipe(Flag.optional),
    tier: Flag.Literals("tier", tierNames).pipe(
      Flag.withDescription("Gives the account this tier first"),
      Flag.optional
    )
  },
  ({ email, name, scopes, expiresInDays, tier }) =>
    Effect.gen(function* () {
      if (!isEmail(email)) return yield* failed(`${email} is not an e-mail address`)
      const wanted = scopes.split(",").map((scope) => scope.trim())
      const unknown = wanted.filter((scope) => !Schema.is(Scope)(scope))
      if (unknown.length > 0) {
        return yield* failed(`There is no scope ${unknown.join(", ")}; there are ${Scope.literals.join(", ")}`)
      }
      const days = Option.getOrNull(expiresInDays)
      if (days !== null && days < 1) return yield* failed("--expires-in-days must be at least 1")
      const accountId = yield* accountOf(email, tier)
      const created = yield* (yield* Keys)
        .create(accountId, {
          name,
          scopes: Scope.literals.filter((scope) => wanted.includes(scope)),
          expiresInDays: days,
          monthlyPages: null,
          deviceId: null
        })
        .pipe(Effect.result)
      if (Result.isFailure(created)) {
        return yield* failed(
          `${created.failure.message}. Revoke one (admin revoke-key), or give the account another tier (--tier)`
        )
      }
      yield* Console.error(`${created.success.key.keyId}: shown once, keep it safe`)
      yield* Console.log(created.success.secret)
    })
).pipe(Command.withDescription("Create an API key; standard output carries its secret alone"))

export const keys = Command.make("keys", { email }, ({ email }) =>
  Effect.gen(function* () {
    const accountId = yield* (yield* Accounts).idOf(email)
    if (accountId === null) return yield* failed(`${emailOf(email)} has no account`)
    const { keys } = yield* (yield* Keys).list(accountId)
    for (const key of keys) {
      const state =
        key.disabledAt !== null
          ? `disabled: ${key.disabledReason}`
          : key.expiresAt === null
            ? "active"
            : `expires ${DateTime.formatIso(key.expiresAt)}`
      const used = key.lastUsedAt === null ? "never used" : `used ${DateTime.formatIso(key.lastUsedAt)}`
      yield* Console.log([key.keyId, `${key.prefix}…${key.last4}`, state, used, key.name].join("  "))
    }
  })
).pipe(Command.withDescription("List the keys of an account, without their secrets"))

export const revokeKey = Command.make(
  "revoke-key",
  { keyId: Argument.String("key").pipe(Argument.withSchema(KeyId), Argument.withDescription("Its key_id")) },
  ({ keyId }) =>
    Effect.gen(function* () {
      const revoked = yield* (yield* Keys).revokeAny(keyId)
      yield* revoked ? Console.log(`${keyId} is revoked`) : failed("There is no such key, or it is revoked already")
    })
).pipe(Command.withDescription("Refuse a key from now on"))

export const setTier = Command.make(
  "set-tier",
  {
    email: Argument.String("email").pipe(Argument.withDescription("Of the account; made when there is none yet")),
    tier: Argument.Literals("tier", tierNames)
  },
  ({ email, tier }) =>
    Effect.gen(function* () {
      if (!isEmail(email)) return yield* failed(`${email} is not an e-mail address`)
      yield* (yield* Accounts).setTier(email, tier)
      yield* Console.log(`${emailOf(email)} has the tier ${tier}`)
    })
).pipe(Command.withDescription("Give an account a tier"))
