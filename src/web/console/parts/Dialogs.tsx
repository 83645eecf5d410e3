/** What opens over a view: questions, forms, and secrets that are shown once. */
import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"
import { text } from "../strings.ts"
import { Failure, useAct } from "./Parts.tsx"

interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
}

export const Dialog = ({ title, close, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly explanation: string
  readonly label: string
  readonly close: () => void
  readonly act: () => Promise<unknown>
}

/** Asks before something that cannot be undone. */
export const Confirm = ({ title, explanation, label, close, act }: ConfirmProps) => {
  const acting = useAct()
  return (
    <Dialog title={title} close={close}>
      <p>{explanation}</p>
      <Failure error={acting.error} />
      <div class="buttons">
        <button type="button" onClick={close}>
          {text.keep}
        </button>
        <button
          type="button"
          class="danger"
          disabled={acting.isBusy}
          onClick={() =>
            void acting.act(async () => {
              await act()
              close()
            })
          }
        >
          {label}
        </button>
      </div>
    </Dialog>
  )
}

interface FormProps {
  readonly title: string
  /** What stands before the fields. */
  readonly lead?: string
  readonly label: string
  readonly close: () => void
  readonly send: (form: FormData) => Promise<unknown>
  readonly children: ComponentChildren
}

/** Fields to fill in and to send, once at a time; what is refused is told below them. */
export const FormDialog = ({ title, lead, label, close, send, children }: FormProps) => {
  const { isBusy, error, act } = useAct()
  const submit = (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    void act(() => send(form))
  }
  return (
    <Dialog title={title} close={close}>
      {lead === undefined ? null : <p>{lead}</p>}
      <form class="fields" onSubmit={submit}>
        {children}
        <Failure error={error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {text.cancel}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {label}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
