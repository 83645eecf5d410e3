/**
 * Every failure a client can meet: its code, its status, its fields. The tag is the code: `Effect.catchTag("slots_full", …)`
 * in the program and `"code": "slots_full"` on the wire are the same word. Codes never change meaning; fields are only ever
 * added.
 */
export * from "./errors/AccessErrors.ts"
export * from "./errors/RequestErrors.ts"
export * from "./errors/ServiceErrors.ts"
export * from "./errors/StateErrors.ts"
