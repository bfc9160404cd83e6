/** The message for a cancellation that failed. */
import { ClientError } from '@parley/client'
import { wordsOf } from './loadable.ts'

type FailureWords = { readonly tone: 'refused'; readonly title: string; readonly text: string }

/** Without a response it may have succeeded. The title marks it as unconfirmed, and repeating it is harmless. */
export function notTakenBack(title: string, error: unknown): FailureWords {
  const isLost = error instanceof ClientError && (error.error === 'NetworkError' || error.error === 'Timeout')
  if (!isLost) return { tone: 'refused', title, text: wordsOf(error) }
  return { tone: 'refused', title: `${title} (not confirmed)`, text: `${wordsOf(error)} Try again. Repeating it is safe.` }
}
