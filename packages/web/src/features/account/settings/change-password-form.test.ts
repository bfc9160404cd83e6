import { describe, expect, it } from 'vitest'
import { passwordProblems } from './change-password-form.ts'

const good = { old_password: 'the old one', new_password1: 'quiet harbour 7', new_password2: 'quiet harbour 7' }
const none = { old_password: undefined, new_password1: undefined, new_password2: undefined }
const short = { new_password1: 'harbour 7', new_password2: 'harbour 7' }

describe('Change Password', () => {
  // Proves A 5.34 to 5.37, A 5.41.
  it.each([
    ['nothing is wrong', {}, {}],
    ['the old password is required', { old_password: '' }, { old_password: 'Enter your old password.' }],
    ['one character is an old password', { old_password: 'x' }, {}],
    [
      'the new one is required',
      { new_password1: '', new_password2: '' },
      { new_password1: 'Enter a new password.', new_password2: 'Enter the new password again.' },
    ],
    ['nine characters are too few', short, { new_password1: 'Use at least 10 characters.' }],
    ['ten are enough', { new_password1: 'harbour 77', new_password2: 'harbour 77' }, {}],
    ['it may not be the old one', { old_password: 'quiet harbour 7' }, { new_password1: "Can't be the same as Old password" }],
    ['the confirmation must match', { new_password2: 'quiet harbour 8' }, { new_password2: 'Passwords do not match' }],
  ])('%s', (_what, change, problems) => expect(passwordProblems({ ...good, ...change })).toEqual({ ...none, ...problems }))
})
