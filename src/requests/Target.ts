/** What the path of a request names. */

/** A letter, digit or mark that is escaped though it need not be, or what the router takes for the end of a path. */
const disguise = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])|[;#]/i

const isMisread = (segment: string) => {
  if (disguise.test(segment)) return true
  try {
    decodeURI(segment)
    return false
  } catch {
    return true
  }
}

/**
 * What the router would read as another path, or not at all, stands for itself: what is decided by a path, such as who may
 * keep the answer, is decided by the one that was sent, and an id that cannot be read is an unknown one.
 */
export const literally = (url: string) => {
  const [path = "", ...query] = url.split("?")
  const segments = path.split("/").map((segment) => (isMisread(segment) ? encodeURIComponent(segment) : segment))
  return [segments.join("/"), ...query].join("?")
}

/** An empty segment or a slash at the end names nothing. */
export const isUntidy = (path: string) => path !== "/" && (!path.startsWith("/") || /\/(\/|$)/.test(path))
