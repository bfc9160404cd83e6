import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { errorMessage } from './loadable.ts'

describe('the words for a failure', () => {
  // Proves T 8.30, T 8.31.
  it.each([
    ['of the order book lose their dots', { status: 400, service: 'grfq' }, 'The quote has expired...', 'The quote has expired'],
    [
      'of the order book have data that is a text',
      { status: 400, service: 'grfq', dataText: 'ask again' },
      'Refused.',
      'Refused ask again',
    ],
    ['of a direct RFQ are the sentence', { status: 400, service: 'drfq', dataText: 'ask again' }, 'Refused.', 'Refused.'],
    ['of a time-out', { status: 0, error: 'Timeout' }, 'No.', 'The server did not respond in time.'],
    ['of a network that is broken', { status: 0, error: 'NetworkError' }, 'No.', 'Cannot reach the server. Check your network connection.'],
  ] as const)('%s', (_, about, message, words) => {
    expect(errorMessage(new ClientError(message, about))).toBe(words)
  })

  it('also exists for a value that is not an error', () => {
    expect(errorMessage(undefined)).toBe('Something bad happened, try again...')
  })
})
