import { accessAdvice } from "./errors/AccessAdvice.ts"
import type { Advice } from "./errors/Advice.ts"
import { requestAdvice } from "./errors/RequestAdvice.ts"
import { serviceAdvice } from "./errors/ServiceAdvice.ts"
import { stateAdvice } from "./errors/StateAdvice.ts"

/** Of answers to requests, by their `code`. */
export const advice: Readonly<Record<string, Advice>> = {
  ...requestAdvice,
  ...accessAdvice,
  ...stateAdvice,
  ...serviceAdvice
}
