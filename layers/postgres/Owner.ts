import { spawnSync } from "node:child_process"
import { chownSync, lstatSync, readFileSync, statSync } from "node:fs"
import { Effect } from "effect"
import { PostgresUnavailable } from "./Unavailable.ts"

/** Who the server runs as: PostgreSQL refuses uid 0. */
export interface Owner {
  /** Put before the command of the server. */
  readonly prefix: ReadonlyArray<string>
  /** Given to `spawn`. */
  readonly ids: { readonly uid?: number; readonly gid?: number }
}

/** Root's files stay root's, and are seen inside as those of a user with uid 1000. Needs CAP_SYS_ADMIN. */
const namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]

const succeeds = (command: ReadonlyArray<string>, ids: Owner["ids"] = {}) =>
  spawnSync(command[0] ?? "", command.slice(1), { ...ids, stdio: "ignore" }).status === 0

/** uid and gid of the account named `postgres`, if the machine has one. */
const account = (): Owner["ids"] | undefined => {
  const [, , uid, gid] =
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .find(([name]) => name === "postgres") ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const reaches = (ids: Owner["ids"], postgres: string, directory: string) =>
  succeeds([postgres, "--version"], ids) && succeeds(["/bin/sh", "-c", 'test -x "$0"', directory], ids)

/**
 * As ourselves where we are an ordinary user. As root: as whom `directory` belongs to, so that a command of root's
 * takes nothing from a service that runs as that user; where it is root's, in a user namespace, else as the account
 * `postgres`. Either has to reach both the program and `directory`.
 */
export const ownerOf = (postgres: string, directory: string): Effect.Effect<Owner, PostgresUnavailable> =>
  Effect.suspend(() => {
    if (process.getuid?.() !== 0) return Effect.succeed<Owner>({ prefix: [], ids: {} })
    const { uid, gid } = statSync(directory)
    if (uid !== 0 && reaches({ uid, gid }, postgres, directory)) {
      return Effect.succeed<Owner>({ prefix: [], ids: { uid, gid } })
    }
    if (succeeds([...namespace, postgres, "--version"])) return Effect.succeed<Owner>({ prefix: namespace, ids: {} })
    const ids = account()
    if (ids !== undefined && reaches(ids, postgres, directory)) {
      return Effect.succeed<Owner>({ prefix: [], ids })
    }
    return Effect.fail(
      new PostgresUnavailable({
        message:
          "PostgreSQL refuses to run as root, user namespaces are not allowed here, and there is no account " +
          `"postgres" that can reach ${postgres} and ${directory}: run as another user, or set DATABASE_URL`
      })
    )
  })

/** Makes `path`, and everything in it, the owner's when an earlier run made it somebody else's. Only root can. */
export const give = (owner: Owner, path: string) => {
  if (process.getuid?.() !== 0) return
  const { uid = 0, gid = 0 } = owner.ids
  if (lstatSync(path).uid === uid) return
  chownSync(path, uid, gid)
  spawnSync("chown", ["-R", `${uid}:${gid}`, path], { stdio: "ignore" })
}
