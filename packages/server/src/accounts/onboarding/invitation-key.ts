/** The key of an invitation: 16 unambiguous characters, 80 random bits. Only its hash is stored. */
import { randomBytes } from 'node:crypto'
import { cleanInvitationKey, registrationLimits, type RegistrationForm } from '@parley/core'
import { hashToken } from '../tokens.ts'

/** Capitals and digits without I, O, 0 and 1: 32 of them, so that a byte's last five bits choose one evenly. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const newInvitationKey = (): string =>
  Array.from(randomBytes(registrationLimits.keyCharacters), (byte) => ALPHABET[byte & 31]!).join('')

export const hashInvitationKey = (key: string): Buffer => hashToken(`invitation ${cleanInvitationKey(key)}`)

export type Prefilled = Partial<Pick<RegistrationForm, 'email' | 'first_name' | 'last_name' | 'country_of_residence'>>

/** The address that opens the form with the known details of the invitee filled in. */
export function invitationLink(publicUrl: string, key: string, known: Prefilled): string {
  const { email, first_name, last_name, country_of_residence } = known
  const given = Object.entries({ key, email, first_name, last_name, country_of_residence }).filter(([, value]) => value !== undefined)
  return `${publicUrl}/register/?${new URLSearchParams(given as [string, string][]).toString()}`
}
