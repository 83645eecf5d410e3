import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { html } from "./Html.ts"
import type { Printer } from "./Printer.ts"

/** A message of Marionette, the browser's own remote control: its length, a colon, JSON. */
const answers = async function* (socket: Socket) {
  let waiting = Buffer.alloc(0)
  for await (const chunk of socket) {
    waiting = Buffer.concat([waiting, chunk as Buffer])
    for (;;) {
      const colon = waiting.indexOf(":")
      const length = colon < 0 ? Number.NaN : Number(waiting.subarray(0, colon))
      if (!(waiting.length > colon + length)) break
      yield JSON.parse(waiting.subarray(colon + 1, colon + 1 + length).toString())
      waiting = waiting.subarray(colon + 1 + length)
    }
  }
}

/** The port that the browser wrote down in its profile once it listens. */
const portIn = async (profile: string, browser: ChildProcess) => {
  const file = join(profile, "MarionetteActivePort")
  while (!existsSync(file)) {
    if (browser.exitCode !== null) throw new Error("Firefox ended")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return Number(readFileSync(file, "utf8"))
}

export const printer: Printer = {
  name: "firefox",
  prints: () => true,
  lacks: ["formula"],
  packages: ["firefox-esr"],
  programs: ["/usr/bin/firefox-esr"],
  print: async (jobs, folder) => {
    const sources = join(folder, "html")
    mkdirSync(sources, { recursive: true })
    const profile = mkdtempSync(join(tmpdir(), "unseen-firefox-"))
    writeFileSync(
      join(profile, "user.js"),
      'user_pref("marionette.port", 0); user_pref("network.proxy.type", 0); user_pref("browser.shell.checkDefaultBrowser", false);\n'
    )
    const browser = spawn("/usr/bin/firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile], {
      stdio: "ignore",
      env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1" }
    })
    try {
      const socket = connect(await portIn(profile, browser), "127.0.0.1")
      const incoming = answers(socket)
      await incoming.next()
      let asked = 0
      const ask = async (name: string, parameters: object) => {
        const message = JSON.stringify([0, ++asked, name, parameters])
        socket.write(`${Buffer.byteLength(message)}:${message}`)
        const [, , error, value] = (await incoming.next()).value
        if (error !== null) throw new Error(error.message)
        return value
      }
      await ask("WebDriver:NewSession", {})
      for (const { id, document, style, pdf } of jobs) {
        const source = join(sources, `${id}.html`)
        writeFileSync(source, html(document, style, { hasFootnotes: false }))
        try {
          await ask("WebDriver:Navigate", { url: pathToFileURL(source).href })
          const { width, height } = style.paper
          const [x, y] = [style.margin.x / 10, style.margin.y / 10]
          const right = style.hasNoteMargin ? 5.8 : x
          const { value } = await ask("WebDriver:Print", {
            background: true,
            page: { width: width / 10, height: height / 10 },
            margin: { top: y, bottom: y, left: x, right },
            shrinkToFit: false
          })
          writeFileSync(pdf, Buffer.from(value, "base64"))
        } catch (error) {
          writeFileSync(join(sources, `${id}.log`), String(error))
        }
      }
      socket.destroy()
    } finally {
      if (browser.exitCode === null) {
        browser.kill("SIGKILL")
        await once(browser, "exit")
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
    return jobs.filter(({ pdf }) => !existsSync(pdf)).map(({ id }) => id)
  }
}
