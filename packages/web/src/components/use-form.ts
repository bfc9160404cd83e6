/** A form of texts: errors show once a field was left, and all of them when it is sent; the server's stand until the field changes. */
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'

type Texts = Readonly<Record<string, string>>
export type FieldErrors<T extends Texts> = Partial<Record<keyof T, string | undefined>>
/** Why it was refused: at a field, or as a whole. */
export type FormRefusal<T extends Texts> = { readonly fields?: FieldErrors<T>; readonly general?: string | undefined }

export type Form<T extends Texts> = {
  readonly values: T
  readonly isSending: boolean
  readonly refused: string | undefined
  /** Why it cannot be sent now: nothing was entered yet. */
  readonly disabledReason: string | undefined
  readonly change: (name: keyof T, value: string) => void
  /** For what is refused later than by `send`. */
  readonly refuse: (refusal: FormRefusal<T>) => void
  /** For an input: its name, value, error and what it tells. */
  readonly field: (name: keyof T & string) => {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onBlur: () => void
  }
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export function useForm<T extends Texts>(about: {
  readonly initial: T
  readonly check: (values: T) => FieldErrors<T>
  /** Sends what has passed the check; answers why it was refused. */
  readonly send: (values: T) => Promise<FormRefusal<T> | undefined>
}): Form<T> {
  const [values, setValues] = useState(about.initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof T>>(new Set())
  const [hasBegun, setHasBegun] = useState(false)
  const [refusal, setRefusal] = useState<FormRefusal<T>>({})
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const wrong = about.check(values)

  const touch = (name: keyof T) => {
    setTouched((before) => new Set([...before, name]))
    setHasBegun(true)
  }
  const change = (name: keyof T, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setHasBegun(true)
    setRefusal(({ fields }) => ({ fields: { ...fields, [name]: undefined } as FieldErrors<T> }))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy.current || !hasBegun) return
    setTouched(new Set(Object.keys(values)))
    const names = Object.keys(values).filter((name) => wrong[name] !== undefined)
    if (names.length > 0) return focusFirst(event.currentTarget, names)
    isBusy.current = true
    setIsSending(true)
    setRefusal({})
    void about.send(values).then((answer) => {
      isBusy.current = false
      setIsSending(false)
      setRefusal(answer ?? {})
    })
  }
  return {
    values,
    isSending,
    refused: refusal.general,
    disabledReason: hasBegun ? undefined : 'Fill in the form first.',
    change,
    refuse: setRefusal,
    field: (name) => ({
      name,
      value: values[name]!,
      error: refusal.fields?.[name] ?? (touched.has(name) ? wrong[name] : undefined),
      onChange: (event) => change(name, event.target.value),
      onBlur: () => afterPress(() => touch(name)),
    }),
    onSubmit,
  }
}

/** The first in the order of the page, which is the order somebody reads. */
function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const input = [...form.elements].find((element) => names.includes(element.getAttribute('name') ?? ''))
  if (input instanceof HTMLElement) input.focus()
}
