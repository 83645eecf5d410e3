/** Why the service cannot start, with the setting that it comes from; of a database, the host and never the password. */
export const blamed = (
  message: string,
  { port, databaseUrl }: { readonly port: string; readonly databaseUrl: string }
): string => {
  if (message.includes("EADDRINUSE"))
    return `PORT ${port} is in use: stop what listens there, or set PORT to another one`
  const database = message.startsWith("PgConnection") ? URL.parse(databaseUrl) : null
  return database === null ? message : `DATABASE_URL (${database.host}${database.pathname}): ${message}`
}
