/** What jobs use unless they say otherwise: saved as it is changed. */
import { useState } from "preact/hooks"
import { put } from "./parts/Api.ts"
import { Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Failure, Head, say, useAct } from "./parts/Parts.tsx"
import { text } from "./strings.ts"

const words = text.settings

type Value = string | boolean | null | ReadonlyArray<string>

type Values = Readonly<Record<string, Value>>

const path = "/api/v2/settings"

interface FieldProps {
  readonly name: string
  readonly value: Value
  readonly change: (value: Value) => void
}

const Field = ({ name, value, change }: FieldProps) => {
  const { label, help, values } = words.fields[name]!
  const hint = <small id={`${name}-help`}>{help}</small>
  if (Array.isArray(value)) {
    const toggle = (code: string) => {
      const next = value.includes(code) ? value.filter((each) => each !== code) : [...value, code]
      if (next.length > 0) change(next)
    }
    return (
      <fieldset class="field">
        <legend>{label}</legend>
        <div class="choices">
          {Object.entries(words.languages).map(([code, language]) => (
            <label key={code} class="choice">
              <input type="checkbox" checked={value.includes(code)} onChange={() => toggle(code)} />
              {language}
            </label>
          ))}
        </div>
        {hint}
      </fieldset>
    )
  }
  if (typeof value === "boolean") {
    return (
      <div class="field">
        <label class="choice">
          <input
            type="checkbox"
            checked={value}
            aria-describedby={`${name}-help`}
            onChange={(event) => change(event.currentTarget.checked)}
          />
          {label}
        </label>
        {hint}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it holds one of the two
    <label class="field">
      <span>{label}</span>
      {values === undefined ? (
        <input
          type="text"
          value={typeof value === "string" ? value : ""}
          aria-describedby={`${name}-help`}
          onChange={(event) => change(event.currentTarget.value.trim() || null)}
        />
      ) : (
        <select
          value={String(value)}
          aria-describedby={`${name}-help`}
          onChange={(event) => change(event.currentTarget.value)}
        >
          {(__CHOICES__[name] ?? []).map((each) => (
            <option key={each} value={each}>
              {values[each] ?? each}
            </option>
          ))}
        </select>
      )}
      {hint}
    </label>
  )
}

export const Settings = () => {
  const { data, failure } = useLoaded<Values>(path)
  const [changed, setChanged] = useState<Values | null>(null)
  const { error, act } = useAct()
  const values = changed ?? data
  const change = (name: string) => (value: Value) => {
    if (values === null) return
    setChanged({ ...values, [name]: value })
    void act(async () => {
      try {
        setChanged(await put<Values>(path, { [name]: value }))
        say(words.saved)
      } catch (refused) {
        setChanged(values)
        throw refused
      }
    })
  }
  return (
    <>
      <Head title={text.views["settings"] ?? ""} lead={words.lead} />
      <Failure error={failure ?? error} />
      {values === null ? (
        <Waiting failure={failure} />
      ) : (
        <div class="card fields settings-list">
          {Object.keys(words.fields)
            .filter((name) => Object.hasOwn(values, name))
            .map((name) => (
              <Field key={name} name={name} value={values[name] ?? null} change={change(name)} />
            ))}
        </div>
      )}
    </>
  )
}
