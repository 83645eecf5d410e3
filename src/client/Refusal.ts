/** What the service said when it refused. `code` is stable, the rest is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** The whole body, with the fields that this code carries. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body["detail"] ?? body["message"] ?? `The service answered ${status}`))
    this.name = "ApiError"
    this.status = status
    this.code = String(body["code"] ?? "unknown")
    this.requestId = typeof body["request_id"] === "string" ? body["request_id"] : null
    this.body = body
  }
}

/** Whether a refusal has this code. */
export const isCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code

export const failure = async (response: Response): Promise<ApiError> => {
  const text = await response.text()
  try {
    return new ApiError(response.status, JSON.parse(text))
  } catch {
    return new ApiError(response.status, {})
  }
}
