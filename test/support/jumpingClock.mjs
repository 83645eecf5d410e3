// Loaded before a program (`node --import`): SIGUSR2 sets its wall clock forth by ten minutes, and back by twenty and forth by
// twenty ever after. What measures durations goes on as it is, as it does when a machine's clock is set.
const Real = Date
const jumps = [10, -10]
let offset = 0
let jump = 0
process.on("SIGUSR2", () => {
  offset = jumps[jump % jumps.length] * 60_000
  jump += 1
})
globalThis.Date = class extends Real {
  constructor(...args) {
    super(...(args.length === 0 ? [Real.now() + offset] : args))
  }
  static now() {
    return Real.now() + offset
  }
}
