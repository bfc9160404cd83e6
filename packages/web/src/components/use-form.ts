/** A text form. Errors appear after a field loses focus, and all of them on submit. Server errors stay until the field changes. */
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import { tooLongText } from './text-limit.ts'

type Texts = Readonly<Record<string, string>>
export type FieldErrors<T extends Texts> = Partial<Record<keyof T, string | undefined>>
type Most<T extends Texts> = Readonly<Partial<Record<keyof T & string, number>>>
/** Why the form was refused: errors of fields, or of the form as a whole. */
export type FormRefusal<T extends Texts> = { readonly fields?: FieldErrors<T>; readonly general?: string | undefined }

export type Form<T extends Texts> = {
  readonly values: T
  readonly isSending: boolean
  readonly refused: string | undefined
  /** Why it cannot be sent yet: nothing has been entered. */
  readonly disabledReason: string | undefined
  readonly change: (name: keyof T, value: string) => void
  /** For refusals that arrive after `send` has returned. */
  readonly refuse: (refusal: FormRefusal<T>) => void
  /** Props for an input: name, value, error and handlers. */
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
  /** The most characters of a field, without the spaces around it. Its error appears immediately. */
  readonly most?: Most<T>
  readonly check: (values: T) => FieldErrors<T>
  /** Sends validated values and returns a refusal, if any. */
  readonly send: (values: T) => Promise<FormRefusal<T> | undefined>
}): Form<T> {
  const [values, setValues] = useState(about.initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof T>>(new Set())
  const [hasBegun, setHasBegun] = useState(false)
  const [refusal, setRefusal] = useState<FormRefusal<T>>({})
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const long = tooLong(values, about.most)
  const wrong: FieldErrors<T> = { ...about.check(values), ...long }

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
      error: refusal.fields?.[name] ?? (touched.has(name) ? wrong[name] : long[name]),
      onChange: (event) => change(name, event.target.value),
      onBlur: () => afterPress(() => touch(name)),
    }),
    onSubmit,
  }
}

function tooLong<T extends Texts>(values: T, most: Most<T> | undefined): FieldErrors<T> {
  const errors = Object.entries<number | undefined>(most ?? {}).map(([name, limit]) => [name, tooLongText(values[name]!, limit!)] as const)
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined)) as FieldErrors<T>
}

/** Focuses the first invalid field in reading order. */
function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const input = [...form.elements].find((element) => names.includes(element.getAttribute('name') ?? ''))
  if (input instanceof HTMLElement) input.focus()
}
