/** The reference: Fastify with the same checks and the same statements, and nothing else. */
import { createHash, createPublicKey, verify, type webcrypto } from "node:crypto"
import { Context, Effect, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { jwtVerify } from "jose"
import * as Database from "../../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import { emptySha256, isFresh, signingString } from "../../src/auth/Signature.ts"

const [data = "", secret = "", port = ""] = process.argv.slice(2)

const server = EmbeddedPostgres.running(data)
if (server === undefined) throw new Error("The service's database is not running")

const context = await Effect.runPromise(
  Effect.flatMap(Scope.make(), (scope) =>
    Layer.buildWithScope(
      Database.layerClient.pipe(Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" }))),
      scope
    )
  )
)
const sql = Context.get(context, SqlClient.SqlClient)
const run = Effect.runPromiseWith(context)
const key = new TextEncoder().encode(secret)

const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? "")

/** Token, timestamp, signature, then the one statement. Answers with the device's id. */
const authenticate = async (request: FastifyRequest): Promise<string> => {
  const now = Date.now()
  const { payload } = await jwtVerify(header(request, "x-svc-device-token"), key, { algorithms: ["HS256"] })
  const parts = {
    method: request.method,
    path: request.url,
    timestamp: header(request, "x-svc-device-timestamp"),
    nonce: header(request, "x-svc-device-nonce"),
    bodySha256: header(request, "x-svc-body-sha256")
  }
  const { jwk } = payload["cnf"] as { jwk: webcrypto.JsonWebKey }
  const isGood =
    isFresh(parts.timestamp, Math.floor(now / 1_000)) &&
    parts.bodySha256 === emptySha256 &&
    verify(
      "sha256",
      Buffer.from(signingString(parts)),
      { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(header(request, "x-svc-device-signature"), "base64url")
    )
  const id = payload.sub ?? ""
  const [found] = await run(sql<{ fresh: boolean }>`
    WITH device AS (
      SELECT blocked_at IS NOT NULL AS blocked, account_id,
        (SELECT arrival FROM rate_buckets WHERE key = ${"failures:127.0.0.1"}) AS failures
      FROM devices WHERE id = ${id}
    ), charged AS (
      SELECT c.allowed, c.arrival FROM device, charge(${`device:${id}:reference`}, ${now}, ${0.001}, ${60_000}) AS c
      WHERE NOT device.blocked AND COALESCE(device.failures, 0) + ${1} - ${now} <= ${600_000}
    ), taken AS (
      INSERT INTO nonces AS n (device_id, nonce, expires_at)
      SELECT ${id}, ${parts.nonce}, ${new Date(now + 900_000)} FROM charged WHERE charged.allowed
      ON CONFLICT (device_id, nonce) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE n.expires_at <= ${new Date(now)}
      RETURNING 1
    )
    SELECT device.*, charged.*, EXISTS (SELECT FROM taken) AS fresh FROM device LEFT JOIN charged ON true`)
  if (!isGood || found?.fresh !== true) throw new Error("refused")
  return id
}

const app = fastify()

app.get("/jobs/:jobId", async (request: FastifyRequest<{ Params: { jobId: string } }>, reply: FastifyReply) => {
  const device = await authenticate(request)
  const [row] = await run(sql`
    SELECT id, owner, status, status_since, created_at, expires_at, gone_reason, file_name, source, input_key,
      input_size::float8 AS input_size, output_key, output_size::float8 AS output_size, pages, pages_done, truncated,
      error_code, error_message
    FROM jobs WHERE id = ${request.params.jobId} AND owner = ${`device:${device}`}`)
  return row === undefined ? reply.code(404).send({ code: "job_not_found" }) : row
})

/** The key, charged and looked up in one statement; then the job, and the slots that its answer tells. */
app.get("/api/v2/jobs/:jobId", async (request: FastifyRequest<{ Params: { jobId: string } }>, reply: FastifyReply) => {
  const now = Date.now()
  const secret = /^bearer +(\S+) *$/i.exec(header(request, "authorization"))?.[1] ?? ""
  const hash = createHash("sha256").update(secret).digest("hex")
  const [found] = await run(sql<{ account_id: string; allowed: boolean }>`
    WITH found AS (
      SELECT k.id, k.account_id, k.scopes, k.monthly_pages, k.last_used_at, a.tier,
        (SELECT arrival FROM rate_buckets WHERE key = ${"failures:127.0.0.1"}) AS failures
      FROM api_keys k JOIN accounts a ON a.id = k.account_id
      WHERE k.hash = decode(${hash}, 'hex') AND k.revoked_at IS NULL AND k.disabled_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ${new Date(now)})
    ), charged AS (
      SELECT c.allowed, c.arrival FROM found, charge('key:' || found.id || ':reference', ${now}, ${0.001}, ${60_000}) AS c
      WHERE COALESCE(found.failures, 0) + ${1} - ${now} <= ${600_000}
    ), noticed AS (
      UPDATE api_keys k SET last_used_at = ${new Date(now)} FROM found, charged
      WHERE k.id = found.id AND charged.allowed
        AND (found.last_used_at IS NULL OR found.last_used_at < ${new Date(now - 60_000)})
    )
    SELECT found.*, charged.* FROM found LEFT JOIN charged ON true`)
  if (found?.allowed !== true) return reply.code(401).send({ code: "invalid_api_key" })
  const owner = `account:${found.account_id}`
  const [row] = await run(sql`
    SELECT id, owner, status, status_since, created_at, expires_at, gone_reason, file_name, source, input_key,
      input_size::float8 AS input_size, output_key, output_size::float8 AS output_size, pages, pages_done, truncated,
      error_code, error_message, tier, external_id, tags, warnings, continue_from
    FROM jobs WHERE id = ${request.params.jobId} AND owner = ${owner}`)
  const [slots] = await run(sql`
    SELECT count(*)::int AS used FROM jobs WHERE owner = ${owner} AND status IN ('queued', 'processing')`)
  return row === undefined ? reply.code(404).send({ code: "job_not_found" }) : { ...row, slot_usage: slots }
})

app.get("/config", async () => {
  await run(sql`SELECT allowed, arrival FROM charge(${"anonymous:reference"}, ${Date.now()}, ${0.001}, ${60_000})`)
  const [announcement] = await run(sql`SELECT id, kind, url FROM announcement`)
  return { job_ttl_seconds: 3_600, max_file_size: 10_485_760, max_slots: 3, announcement: announcement ?? null }
})

await app.listen({ port: Number(port), host: "127.0.0.1" })
process.send?.("ready")
