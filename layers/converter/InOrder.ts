export interface InOrder<A> {
  /** From here on all are let through in this order of their numbers. Without it they are as they come. */
  readonly expect: (numbers: ReadonlyArray<number>) => void
  readonly arrive: (value: A) => void
}

/** Lets values through in the order of their numbers, and keeps those that come early until their turn. */
export const inOrder = <A>(numberOf: (value: A) => number, emit: (value: A) => void): InOrder<A> => {
  const early = new Map<number, A>()
  let order: Iterator<number> | null = null
  let due: number | undefined
  return {
    expect: (numbers) => {
      order = numbers[Symbol.iterator]()
      due = order.next().value
    },
    arrive: (value) => {
      if (order === null) return emit(value)
      early.set(numberOf(value), value)
      while (due !== undefined) {
        const next = early.get(due)
        if (next === undefined) return
        early.delete(due)
        due = order.next().value
        emit(next)
      }
    }
  }
}
