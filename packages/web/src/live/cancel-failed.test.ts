import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { cancelFailed } from './cancel-failed.ts'

const failed = (error: 'NetworkError' | 'Timeout' | undefined) =>
  new ClientError('It is closed.', { status: error === undefined ? 409 : 0, error })

describe('a cancellation that failed', () => {
  const table: [what: string, error: unknown, title: string, text: string][] = [
    ['was refused by the server, with its message', failed(undefined), 'Cancel failed', 'It is closed.'],
    ['may have succeeded if the response was lost', failed('Timeout'), 'Cancel failed (not confirmed)', 'The server did not respond in time. Try again. Repeating it is safe.'], // prettier-ignore
    ['may have succeeded if the connection broke', failed('NetworkError'), 'Cancel failed (not confirmed)', 'Cannot reach the server. Check your network connection. Try again. Repeating it is safe.'], // prettier-ignore
    ['failed here', new Error('Sign in first.'), 'Cancel failed', 'Sign in first.'],
  ]
  it.each(table)('%s', (_, error, title, text) => expect(cancelFailed('Cancel failed', error)).toEqual({ tone: 'refused', title, text }))
})
