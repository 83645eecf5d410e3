/** The options of this browser: the v1 settings, saved as they are changed. */
import { useEffect, useState } from "preact/hooks"
import type { Settings } from "../../schema/Settings.ts"
import { codeOf, withClient } from "./Service.ts"
import { text } from "./strings.ts"

type Values = typeof Settings.Encoded

const read = () => withClient(async (client) => (await (await client.send("/settings")).json()) as Values)

const save = (changed: Partial<Values>) =>
  withClient(async (client) => {
    const answer = await client.send("/settings", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(changed)
    })
    return (await answer.json()) as Values
  })

const isRange = (value: string) => /^[1-9]\d{0,5}(-[1-9]\d{0,5})?(,[1-9]\d{0,5}(-[1-9]\d{0,5})?){0,99}$/.test(value)

/** What a refusal says, where the page has words for it. */
const inWords = (error: unknown, otherwise: string) => {
  const code = codeOf(error)
  return code === "unknown" ? otherwise : (text.failures[code] ?? otherwise)
}

export const Options = () => {
  const [values, setValues] = useState<Values | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    read().then(setValues, (error) => setFailure(inWords(error, text.optionsUnread)))
  }, [])

  const change = (changed: Partial<Values>) => {
    setFailure(null)
    if (values !== null) setValues({ ...values, ...changed })
    save(changed).then(setValues, (error) => setFailure(inWords(error, text.optionsFail)))
  }

  if (values === null) return failure === null ? null : <p role="alert">{failure}</p>

  const chosen = (name: keyof typeof text.settings) => {
    const { label, values: all } = text.settings[name]
    return (
      <label class="field">
        <span>{label}</span>
        <select value={values[name]} onChange={(event) => change({ [name]: event.currentTarget.value })}>
          {Object.entries(all).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    )
  }

  const toggleLanguage = (language: string) => {
    const has = values.ocr_languages.some((each) => each === language)
    const next = has ? values.ocr_languages.filter((each) => each !== language) : [...values.ocr_languages, language]
    if (next.length > 0) change({ ocr_languages: next as Values["ocr_languages"] })
  }

  return (
    <div class="options">
      {chosen("converter")}
      {chosen("tables")}
      {chosen("headers_footers")}
      {chosen("page_breaks")}
      {chosen("images")}
      <label class="field">
        <span>{text.pageRange}</span>
        <input
          type="text"
          placeholder={text.pageRangeHint}
          value={values.page_range ?? ""}
          onChange={(event) => {
            const value = event.currentTarget.value.trim()
            if (value === "" || isRange(value)) change({ page_range: value === "" ? null : value })
            else setFailure(text.pageRangeWrong)
          }}
        />
      </label>
      <fieldset class="field languages">
        <legend>{text.ocrLanguages}</legend>
        {Object.entries(text.languages).map(([code, name]) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={values.ocr_languages.some((each) => each === code)}
              onChange={() => toggleLanguage(code)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label class="field check">
        <input
          type="checkbox"
          checked={values.front_matter}
          onChange={(event) => change({ front_matter: event.currentTarget.checked })}
        />
        {text.frontMatter}
      </label>
      {failure === null ? null : <p role="alert">{failure}</p>}
    </div>
  )
}
