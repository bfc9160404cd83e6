import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { formRefusal } from './form-refusal.ts'

const refused = (fields: Record<string, string[]>) => new ClientError('Refused.', { status: 400, fields })
const wrong = { old_password: ['Wrong.', 'Twice.'] }
const late = { non_field_errors: ['Too late.'] }

describe('a refused form says', () => {
  it.each([
    ['at the field what is wrong with it', refused(wrong), { fields: { old_password: 'Wrong.' }, general: undefined }],
    ['below it what belongs to no field', refused(late), { fields: {}, general: 'Too late.' }],
    ['both', refused({ ...wrong, ...late }), { fields: { old_password: 'Wrong.' }, general: 'Too late.' }],
    ['below it what is said of a field it does not have', refused({ other: ['Wrong.'] }), { fields: {}, general: 'Refused.' }],
    [
      'that the network failed',
      new ClientError('', { status: 0, error: 'NetworkError' }),
      { fields: {}, general: 'The server cannot be reached; check the network.' },
    ],
    [
      'nothing where the person did not want to prove who they are',
      new ClientError('Prove it.', { status: 403, error: 'StepUpRequired' }),
      {},
    ],
  ])('%s', (_what, error, said) => expect(formRefusal(error, ['old_password'])).toEqual(said))
})
