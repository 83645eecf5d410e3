/**
 * What was made for a name is kept for the next time; beyond `most` names the one goes that came first. For what is the same
 * whenever it is made. What comes to nothing is not kept.
 */
export const recent = <A>(most: number) => {
  const all = new Map<string, A>()
  return <B extends A | undefined>(name: string, make: () => B): A | B => {
    const known = all.get(name)
    if (known !== undefined) return known
    const made = make()
    if (made === undefined) return made
    if (all.size >= most) all.delete(all.keys().next().value ?? "")
    all.set(name, made)
    return made
  }
}
