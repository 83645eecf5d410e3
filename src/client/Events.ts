/** Server-Sent Events as they are read from an answer (HTML Living Standard, 9.2.6). */

export interface ServerSentEvent {
  readonly event: string
  readonly data: string
  readonly id: string | null
}

/** The events of a stream, as they arrive; comments are passed over. */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ""
  let event = "message"
  let data: Array<string> = []
  let id: string | null = null
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ""
      for (const line of lines) {
        if (line === "") {
          if (data.length > 0) yield { event, data: data.join("\n"), id }
          event = "message"
          data = []
          continue
        }
        const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
        if (name === "event") event = value
        else if (name === "data") data.push(value)
        else if (name === "id") id = value
      }
    }
  } finally {
    reader.releaseLock()
    await body.cancel().catch(() => {})
  }
}
