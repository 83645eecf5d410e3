/** The engine in children, which start from linked programs as those of a service do. */
import { Effect, Layer } from "effect"
import * as Inspection from "../../layers/converter/Inspection.ts"
import { type ConverterOptions, layerWith } from "../../layers/converter/Processes.ts"
import { code } from "./DataFolder.ts"

export const engine = (options: ConverterOptions) =>
  Layer.unwrap(Effect.map(Effect.promise(code), (code) => layerWith({ ...options, code })))

export const inspector = (options: Parameters<typeof Inspection.layerWith>[0]) =>
  Layer.unwrap(Effect.map(Effect.promise(code), (code) => Inspection.layerWith({ ...options, code })))
