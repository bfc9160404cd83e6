import { describe, expect, it } from 'vitest'
import { backupCodeError, codeError, emailError, newPasswordErrors, passwordError } from './form-rules.ts'

const SIX = 'Ensure this field has 6 characters'

describe('the forms of signing in', () => {
  // Proves A 5.4, A 5.5, A 5.11.
  it.each([
    ['', 'Enter your email.'],
    ['   ', 'Enter your email.'],
    ['ada', 'Enter a valid email address.'],
    ['ada@', 'Enter a valid email address.'],
    ['ada@orrery', 'Enter a valid email address.'],
    ['a da@orrery.example', 'Enter a valid email address.'],
    ['ada@orrery.example', undefined],
    [' Ada@Orrery.example ', undefined],
  ])('the email "%s": %s', (email, said) => expect(emailError(email)).toBe(said))

  // Proves A 5.7.
  it.each([
    ['', 'Enter your password.'],
    ['x', undefined],
    [' ', undefined],
    ['x'.repeat(512), undefined],
    ['x'.repeat(513), 'Passwords are at most 512 characters long.'],
  ])('the password "%s": %s', (password, said) => expect(passwordError(password)).toBe(said))

  // Proves A 5.8 to 5.10, A 9.10.
  it.each([
    ['', SIX],
    ['12345', SIX],
    ['1234567', SIX],
    ['12345a', SIX],
    ['12.456', SIX],
    ['-12345', SIX],
    ['१२३४५६', SIX],
    ['123456', undefined],
    [' 123 456 ', undefined],
    ['123\u00a0456\n', undefined],
    ['1234 567', SIX],
    ['000000', undefined],
  ])('the code "%s": %s', (code, said) => expect(codeError(code)).toBe(said))

  it.each([
    [' ', 'Enter a backup code.'],
    ['ABCDE-FGHJK', undefined],
    ['  ABCDE FGHJK                            ', undefined],
    ['A'.repeat(33), 'At most 32 characters are allowed. You entered 33.'],
  ])('the backup code "%s": %s', (code, said) => expect(backupCodeError(code)).toBe(said))

  // Proves A 5.18, A 5.19.
  it.each([
    ['', '', 'Enter a new password.', 'Enter the password again.'],
    ['nine char', 'nine char', 'This password is too short. It must contain at least 10 characters.', undefined],
    ['ten chars!', 'ten chars!', undefined, undefined],
    ['1234567890123', '1234567890123', 'This password is entirely numeric. Use letters too.', undefined],
    ['copper meadow 41', 'copper meadow 42', undefined, 'Passwords do not match'],
  ])('the new password "%s", confirmed "%s": %s, %s', (password, confirmation, first, second) =>
    expect(newPasswordErrors(password, confirmation)).toEqual({ password: first, confirmation: second }),
  )
})
