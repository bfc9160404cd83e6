import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { notTakenBack } from './not-taken-back.ts'

const failed = (error: 'NetworkError' | 'Timeout' | undefined) =>
  new ClientError('It is closed.', { status: error === undefined ? 409 : 0, error })

describe('a press that was to take back and failed', () => {
  const table: [what: string, error: unknown, title: string, text: string][] = [
    ['was refused by the server, in its words', failed(undefined), 'Not pulled', 'It is closed.'],
    ['may have been done where the answer was lost', failed('Timeout'), 'Not pulled, as far as is known', 'The server did not answer in time. Press again: a second time does no harm.'], // prettier-ignore
    ['may have been done where the line broke', failed('NetworkError'), 'Not pulled, as far as is known', 'The server cannot be reached; check the network. Press again: a second time does no harm.'], // prettier-ignore
    ['failed here', new Error('Sign in first.'), 'Not pulled', 'Sign in first.'],
  ]
  it.each(table)('%s', (_, error, title, text) => expect(notTakenBack('Not pulled', error)).toEqual({ tone: 'refused', title, text }))
})
