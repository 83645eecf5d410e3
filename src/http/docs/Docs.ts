/** The documents about the API: made once from the one contract. */
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import { errorClasses } from "../../../schema/ErrorClasses.ts"

export const openApi: Record<string, unknown> = { ...OpenApi.fromApi(Api) }

export interface Entry {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly fields: ReadonlyArray<string>
}

/** Every error of the table, in its order. */
export const errorTable: ReadonlyArray<Entry> = [...errorClasses]
  .map(([code, error]) => {
    const annotations = Schema.resolveAnnotations(error) ?? {}
    return {
      code,
      status: Number(annotations["httpApiStatus"]),
      title: String(annotations["title"]),
      fields: Object.keys(error.fields).filter((field) => field !== "_tag" && field !== "message")
    }
  })
  .sort((a, b) => a.status - b.status)
