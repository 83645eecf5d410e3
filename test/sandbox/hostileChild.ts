/**
 * A converter child that somebody has got hold of: its input says what is outside, and its page says what it reached. All
 * that it tries is listed by the module that it tries it with; each attempt either fails or yields what it has reached.
 */
import * as fs from "node:fs"
import { readFile } from "node:fs/promises"
import { builtinModules } from "node:module"
import { confine, freeze as freezeWith, keep, say, serve } from "../../layers/converter/Confined.ts"
import type { Request } from "../../layers/converter/Wire.ts"
import { bytesOf, failedPage } from "../../src/convert/model/Document.ts"

type Attempt = () => unknown

/** What is outside: a file to read, a folder to write to, a program, and a port where somebody listens. */
export interface Outside {
  readonly secret: string
  readonly folder: string
  readonly parent: number
  readonly port: number
}

/** There was nothing to reach. */
const nothing = (why: string): never => {
  throw new Error(`nothing: ${why}`)
}

const event = (emitter: NodeJS.EventEmitter, good: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    emitter.on(good, () => resolve(good))
    emitter.on("error", reject)
    emitter.on("close", () => reject(new Error("closed")))
  })

// biome-ignore lint/suspicious/noExplicitAny: hostile code knows no types
const builtin = (name: string): any => process.getBuiltinModule(name) ?? nothing(`no module ${name}`)

/** Never there again once somebody has deleted it. */
// biome-ignore lint/suspicious/noExplicitAny: hostile code knows no types
const call = (from: any, name: string, ...args: ReadonlyArray<unknown>) =>
  typeof from?.[name] === "function" ? from[name](...args) : nothing(`no ${name}`)

const attempts = ({ secret, folder, parent, port }: Outside): Readonly<Record<string, Record<string, Attempt>>> => {
  const file = `${folder}/written`
  const { createRequire } = builtin("module")
  return {
    process: {
      "signal the parent": () => call(process, "kill", parent, 0),
      "signal the parent below": () => call(process, "_kill", parent, 0),
      "signal all": () => call(process, "kill", -1, 0),
      "debug the parent": () => call(process, "_debugProcess", parent),
      "become another program": () => call(process, "execve", "/bin/sh", ["sh"], {}),
      "a binding": () => call(process, "binding", "fs"),
      "a binding of processes": () => call(process, "binding", "spawn_sync"),
      "a linked binding": () => call(process, "_linkedBinding", "fs"),
      "load an addon": () => call(process, "dlopen", { exports: {} }, `${folder}/none.node`),
      "write a report": () => call(process.report, "writeReport", `${folder}/report.json`),
      "read an env file": () => call(process, "loadEnvFile", secret),
      "another folder": () => process.chdir(folder),
      "become root": () => {
        process.setuid?.(0)
        return process.getuid?.() === 0 ? fs.readFileSync(secret) : nothing("root of nothing")
      },
      "become a group": () => {
        process.setgroups?.([0])
        process.setgid?.(0)
        return fs.readFileSync(secret)
      },
      "be allowed more": () => (process.permission.has("fs.write") ? "writes" : nothing("no writing")),
      "a permission of its own": () => {
        Object.assign(process.permission, { has: () => true })
        return fs.readFileSync(secret)
      },
      environment: () => (Object.keys(process.env).length > 0 ? JSON.stringify(process.env) : nothing("empty"))
    },
    fs: {
      read: () => fs.readFileSync(secret),
      "read by URL": () => fs.readFileSync(new URL(`file://${secret}`)),
      "read by bytes": () => fs.readFileSync(Buffer.from(secret)),
      "read round about": () => fs.readFileSync(`${import.meta.dirname}/../../../../../../../..${secret}`),
      "read the checkout": () => fs.readFileSync(new URL("../../README.md", import.meta.url)),
      "read by stream": () => event(fs.createReadStream(secret), "data"),
      "read as a blob": () => fs.openAsBlob(secret),
      "read by callback": () =>
        new Promise((yes, no) => fs.readFile(secret, (error, data) => (error ? no(error) : yes(data)))),
      "read through proc": () => fs.readFileSync(`/proc/self/root${secret}`),
      "read its environment": () => fs.readFileSync("/proc/self/environ"),
      "read the parent's memory": () => fs.openSync(`/proc/${parent}/mem`, "r+"),
      "open the parent's files": () => fs.openSync(`/proc/${parent}/fd/0`, "r"),
      "follow its own descriptors": () => fs.readlinkSync("/proc/self/fd/1"),
      "list a folder": () => fs.readdirSync(folder),
      "walk a folder": () => fs.opendirSync(folder),
      "match names": () => (fs.globSync(`${folder}/*`).length > 0 ? "names" : nothing("no names")),
      "watch a folder": () => fs.watch(folder),
      "watch a file": () => fs.watchFile(secret, () => {}),
      "is it there": () => (fs.existsSync(secret) ? "there" : nothing("not there")),
      "how large": () => fs.statSync(secret),
      "how full": () => fs.statfsSync(folder),
      write: () => fs.writeFileSync(file, "x"),
      append: () => fs.appendFileSync(secret, "x"),
      "write by stream": () => event(fs.createWriteStream(file), "finish"),
      "make a folder": () => fs.mkdirSync(file),
      "make a passing folder": () => fs.mkdtempSync(file),
      copy: () => fs.copyFileSync(secret, file),
      "copy all": () => fs.cpSync(folder, file, { recursive: true }),
      rename: () => fs.renameSync(secret, file),
      remove: () => fs.rmSync(secret),
      "link softly": () => fs.symlinkSync(secret, file),
      "link hard": () => fs.linkSync(process.argv[1]!, file),
      truncate: () => fs.truncateSync(secret, 0),
      "change its mode": () => fs.chmodSync(secret, 0o777),
      "change the mode of a descriptor": () => fs.fchmodSync(2, 0o777),
      "change its owner": () => fs.chownSync(secret, 0, 0),
      "change its times": () => fs.utimesSync(secret, 0, 0),
      "write to its program": () => fs.appendFileSync(process.argv[1]!, " "),
      "other descriptors": () => {
        for (let fd = 4; fd < 64; fd++) {
          try {
            const stat = fs.fstatSync(fd)
            if (stat.isFile() || stat.isDirectory()) return fd
          } catch {
            // it is not open
          }
        }
        return nothing("none open")
      }
    },
    "fs/promises": {
      read: () => builtin("fs/promises").readFile(secret),
      open: () => builtin("fs/promises").open(secret),
      write: () => builtin("fs/promises").writeFile(file, "x")
    },
    child_process: {
      spawn: () => event(builtin("child_process").spawn("true"), "exit"),
      "spawn at once": () => builtin("child_process").execFileSync("/bin/true"),
      exec: () => builtin("child_process").execSync("true"),
      fork: () => event(builtin("child_process").fork(process.argv[1]), "spawn"),
      "spawn from below": () =>
        new (builtin("child_process").ChildProcess)().spawn({
          file: "/bin/true",
          args: ["true"],
          envPairs: [],
          stdio: []
        }),
      "signal from below": () => {
        const { _handle } = new (builtin("child_process").ChildProcess)()
        _handle.pid = parent
        return _handle.kill(0) === 0 ? "signalled" : nothing("no process")
      }
    },
    cluster: { fork: () => builtin("cluster").fork() },
    worker_threads: {
      "a thread": () => event(new (builtin("worker_threads").Worker)("", { eval: true, execArgv: [] }), "online")
    },
    "node:sqlite": {
      "a database": () => new (builtin("node:sqlite").DatabaseSync)(file).exec("CREATE TABLE a (b)"),
      "another beside it": () => new (builtin("node:sqlite").DatabaseSync)(":memory:").exec(`ATTACH '${file}' AS a`)
    },
    "node:ffi": { "a library": () => builtin("node:ffi").dlopen("libc.so.6", {}) },
    "node:vfs": { "a file system": () => builtin("node:vfs").create() },
    "node:sea": { asset: () => builtin("node:sea").getRawAsset("x") },
    "node:test": {
      "run files": () =>
        event(builtin("node:test").run({ files: [process.argv[1]], isolation: "process" }), "test:pass")
    },
    wasi: { "a program": () => new (builtin("wasi").WASI)({ version: "preview1", preopens: { "/": "/" } }) },
    inspector: {
      open: () => builtin("inspector").open(0),
      attach: () => new (builtin("inspector").Session)().connect(),
      url: () => builtin("inspector").url() ?? nothing("not open")
    },
    trace_events: {
      trace: () => {
        const tracing = builtin("trace_events").createTracing({ categories: ["v8"] })
        tracing.enable()
        return tracing.enabled
      }
    },
    v8: {
      "write a snapshot": () => builtin("v8").writeHeapSnapshot(`${folder}/a.heapsnapshot`),
      "snapshots by themselves": () => call(builtin("v8"), "setHeapSnapshotNearHeapLimit", 1),
      "other flags": () => call(builtin("v8"), "setFlagsFromString", "--allow-natives-syntax"),
      coverage: () => {
        builtin("v8").takeCoverage()
        return nothing("nowhere to write")
      }
    },
    vm: {
      "code from strings": () => builtin("vm").runInNewContext("this.constructor.constructor('return process')()"),
      "its importer": () =>
        new (builtin("vm").Script)(`import(${JSON.stringify(secret)})`, {
          importModuleDynamically: builtin("vm").constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
        }).runInThisContext()
    },
    module: {
      require: () => createRequire(import.meta.url)(secret),
      "require as JSON": () => createRequire(`${folder}/a.js`)("./secret"),
      "resolve elsewhere": () => createRequire(import.meta.url).resolve(secret),
      import: () => import(secret),
      "import data": () => import(String('data:text/javascript,import "node:sqlite"')),
      "register a loader": () => call(builtin("module"), "register", "data:text/javascript,"),
      "find a package": () => builtin("module").findPackageJSON("..", `file://${folder}/a.js`) ?? nothing("none"),
      "a compile cache": () => {
        builtin("module").enableCompileCache(file)
        builtin("module").flushCompileCache()
        return fs.existsSync(file) ? "kept" : nothing("nothing kept")
      }
    },
    crypto: {
      "an engine": () => builtin("crypto").setEngine(`${folder}/none.so`),
      "a key from a file": () => builtin("crypto").createPrivateKey(`file:${secret}`)
    },
    os: {
      "the parent's priority": () => call(builtin("os"), "setPriority", parent, 19),
      "its own priority": () => call(builtin("os"), "setPriority", 0, -20)
    },
    net: {
      connect: () => event(builtin("net").connect(port, "127.0.0.1"), "connect"),
      "connect to a path": () => event(builtin("net").connect(`${folder}/socket`), "connect"),
      listen: () => event(builtin("net").createServer().listen(0), "listening"),
      "listen at a path": () => event(builtin("net").createServer().listen(file), "listening"),
      "a descriptor": () => new (builtin("net").Socket)({ fd: 40 })
    },
    tls: { connect: () => event(builtin("tls").connect(port, "127.0.0.1"), "secureConnect") },
    http: {
      get: () => event(builtin("http").get(`http://127.0.0.1:${port}/`), "response"),
      listen: () => event(builtin("http").createServer().listen(0), "listening")
    },
    https: { get: () => event(builtin("https").get(`https://127.0.0.1:${port}/`), "response") },
    http2: { connect: () => event(builtin("http2").connect(`http://127.0.0.1:${port}`), "connect") },
    dgram: {
      bind: () => event(builtin("dgram").createSocket("udp4").bind(0), "listening"),
      send: () =>
        new Promise((yes, no) =>
          builtin("dgram")
            .createSocket("udp4")
            .on("error", no)
            .send("x", port, "127.0.0.1", (error: unknown) => (error ? no(error) : yes("sent")))
        )
    },
    dns: {
      lookup: () => builtin("dns").promises.lookup("localhost"),
      resolve: () => builtin("dns").promises.resolve("localhost"),
      "a resolver": () => new (builtin("dns").promises.Resolver)().resolve4("localhost")
    },
    globals: {
      fetch: () => fetch(`http://127.0.0.1:${port}/`),
      "a web socket": () => new (globalThis.WebSocket ?? nothing("no WebSocket"))(`ws://127.0.0.1:${port}/`),
      "an event source": () =>
        new ((globalThis as { EventSource?: new (url: string) => unknown }).EventSource ?? nothing("no EventSource"))(
          "http://127.0.0.1"
        ),
      "web storage": () => (globalThis.localStorage ?? nothing("no storage")).setItem("a", "b"),
      eval: () => new Function("return process")(),
      // biome-ignore lint/security/noGlobalEval: hostile code
      "eval indirectly": () => globalThis.eval("process")
    },
    repl: {
      "a prompt": () => {
        const at = builtin("repl").start({
          input: new (builtin("stream").PassThrough)(),
          output: new (builtin("stream").PassThrough)()
        })
        return at.context.process?.binding("fs")
      }
    },
    domain: {
      "another process": () =>
        builtin("domain")
          .create()
          .run(() => call(process, "kill", parent, 0))
    },
    tty: { "a terminal": () => new (builtin("tty").ReadStream)(40) }
  }
}

/** An attempt that has neither failed nor come to anything by then, in ms. */
const patience = 2000

const outcomeOf = async (attempt: () => unknown): Promise<string> => {
  const late = new Promise((resolve) => setTimeout(resolve, patience, "late"))
  try {
    const reached = await Promise.race([Promise.resolve(attempt()), late])
    return reached === "late" ? "late" : `REACHED ${String(reached).slice(0, 60)}`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code ?? String(message)
  }
}

const hear = async (request: Request) => {
  if (request._tag !== "Convert") return
  const outside: Outside = JSON.parse(await readFile(request.path, "utf8"))
  const outcomes: Record<string, string> = {}
  await Promise.all(
    Object.entries(attempts(outside)).flatMap(([module, tried]) =>
      Object.entries(tried).map(async ([what, attempt]) => {
        outcomes[`${module}: ${what}`] = await outcomeOf(attempt)
      })
    )
  )
  const { packed: _, ...page } = failedPage(1)
  say({ _tag: "Opened", info: { pages: 1, title: null, author: null }, outline: bytesOf([]), last: 1 })
  say({ _tag: "Page", page, packed: bytesOf({ outcomes, builtinModules }), next: null })
  say({ _tag: "Done" })
}

const begin = () => {
  confine()
  keep(process.env)
  process.on("uncaughtException", () => {})
  serve(hear)
}

export const freeze = () => freezeWith(async () => {}, begin)

if (import.meta.main) begin()
