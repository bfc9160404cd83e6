import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { formRefusal } from './form-refusal.ts'

/** The error that the client builds from a response: its message comes from `non_field_errors`. */
const refused = (fields: Record<string, string[]>, message = 'Unknown error') => new ClientError(message, { status: 400, fields })

describe('a rejected form shows', () => {
  // Proves A 4.36, A 8.16, A 8.17.
  it.each([
    ['at the field what is wrong with it', refused({ old_password: ['Wrong.', 'Twice.'] }), { fields: { old_password: 'Wrong.' } }],
    ['below it what belongs to no field', refused({}, 'Too late.'), { general: 'Too late.' }],
    ['below it what is said of a field it does not have', refused({ other: ['Wrong.'] }), { general: 'Wrong.' }],
    [
      'that the network failed',
      new ClientError('', { status: 0, error: 'NetworkError' }),
      { general: 'Cannot reach the server. Check your network connection.' },
    ],
    [
      'nothing where the person did not want to prove who they are',
      new ClientError('Prove it.', { status: 403, error: 'StepUpRequired' }),
      {},
    ],
  ])('%s', (_what, error, said) => expect(formRefusal(error, ['old_password'])).toEqual(said))
})
