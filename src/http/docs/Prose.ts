import { escape } from "../Pages.ts"

/** Text with `code` in it. */
export const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>")
