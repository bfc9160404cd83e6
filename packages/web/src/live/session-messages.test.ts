import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { factorsWanted, signInError } from './session-messages.ts'

// Proves A 8.2 to 8.6, A 8.15.
it.each([
  ['a break of the network', new ClientError('failed', { status: 0, error: 'NetworkError' }), 'Network error please check your Internet.'],
  ['an abort after 60 s', new ClientError('aborted', { status: 0, error: 'Aborted' }), 'Network error please check your Internet.'],
  ['a type error of the browser', new TypeError('x'), 'Network error please check your Internet.'],
  [
    'a wrong password',
    new ClientError('no', { status: 400, fields: { non_field_errors: ['Unable to log in with provided credentials.'] } }),
    'Unable to log in with provided credentials.',
  ],
  [
    'a bad email',
    new ClientError('no', { status: 400, fields: { email: ['Enter a valid email address.'] } }),
    'Enter a valid email address.',
  ],
  [
    'anything else the server names',
    new ClientError('Too many requests', { status: 429, error: 'RateLimited' }),
    'RateLimited: Too many requests',
  ],
  ['a failure of the server without a body', new ClientError('Unknown error', { status: 500 }), 'Something bad happened, try again...'],
  ['nothing anybody can name', 'what', 'Something bad happened, try again...'],
])('after %s the sign-in shows why', (_name, error, words) => expect(signInError(error)).toBe(words))

describe('a second factor is wanted', () => {
  const answer = (message: string, fields: Record<string, string[]> = {}) => new ClientError(message, { status: 400, fields })
  const WANTED = 'Two Factor Authentication code is required'
  // Proves A 4.9, A 8.1.
  it.each([
    ['of the app, for which a backup code serves too', answer(WANTED, { factors: ['totp'] }), ['totp', 'backup']],
    ['of either kind', answer(WANTED, { factors: ['totp', 'passkey'] }), ['totp', 'backup', 'passkey']],
    ['that can only be a passkey', answer(WANTED, { factors: ['passkey'] }), ['passkey']],
    ['of a server that does not say which', answer(WANTED), ['totp', 'backup']],
    ['by no other refusal', answer('Unable to log in with provided credentials.'), undefined],
    ['by no failure of another kind', new TypeError(WANTED), undefined],
  ])('%s', (_name, error, factors) => expect(factorsWanted(error)).toEqual(factors))
})
