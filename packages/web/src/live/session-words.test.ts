import { ClientError } from '@parley/client'
import { expect, it } from 'vitest'
import { signInError } from './session-words.ts'

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
  ['nothing anybody can name', 'what', 'Something bad happened, try again...'],
])('after %s the sign-in says so', (_name, error, words) => expect(signInError(error)).toBe(words))
