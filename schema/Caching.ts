/** What nobody but the caller may keep: every answer of the API itself, as opposed to documents about it. */
export const isPrivate = (path: string): boolean =>
  /^\/(?:api\/v2|jobs|settings|register|link|mcp|oauth)(?:\/|$)/.test(path)
