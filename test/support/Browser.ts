/** A browser, as far as signing in needs one: it follows redirects and keeps cookies by host and path. */
import { Effect } from "effect"
import * as Service from "./Service.ts"

/** The public origins of a service under test; requests to them reach it as through a proxy that it trusts. */
export const origins = ["http://localhost:8080", "https://pdf.example"] as const

export const variables = { PUBLIC_ORIGINS: origins.join(","), TRUSTED_PROXIES: "127.0.0.1,::1" }

interface Cookie {
  readonly value: string
  readonly path: string
  /** All that stands beside the value, in lower case. */
  readonly attributes: ReadonlyArray<string>
}

export interface Visit {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const parsed = (line: string): readonly [string, Cookie] => {
  const [pair = "", ...rest] = line.split("; ")
  const at = pair.indexOf("=")
  const attributes = rest.map((attribute) => attribute.toLowerCase())
  const path = rest.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/"
  return [pair.slice(0, at), { value: pair.slice(at + 1), path, attributes }]
}

const isOver = ({ attributes }: Cookie) =>
  attributes.some((attribute) => /^max-age=0$|^expires=.* 1970 /.test(attribute))

export interface Browser {
  /** One request, without following where it leads. */
  readonly step: (url: URL, init?: RequestInit) => Promise<Visit>
  /** Follows redirects until there is a page, or `until` holds of where it would go next. */
  readonly go: (url: URL, init?: RequestInit, until?: (next: URL) => boolean) => Promise<Visit>
  readonly cookie: (url: URL, name: string) => Cookie | undefined
  readonly plant: (url: URL, name: string, value: string) => void
}

const make = (base: string): Browser => {
  const jars = new Map<string, Map<string, Cookie>>()
  const jar = ({ host }: URL) => jars.get(host) ?? jars.set(host, new Map()).get(host)!

  const step = async (url: URL, init: RequestInit = {}): Promise<Visit> => {
    const isOurs = (origins as ReadonlyArray<string>).includes(url.origin)
    const headers = new Headers(init.headers)
    const cookies = [...jar(url)].filter(([, { path }]) => url.pathname.startsWith(path))
    if (cookies.length > 0) headers.set("cookie", cookies.map(([name, { value }]) => `${name}=${value}`).join("; "))
    if (isOurs) {
      headers.set("x-forwarded-host", url.host)
      headers.set("x-forwarded-proto", url.protocol.slice(0, -1))
    }
    const target = isOurs ? new URL(url.pathname + url.search, base) : url
    const response = await fetch(target, { ...init, headers, redirect: "manual" })
    for (const [name, cookie] of response.headers.getSetCookie().map(parsed)) {
      if (isOver(cookie)) jar(url).delete(name)
      else jar(url).set(name, cookie)
    }
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: (await response.text()).replaceAll("<wbr>", "")
    }
  }

  const go: Browser["go"] = async (url, init = {}, until = () => false) => {
    const visit = await step(url, init)
    const location = visit.headers.get("location")
    if (location === null) return visit
    const next = new URL(location, url)
    return until(next) ? { ...visit, url: next } : go(next, {}, until)
  }

  return {
    step,
    go,
    cookie: (url, name) => jar(url).get(name),
    plant: (url, name, value) => jar(url).set(name, { value, path: "/", attributes: [] })
  }
}

export const newBrowser = Effect.map(Service.Base, make)
