/** The rules of the sign-in forms, with the product's messages. */
import { cleanEmailAddress, isEmailAddress, passwordLimits, weaknessOf } from '@parley/core'
import { tooLongText } from '../../../components/text-limit.ts'

export const emailError = (email: string): string | undefined =>
  email.trim() === '' ? 'Enter your email.' : isEmailAddress(cleanEmailAddress(email)) ? undefined : 'Enter a valid email address.'

export function passwordError(password: string): string | undefined {
  if (password === '') return 'Enter your password.'
  return password.length > passwordLimits.charactersMost
    ? `Passwords are at most ${passwordLimits.charactersMost} characters long.`
    : undefined
}

/** Apps and emails show codes in groups, such as `123 456`. Spaces do not count. */
export const cleanCode = (typed: string): string => typed.replace(/\s/g, '')

/** Exactly six digits. */
export const codeError = (code: string): string | undefined =>
  /^\d{6}$/.test(cleanCode(code)) ? undefined : 'Ensure this field has 6 characters'

const BACKUP_CODE_CHARACTERS = 32

export const backupCodeError = (code: string): string | undefined =>
  cleanCode(code) === '' ? 'Enter a backup code.' : tooLongText(cleanCode(code), BACKUP_CODE_CHARACTERS)

const nobody = { firstName: '', lastName: '', email: '' }
type Owner = Parameters<typeof weaknessOf>[1]

/** Only the server can check for common passwords, because the list is long. */
export function newPasswordErrors(password: string, confirmation: string, owner: Owner = nobody) {
  return {
    password: password === '' ? 'Enter a new password.' : weaknessOf(password, owner),
    confirmation: confirmation === '' ? 'Enter the password again.' : confirmation === password ? undefined : 'Passwords do not match',
  }
}
