/** The words for a press that was to take back and failed. */
import { ClientError } from '@parley/client'
import { wordsOf } from './loadable.ts'

type FailureWords = { readonly tone: 'refused'; readonly title: string; readonly text: string }

/** Without an answer it may have been done all the same: the title claims no more than is known, and a second press does no harm. */
export function notTakenBack(title: string, error: unknown): FailureWords {
  const isLost = error instanceof ClientError && (error.error === 'NetworkError' || error.error === 'Timeout')
  if (!isLost) return { tone: 'refused', title, text: wordsOf(error) }
  return { tone: 'refused', title: `${title}, as far as is known`, text: `${wordsOf(error)} Press again: a second time does no harm.` }
}
