/** Joining a desk by invitation, and the agreements that new users accept. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { Agreement, AgreementKind, User } from './entities.ts'

export const createUser = call({
  method: 'POST',
  path: '/account/create-user/',
  summary: 'Join the desk that sent the invitation. If several fields are invalid, the response names all of them.',
  who: 'anyone',
  isSlow: true,
  // The schema accepts more than the rules do, so that each invalid field gets the message of its own rule.
  body: z.object({
    invitation_key: Text(64),
    first_name: Text(256),
    last_name: Text(256),
    date_of_birth: Text(64),
    email: Text(512),
    country_of_residence: Text(64),
    password: Text(512),
    password_confirmation: Text(512),
    has_accepted_us_agreement: z.literal(true).optional(),
    has_accepted_non_us_agreement: z.literal(true).optional(),
    app_version: Text(32).nullish(),
    app_type: Text(32).nullish(),
  }),
  answer: z.object({ user: User, token: z.string() }),
  refusals: [
    'InvitationInvalid',
    'EmailTaken',
    'CountryNotServed',
    'AgreementMissing',
    'DateInvalid',
    'PasswordTooWeak',
    'PasswordsDiffer',
  ],
})
export const listCountries = call({
  method: 'GET',
  path: '/account/countries/',
  summary: 'Countries of residence, and whether each is served.',
  who: 'anyone',
  answer: z.object({ results: z.array(z.object({ code: z.string(), name: z.string(), is_blocked: z.boolean() })) }),
})
export const getAgreement = call({
  method: 'GET',
  path: '/account/agreements/{kind}/',
  summary: 'The agreement in force for US (us) or other (non-us) customers.',
  who: 'anyone',
  params: z.object({ kind: AgreementKind }),
  answer: Agreement,
})
