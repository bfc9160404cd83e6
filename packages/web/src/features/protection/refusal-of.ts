/** Shows a rejection of a protection call at the field that it names, otherwise for the whole form. */
import { ClientError } from '@parley/client'
import type { FormRefusal } from '../../components/use-form.ts'
import { errorMessage } from '../../live/loadable.ts'

type AnyRefusal = FormRefusal<Readonly<Record<string, string>>>

const fields: Readonly<Record<string, string>> = { window_ms: 'window', frozen_ms: 'frozen', most: 'executions' }

export function refusalOf(error: unknown): AnyRefusal {
  if (!(error instanceof ClientError) || error.member === undefined) return { general: errorMessage(error) }
  const member = error.member.replace(/^most\./, '')
  return { fields: { [fields[member] ?? member]: error.message } }
}
