/** The message for a cancellation that failed. */
import { ClientError } from '@parley/client'
import { errorMessage } from './loadable.ts'

type FailureMessage = { readonly tone: 'refused'; readonly title: string; readonly text: string }

/** Without a response it may have succeeded. The title marks it as unconfirmed, and repeating it is harmless. */
export function cancelFailed(title: string, error: unknown): FailureMessage {
  const isLost = error instanceof ClientError && (error.error === 'NetworkError' || error.error === 'Timeout')
  if (!isLost) return { tone: 'refused', title, text: errorMessage(error) }
  return { tone: 'refused', title: `${title} (not confirmed)`, text: `${errorMessage(error)} Try again. Repeating it is safe.` }
}
