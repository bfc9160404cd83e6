/** The rules for a registration, field by field. Pure: the screen and the server call the same functions. */
import { civilFromDays, dayOf, daysFromCivil, type Day } from '../catalogue/calendar.ts'
import type { Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { cleanEmailAddress, isEmailAddress } from './email-address.ts'
import { weaknessOf, type CommonPasswords } from './password-rules.ts'

export const registrationLimits = { keyCharacters: 16, nameCharacters: 64, ageLeast: 18, yearLeast: 1900 } as const

/** The fields by their names in the call, in the order of the form. */
export type RegistrationForm = {
  readonly invitation_key: string
  readonly first_name: string
  readonly last_name: string
  /** `yyyy-MM-dd`. */
  readonly date_of_birth: string
  readonly email: string
  /** A code from the list of countries. */
  readonly country_of_residence: string
  readonly password: string
  readonly password_confirmation: string
}
export type RegistrationField = keyof RegistrationForm
export type RegistrationFacts = {
  readonly now: Instant
  readonly countries: readonly { readonly code: string; readonly isBlocked: boolean }[]
  /** The server has a list of common passwords; the screen does not. */
  readonly common?: CommonPasswords
}
export type RegistrationRefusal =
  | 'InvalidParams'
  | 'InvitationInvalid'
  | 'DateInvalid'
  | 'CountryNotServed'
  | 'PasswordTooWeak'
  | 'PasswordsDiffer'

export const REQUIRED = 'This field is required'

/** The form as it is stored: names in Unicode's composed form with single spaces, the code in capitals, the address in lower case. */
export const cleanRegistration = (form: RegistrationForm): RegistrationForm => ({
  ...form,
  invitation_key: cleanInvitationKey(form.invitation_key),
  first_name: cleanName(form.first_name),
  last_name: cleanName(form.last_name),
  date_of_birth: form.date_of_birth.trim(),
  email: cleanEmailAddress(form.email),
  country_of_residence: form.country_of_residence.trim().toUpperCase(),
})

export const cleanInvitationKey = (typed: string): string => typed.trim().toUpperCase()
export const cleanName = (typed: string): string => typed.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')

/** Everything that is wrong with a cleaned form: at most one refusal per field, in the order of the form. */
export function refuseRegistration(form: RegistrationForm, facts: RegistrationFacts): readonly Refusal<RegistrationRefusal>[] {
  return Object.keys(rules).flatMap((field) => refuseRegistrationField(field as RegistrationField, form, facts) ?? [])
}

export const refuseRegistrationField = (
  field: RegistrationField,
  form: RegistrationForm,
  facts: RegistrationFacts,
): Refusal<RegistrationRefusal> | undefined =>
  form[field] === '' ? refuse('InvalidParams', '', REQUIRED, field) : rules[field](form, facts)

type Rule = (form: RegistrationForm, facts: RegistrationFacts) => Refusal<RegistrationRefusal> | undefined

const rules: Readonly<Record<RegistrationField, Rule>> = {
  invitation_key: ({ invitation_key }) =>
    [...invitation_key].length === registrationLimits.keyCharacters ? undefined : invitationInvalid(),
  first_name: ({ first_name }) => refuseName(first_name, 'first_name'),
  last_name: ({ last_name }) => refuseName(last_name, 'last_name'),
  date_of_birth: ({ date_of_birth }, { now }) =>
    isAcceptableBirth(date_of_birth, now) ? undefined : refuse('DateInvalid', '', 'Invalid Date', 'date_of_birth'),
  email: ({ email }) => (isEmailAddress(email) ? undefined : refuse('InvalidParams', '', 'Invalid Email address', 'email')),
  country_of_residence: ({ country_of_residence }, { countries }) => refuseCountry(country_of_residence, countries),
  password(form, { common }) {
    const owner = { firstName: form.first_name, lastName: form.last_name, email: form.email }
    const weakness = weaknessOf(form.password, owner, common)
    return weakness === undefined ? undefined : refuse('PasswordTooWeak', '', weakness, 'password')
  },
  password_confirmation: ({ password, password_confirmation }) =>
    password === password_confirmation ? undefined : refuse('PasswordsDiffer', '', 'Passwords do not match', 'password_confirmation'),
}

export const registrationFields = Object.keys(rules) as readonly RegistrationField[]

/** One message for a key that is malformed, unknown, used, withdrawn or expired, so that the message does not reveal which. */
export const invitationInvalid = (): Refusal<'InvitationInvalid'> =>
  refuse('InvitationInvalid', '', 'Invalid Registration Code', 'invitation_key')

/**
 * Control characters, line breaks and bidirectional marks do not belong in a name, and could make one look like another. Joiners are allowed, because
 * some scripts need them.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

export function refuseName<Field extends string>(name: string, field: Field): Refusal<'InvalidParams'> | undefined {
  const most = registrationLimits.nameCharacters
  if ([...name].length > most) return refuse('InvalidParams', '', `A name can have at most ${most} characters.`, field)
  if (NOT_IN_NAMES.test(name)) return refuse('InvalidParams', '', 'A name must not contain control characters.', field)
  return undefined
}

export function refuseCountry(
  code: string,
  countries: RegistrationFacts['countries'],
): Refusal<'InvalidParams' | 'CountryNotServed'> | undefined {
  const country = countries.find((each) => each.code === code)
  if (country === undefined) return refuse('InvalidParams', '', 'Choose a country from the list.', 'country_of_residence')
  if (!country.isBlocked) return undefined
  return refuse('CountryNotServed', '', 'We are currently not providing services to the selected country', 'country_of_residence')
}

/** A calendar day, written yyyy-MM-dd, from 1900 on, whose eighteenth anniversary is no later than today in UTC. */
export function isAcceptableBirth(text: string, now: Instant): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < registrationLimits.yearLeast || !isDay({ year, month, day })) return false
  // People born on a leap day come of age on the first of March.
  return daysFromCivil({ year: year + registrationLimits.ageLeast, month, day }) <= daysFromCivil(dayOf(now))
}

function isDay(day: Day): boolean {
  const read = civilFromDays(daysFromCivil(day))
  return day.month >= 1 && day.month <= 12 && read.year === day.year && read.month === day.month && read.day === day.day
}
