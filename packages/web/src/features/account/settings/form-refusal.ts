/** The words of a refused form: at each field, and once for all of it. */
import { ClientError } from '@parley/client'
import type { FieldErrors, FormRefusal } from '../../../components/use-form.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { isStepUpGivenUp } from '../../../live/step-up.ts'

type Texts = Readonly<Record<string, string>>

/** A person who gives up the proof needs no words about it. */
export function formRefusal<T extends Texts>(error: unknown, names: readonly (keyof T & string)[]): FormRefusal<T> {
  if (isStepUpGivenUp(error)) return {}
  if (!(error instanceof ClientError)) return { general: errorMessage(error) }
  const listed = names.flatMap((name) => (error.fields[name]?.[0] === undefined ? [] : [[name, error.fields[name][0]] as const]))
  if (listed.length > 0) return { fields: Object.fromEntries(listed) as FieldErrors<T> }
  // A field the form does not have is said below it; else the message is what `non_field_errors` said.
  return { general: Object.values(error.fields)[0]?.[0] ?? errorMessage(error) }
}

/** The words alone, where there is no form. */
export const refusalWords = (error: unknown): string | undefined => formRefusal(error, []).general
