/** The Change Password form, checked while the user types. The server checks again. */
import { passwordLimits } from '@parley/core'
import type { FieldErrors } from '../../../components/use-form.ts'

export type PasswordValues = { readonly old_password: string; readonly new_password1: string; readonly new_password2: string }
export const emptyPasswords: PasswordValues = { old_password: '', new_password1: '', new_password2: '' }
export const passwordFields = ['old_password', 'new_password1', 'new_password2'] as const

export const passwordLabels: Readonly<Record<keyof PasswordValues, string>> = {
  old_password: 'Old password',
  new_password1: 'New password',
  new_password2: 'Confirm new password',
}

/** A field that must differ from another one. */
export const sameAs = (label: string): string => `Can't be the same as ${label}`

/** The errors by field, empty if the form can be saved. */
export const passwordProblems = ({ old_password, new_password1, new_password2 }: PasswordValues): FieldErrors<PasswordValues> => ({
  old_password: old_password === '' ? 'Enter your old password.' : undefined,
  new_password1: newPasswordProblem(old_password, new_password1),
  new_password2:
    new_password2 === '' ? 'Enter the new password again.' : new_password2 === new_password1 ? undefined : 'Passwords do not match',
})

function newPasswordProblem(old: string, fresh: string): string | undefined {
  if (fresh === '') return 'Enter a new password.'
  if ([...fresh].length < passwordLimits.charactersLeast) return `Use at least ${passwordLimits.charactersLeast} characters.`
  if (fresh === old) return sameAs(passwordLabels.old_password)
  return undefined
}
