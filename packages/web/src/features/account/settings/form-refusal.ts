/** The messages of a rejected form: one for each field, and one for the whole form. */
import { ClientError } from '@parley/client'
import type { FieldErrors, FormRefusal } from '../../../components/use-form.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { isStepUpGivenUp } from '../../../live/step-up.ts'

type Texts = Readonly<Record<string, string>>

/** No message if the user cancels the confirmation of their identity. */
export function formRefusal<T extends Texts>(error: unknown, names: readonly (keyof T & string)[]): FormRefusal<T> {
  if (isStepUpGivenUp(error)) return {}
  if (!(error instanceof ClientError)) return { general: errorMessage(error) }
  const listed = names.flatMap((name) => (error.fields[name]?.[0] === undefined ? [] : [[name, error.fields[name][0]] as const]))
  if (listed.length > 0) return { fields: Object.fromEntries(listed) as FieldErrors<T> }
  // An error in a field that the form does not have is shown below it. Otherwise the message comes from `non_field_errors`.
  return { general: Object.values(error.fields)[0]?.[0] ?? errorMessage(error) }
}

/** Only the message, if there is no form. */
export const refusalMessage = (error: unknown): string | undefined => formRefusal(error, []).general
