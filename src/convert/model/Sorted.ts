/** How many of some things in order are so, where all that are so come first. */
export const countWhile = <A>(sorted: ArrayLike<A>, is: (each: A) => boolean): number => {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (is(sorted[middle] as A)) from = middle + 1
    else to = middle
  }
  return from
}
