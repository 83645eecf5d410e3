/**
 * How long a test waits for a fact, in ms: less than vitest gives the test, so that it can say what it waited for. No claim
 * about speed: it ends what hangs, on a machine that has other things to do.
 */
export const patience = 150_000
