/** The registration form: filled from the link, checked by the rules, and corrected by the refusals of the server. */
import { ClientError } from '@parley/client'
import type { AnswerOf, registrationCalls } from '@parley/contracts'
import {
  cleanInvitationKey,
  cleanName,
  cleanRegistration,
  type Instant,
  refuseRegistrationField,
  registrationFields,
  type RegistrationForm,
} from '@parley/core'
import type { FieldErrors, FormRefusal } from '../../../components/use-form.ts'

export type Countries = AnswerOf<typeof registrationCalls.listCountries>['results']
export type Prefill = { readonly form: RegistrationForm; readonly hasKey: boolean; readonly hasEmail: boolean }

const NETWORK = 'Network error. Please check your internet connection.'

export function prefillOf(query: URLSearchParams): Prefill {
  const text = (name: string) => query.get(name)?.trim() ?? ''
  // `customer=us` fits one country; `non-us` fits all others.
  const ofCustomer = text('customer') === 'us' ? 'US' : ''
  const invitation_key = cleanInvitationKey(text('key'))
  const email = text('email')
  const form: RegistrationForm = {
    invitation_key,
    first_name: cleanName(text('first_name')),
    last_name: cleanName(text('last_name')),
    date_of_birth: '',
    email,
    country_of_residence: text('country_of_residence').toUpperCase() || ofCustomer,
    password: '',
    password_confirmation: '',
  }
  // A field with an invalid value from the link is shown and can be edited.
  const wrong = registrationErrors(form, [], 0)
  return { form, hasKey: invitation_key !== '' && !wrong.invitation_key, hasEmail: email !== '' && !wrong.email }
}

/** The same rules as on the server, except the list of common passwords, which is too long for a screen. */
export function registrationErrors(values: RegistrationForm, countries: Countries, now: number): FieldErrors<RegistrationForm> {
  const form = cleanRegistration(values)
  const facts = { now: now as Instant, countries: countries.map(({ code, is_blocked }) => ({ code, isBlocked: is_blocked })) }
  return Object.fromEntries(registrationFields.map((field) => [field, refuseRegistrationField(field, form, facts)?.message]))
}

/** Errors are shown at their fields. Those of hidden fields, and all others, are shown at the top of the form. */
export function registrationRefusal(error: unknown, hidden: readonly (keyof RegistrationForm)[]): FormRefusal<RegistrationForm> {
  if (!(error instanceof ClientError)) return { general: 'Something bad happened, try again...' }
  if (error.status === 0) return { general: NETWORK }
  const shown = registrationFields.filter((field) => error.fields[field] !== undefined && !hidden.includes(field))
  const fields = Object.fromEntries(shown.map((field) => [field, error.fields[field]?.[0]]))
  const other = Object.entries(error.fields).find(([name]) => !shown.some((field) => field === name))?.[1][0]
  if (other !== undefined) return { fields, general: other }
  return shown.length > 0 ? { fields } : { general: error.message }
}
