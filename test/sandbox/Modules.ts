/** Every module that Node brings: what code in a child could reach through it, and what stops it. */

/** What stops a module from reaching anything beyond its own process. */
type Guard =
  /** It reaches nothing outside of its process. */
  | "harmless"
  /** The permission model asks for a right that children do not have. */
  | "permission"
  /** A flag leaves it out. */
  | "absent"
  /** What reaches out is deleted before a document is read. */
  | "deleted"

export const modules: Readonly<Record<string, readonly [reaches: string, guards: ReadonlyArray<Guard>]>> = {
  _http_agent: ["hosts", ["permission"]],
  _http_client: ["hosts", ["permission"]],
  _http_common: ["nothing", ["harmless"]],
  _http_incoming: ["nothing", ["harmless"]],
  _http_outgoing: ["nothing", ["harmless"]],
  _http_server: ["ports", ["permission"]],
  _tls_common: ["nothing", ["harmless"]],
  _tls_wrap: ["hosts", ["permission"]],
  assert: ["nothing", ["harmless"]],
  "assert/strict": ["nothing", ["harmless"]],
  async_hooks: ["nothing", ["harmless"]],
  buffer: ["nothing", ["harmless"]],
  child_process: ["programs, signals", ["permission"]],
  cluster: ["programs", ["permission"]],
  console: ["its own output", ["harmless"]],
  constants: ["nothing", ["harmless"]],
  crypto: ["libraries, key files", ["permission"]],
  dgram: ["hosts", ["permission"]],
  diagnostics_channel: ["nothing", ["harmless"]],
  dns: ["name servers", ["permission"]],
  "dns/promises": ["name servers", ["permission"]],
  domain: ["nothing", ["harmless"]],
  events: ["nothing", ["harmless"]],
  fs: ["files", ["permission"]],
  "fs/promises": ["files", ["permission"]],
  http: ["hosts, ports", ["permission"]],
  http2: ["hosts, ports", ["permission"]],
  https: ["hosts, ports", ["permission"]],
  inspector: ["ports, all of the process", ["permission"]],
  "inspector/promises": ["ports, all of the process", ["permission"]],
  module: ["files, threads; whether a file is there, which nothing stops", ["permission"]],
  net: ["hosts, ports, sockets", ["permission"]],
  os: ["other processes' priority; names of the machine, its users and addresses, which nothing stops", ["deleted"]],
  path: ["nothing", ["harmless"]],
  "path/posix": ["nothing", ["harmless"]],
  "path/win32": ["nothing", ["harmless"]],
  perf_hooks: ["nothing", ["harmless"]],
  process: ["signals, programs, reports, addons", ["permission", "deleted"]],
  punycode: ["nothing", ["harmless"]],
  querystring: ["nothing", ["harmless"]],
  readline: ["nothing", ["harmless"]],
  "readline/promises": ["nothing", ["harmless"]],
  repl: ["its history's file", ["permission"]],
  stream: ["nothing", ["harmless"]],
  "stream/consumers": ["nothing", ["harmless"]],
  "stream/promises": ["nothing", ["harmless"]],
  "stream/web": ["nothing", ["harmless"]],
  string_decoder: ["nothing", ["harmless"]],
  sys: ["nothing", ["harmless"]],
  timers: ["nothing", ["harmless"]],
  "timers/promises": ["nothing", ["harmless"]],
  tls: ["hosts, ports", ["permission"]],
  trace_events: ["a file in the current folder", ["permission"]],
  tty: ["descriptors of its own", ["harmless"]],
  url: ["nothing", ["harmless"]],
  util: ["nothing", ["harmless"]],
  "util/types": ["nothing", ["harmless"]],
  v8: ["files of snapshots, V8's flags", ["permission", "deleted"]],
  vm: ["modules through an importer", ["permission"]],
  wasi: ["files", ["permission"]],
  worker_threads: ["threads without these limits", ["permission"]],
  zlib: ["nothing", ["harmless"]],
  "node:ffi": ["any library", ["absent"]],
  "node:sea": ["its own program", ["harmless"]],
  "node:sqlite": ["files, which the permission model does not know of", ["absent"]],
  "node:test": ["programs, files", ["permission"]],
  "node:test/reporters": ["nothing", ["harmless"]]
}
