/** How far a conversion of files has come. */
export interface Progress {
  readonly files: number
  filesDone: number
  /** Of the documents opened so far. */
  pages: number
  pagesDone: number
}

export const start = (files: number): Progress => ({ files, filesDone: 0, pages: 0, pagesDone: 0 })

/** In characters. */
const width = 30

/** `[#########---------------------] 3 of 10 files, 41 of 120 pages` */
export const line = ({ files, filesDone, pages, pagesDone }: Progress): string => {
  const begun = pages === 0 ? 0 : pagesDone / pages
  const share = files === 1 ? begun : filesDone / files
  const full = Math.round(Math.min(1, share) * width)
  const counts = files === 1 ? "" : `${filesDone} of ${files} files, `
  return `[${"#".repeat(full)}${"-".repeat(width - full)}] ${counts}${pagesDone} of ${pages} pages`
}
