/** The rules of the sign-in forms, with the product's messages. */
import { cleanEmailAddress, isEmailAddress, weaknessOf } from '@parley/core'

export const emailError = (email: string): string | undefined =>
  email.trim() === '' ? 'Enter your email.' : isEmailAddress(cleanEmailAddress(email)) ? undefined : 'Enter a valid email address.'

export const passwordError = (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined)

/** Exactly six digits. */
export const codeError = (code: string): string | undefined =>
  /^\d{6}$/.test(code.trim()) ? undefined : 'Ensure this field has 6 characters'

export const backupCodeError = (code: string): string | undefined => (code.trim() === '' ? 'Enter a backup code.' : undefined)

const nobody = { firstName: '', lastName: '', email: '' }
type Owner = Parameters<typeof weaknessOf>[1]

/** Only the server can check for common passwords, because the list is long. */
export function newPasswordErrors(password: string, confirmation: string, owner: Owner = nobody) {
  return {
    password: password === '' ? 'Enter a new password.' : weaknessOf(password, owner),
    confirmation: confirmation === '' ? 'Enter the password again.' : confirmation === password ? undefined : 'Passwords do not match',
  }
}
