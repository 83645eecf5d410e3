import { Cause } from "effect"

interface Settings {
  readonly port: string
  readonly databaseUrl: string
  readonly dataDir: string
}

/** A reason with the setting that it comes from; of a database, the host and never the password. */
const blamed = (message: string, { port, databaseUrl, dataDir }: Settings): string => {
  if (message.includes("EADDRINUSE"))
    return `PORT ${port} is in use: stop what listens there, or set PORT to another one`
  // What the system says of a file, with its path.
  const isOurs = [dataDir, dataDir.replace(/^\.\//, "")].some((path) => message.includes(`'${path}`))
  if (isOurs && /^E[A-Z]+: /.test(message)) return `DATA_DIR: ${message}`
  const database = message.startsWith("PgConnection") ? URL.parse(databaseUrl) : null
  return database === null ? message : `DATABASE_URL (${database.host}${database.pathname}): ${message}`
}

/** A message of Effect's Config, after the variable that it is about. */
const named = (message: string): string => {
  const [, text = message, variable = ""] = /^(.*)\n\s+at \["(\w+)"\]$/s.exec(message) ?? []
  if (text.includes(variable)) return text
  return `${variable}: ${text}`.replace(/: Expected (?:a string representing )?/, ": must be ")
}

/** What an operator can act on: each error, with what caused it where that says more. */
export const reasons = (cause: Cause.Cause<unknown>, settings: Settings): ReadonlyArray<string> =>
  Cause.prettyErrors(cause).map((error) => {
    const chain: Array<string> = []
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at.message === "") continue
      if (chain.at(-1)?.includes(at.message) === true) chain.pop()
      chain.push(at.message)
    }
    return blamed(chain.map(named).join(": "), settings)
  })
