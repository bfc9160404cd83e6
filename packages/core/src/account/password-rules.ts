/** The rules for a new password, for every screen and call that accepts one. Pure: the list of common passwords is an argument. */
import { refuse, type Refusal } from '../refusal.ts'

export const passwordLimits = { charactersLeast: 10, charactersMost: 512 } as const

/** The hint under every field for a new password. */
export const PASSWORD_HINT =
  'At least 10 characters. It must not resemble your name or email, be a commonly used password, or be all numbers.'

/** A list of common passwords in lower case, such as a `Set<string>`. The server has one. A screen without one omits it. */
export type CommonPasswords = { has(lowerCase: string): boolean }
export type PasswordOwner = { readonly firstName: string; readonly lastName: string; readonly email: string }
export type PasswordRefusal = 'PasswordTooWeak' | 'PasswordUnchanged' | 'PasswordsDiffer'

export type NewPassword = {
  readonly password: string
  readonly confirmation: string
  readonly owner: PasswordOwner
  /** The old password, if the caller supplied it. */
  readonly old?: string
  /** The names of both fields in the call: `new_password1`, `new_password2`. */
  readonly fields: readonly [password: string, confirmation: string]
}

/** Returns the first problem with a new password, in this order: weak, same as the old one, different from the confirmation. */
export function refusePassword(
  { password, confirmation, owner, old, fields }: NewPassword,
  common?: CommonPasswords,
): Refusal<PasswordRefusal> | undefined {
  const weakness = weaknessOf(password, owner, common)
  if (weakness !== undefined) return refuse('PasswordTooWeak', '', weakness, fields[0])
  if (old !== undefined && samePassword(password, old))
    return refuse('PasswordUnchanged', '', 'New password must differ from old password.', fields[0])
  if (password !== confirmation) return refuse('PasswordsDiffer', '', 'Passwords do not match', fields[1])
  return undefined
}

/** A sentence that names the weakness and what would be accepted; undefined for a strong enough password. */
export function weaknessOf(password: string, owner: PasswordOwner, common?: CommonPasswords): string | undefined {
  const characters = [...password].length
  if (characters < passwordLimits.charactersLeast) return 'This password is too short. It must contain at least 10 characters.'
  if (characters > passwordLimits.charactersMost) return 'This password is too long. It must not exceed 512 characters.'
  if (/^[\p{Nd}\s]+$/u.test(password)) return 'This password is entirely numeric. Use letters too.'
  if (common !== undefined && isCommon(password, common)) return 'This password is too common. Choose one that is harder to guess.'
  const part = likeness(password, owner)
  if (part !== undefined) return `This password is too similar to your ${part}.`
  return undefined
}

/** Passwords are compared in Unicode's compatibility form, as they are hashed. */
export const samePassword = (a: string, b: string): boolean => a.normalize('NFKC') === b.normalize('NFKC')

/**
 * A common password is also common in capitals, with up to four digits or marks appended (`Password123!`), and when repeated. The same is true of any
 * repeated pattern of up to three characters (`abcabcabcabc`).
 */
function isCommon(password: string, common: CommonPasswords): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const [, unit = text] = /^(.+?)\1+$/su.exec(text) ?? []
  if (unit !== text && [...unit].length <= 3) return true
  return [text, unit, text.replace(/[^\p{L}]{1,4}$/u, '')].some((each) => each !== '' && common.has(each))
}

/**
 * Finds the owner's name or address in a password. Letters are compared without case, accents, punctuation and the usual replacements (0 for o, 1 for
 * i or l, 3 for e, 4 or @ for a, 5 or $ for s, 7 for t). The parts are words with three or more characters in the first name, the last name and both
 * sides of the address, forwards and backwards. The password is too similar if less than half of its characters remain when every part is removed.
 * The longest part is named in the message.
 */
function likeness(password: string, { firstName, lastName, email }: PasswordOwner): string | undefined {
  const whole = fold(password)
  // Longest first, because a short part may be contained in a longer one.
  const found = [...partsOf(firstName, 'first name'), ...partsOf(lastName, 'last name'), ...partsOf(email, 'email address')]
    .filter(({ text }) => whole.includes(text))
    .sort((a, b) => b.text.length - a.text.length)
  const rest = found.reduce((left, { text }) => left.replaceAll(text, ' '), whole)
  const isLike = rest.replaceAll(' ', '').length * 2 < whole.length
  return isLike ? found[0]?.name : undefined
}

const PART_CHARACTERS = 3

const partsOf = (text: string, name: string): readonly { readonly text: string; readonly name: string }[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(fold)
    .filter((part) => part.length >= PART_CHARACTERS)
    .flatMap((part) => [part, [...part].reverse().join('')].map((each) => ({ text: each, name })))

const REPLACED: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',

  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}

function fold(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return plain.replaceAll(/[01l34@5$7]/g, (character) => REPLACED[character]!).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
