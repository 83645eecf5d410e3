/**
 * What a child may do: Node's permission model, and what the system adds to it, as far as it lets this process: a user of its
 * own for each child, no network, no capabilities, limits. Free of effect, so that a program can start a child before it loads anything else.
 */
import { spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import * as fs from "node:fs"
import { dirname } from "node:path"
import { moduleFolders, packageRoot, root, shut } from "./Linked.ts"

/** The converter's own program: no data folder lies within. */
const program = [`${root}layers/`, `${root}src/convert/`, `${packageRoot}package.json`, ...moduleFolders()]

/** What a child runs. */
interface Program {
  readonly entry: string
  readonly code?: string | undefined
  readonly native?: boolean | undefined
}

/**
 * Node's flags for all a child may do: read the program and its folder. No network, writing, processes, threads or addons, nor
 * the modules that the permission model does not cover. The right to write to `code` is given up by the child itself; Node
 * takes what it compiled from no folder that is read-only.
 */
export const permissions = (
  { entry, code, native }: Program,
  folder: string,
  keeps: boolean
): ReadonlyArray<string> => {
  const compiled = code === undefined ? [] : [`${code}/`]
  const readable = new Set([...program, entry, `${folder}/`, ...compiled])
  return [
    "--permission",
    ...shut,
    ...(native === true ? ["--allow-addons"] : []),
    ...(keeps ? compiled.map((path) => `--allow-fs-write=${path}`) : []),
    ...Array.from(readable, (path) => `--allow-fs-read=${path}`)
  ]
}

/** A program and its arguments. */
export interface Command {
  readonly file: string
  readonly args: ReadonlyArray<string>
}

export interface Confinement {
  /** A user and group that no other process has, or null where children run as this process's user. */
  readonly user: () => number | null
  /** What a program is started as, by this user. */
  readonly command: (program: Command, user: number | null) => Command
  /** Why children have no user of their own although this process may give them one; null otherwise. */
  readonly obstacle: string | null
}

/** Users that neither people nor services nor containers are given, as systemd divides them up ... */
const unused = { first: 1_900_000_000, count: 200_000_000 }
/** ... and where only 65,536 exist, those for passing services. */
const passing = { first: 61_184, count: 4_300 }

/** What a child may take of the system. Its memory is watched closer by its parent. */
const limits = {
  core: 0,
  /** What was compiled of its program is the most that it ever writes, in bytes. */
  fsize: 64 * 1024 ** 2,
  nofile: 64,
  /** Addresses, most of which stand for no memory: V8 reserves them. In bytes. */
  as: 64 * 1024 ** 3
}

/** Threads of one child. Counted by user, so that it holds only where no other process has that user. */
const threads = 48

const unshare = "/usr/bin/unshare"
const prlimit = "/usr/bin/prlimit"
const setpriv = "/usr/bin/setpriv"

/** A way of confining children. */
interface Way {
  readonly users: typeof unused | null
  readonly namespaces: boolean
}

const isRoot = process.getuid?.() === 0

const wrapped = ({ users, namespaces }: Way, { file, args }: Command, user: number | null): Command => {
  const own = users === null ? [] : [`--nproc=${threads}`]
  const bounds = [...Object.entries(limits).map(([name, value]) => `--${name}=${value}`), ...own]
  const capabilities = ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"]
  const privileges = [
    ...(user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"]),
    ...(isRoot ? capabilities : []),
    "--no-new-privs",
    "--pdeathsig=KILL"
  ]
  const steps = [
    ...(namespaces ? [[unshare, ...(isRoot ? [] : ["--user"]), "--net", "--ipc", "--uts", "--"]] : []),
    [prlimit, ...bounds, "--"],
    [setpriv, ...privileges, "--"],
    [file, ...args]
  ]
  const [first = file, ...rest] = steps.flat()
  return { file: first, args: rest }
}

const works = (way: Way) => {
  const { file, args } = wrapped(way, { file: "/usr/bin/true", args: [] }, way.users?.first ?? null)
  return spawnSync(file, args, { stdio: "ignore", env: {} }).status === 0
}

const ways: ReadonlyArray<Way> = [...(isRoot ? [unused, passing] : []), null].flatMap((users) => [
  { users, namespaces: true },
  { users, namespaces: false }
])

/** The best way that this system allows, found out once; null where there is none. */
let best: Way | null | undefined

const found = (): Way | null => {
  if (best === undefined) best = process.platform === "linux" ? (ways.find(works) ?? null) : null
  return best
}

/** The first folder on the way to a path that other users cannot walk through, or null. */
export const closedFolder = (path: string): string | null => {
  const above = dirname(path)
  const closed = above === path ? null : closedFolder(above)
  if (closed !== null) return closed
  return (fs.statSync(path, { throwIfNoEntry: false })?.mode ?? 0o1) & 0o1 ? null : path
}

/** Counts the children of this process, from where no other process is likely to count. */
let next = randomInt(unused.count)

/** How children are confined that read from all these folders. */
export const confinement = (folders: ReadonlyArray<string>): Confinement => {
  const way = found()
  if (way === null) return { user: () => null, command: (program) => program, obstacle: null }
  const closed = way.users === null ? null : (folders.map(closedFolder).find((folder) => folder !== null) ?? null)
  const { users, namespaces }: Way = closed === null ? way : { ...way, users: null }
  return {
    user: () => (users === null ? null : users.first + (next++ % users.count)),
    command: (program, user) => wrapped({ users, namespaces }, program, user),
    obstacle: closed === null ? null : `other users cannot enter ${closed}`
  }
}
