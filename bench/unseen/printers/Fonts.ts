/** Which languages the fonts of this machine can show: without one a page has boxes in place of letters, which nobody could read. */
import { spawnSync } from "node:child_process"
import { type Language, languages } from "../content/Languages.ts"

const hasFont = ({ code }: Language): boolean => {
  const { error, stdout } = spawnSync("fc-list", [`:lang=${code === "zh" ? "zh-cn" : code}`], { encoding: "utf8" })
  return error !== undefined || stdout !== ""
}

export const readable = (): ReadonlyArray<Language> => {
  const found = languages.filter(hasFont)
  const missing = languages.filter((each) => !found.includes(each)).map(({ code }) => code)
  if (missing.length > 0) console.log(`unseen: NO FONT for ${missing.join(", ")}: nothing is printed in them`)
  return found
}
