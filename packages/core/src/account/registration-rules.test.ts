import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Instant } from '../ids.ts'
import { agreementFor, agreementsOpenTo, refuseAgreement, type AgreementKind } from './agreement-rules.ts'
import {
  cleanRegistration,
  isAcceptableBirth,
  refuseRegistration,
  registrationFields,
  type RegistrationField,
  type RegistrationForm,
} from './registration-rules.ts'

// 2026-11-21, 09:30 UTC.
const now = 1_795_253_400_000 as Instant
const countries = [
  { code: 'SG', isBlocked: false },
  { code: 'US', isBlocked: false },
  { code: 'KP', isBlocked: true },
]
const common = new Set(['iloveparley'])
const right: RegistrationForm = {
  invitation_key: 'ABCDEFGH23456789',
  first_name: 'Zoë',
  last_name: 'Ng',
  date_of_birth: '1990-02-28',
  email: 'zoe@kestrel.example',
  country_of_residence: 'SG',
  password: 'quiet harbour 71',
  password_confirmation: 'quiet harbour 71',
}
const said = (form: RegistrationForm) =>
  refuseRegistration(cleanRegistration(form), { now, countries, common }).map(({ field, message }) => [field, message])

const required = 'This field is required'
const table: [field: RegistrationField, typed: string, said: string | undefined][] = [
  ['invitation_key', '', required],
  ['invitation_key', '   ', required],
  ['invitation_key', 'ABCDEFGH2345678', 'Invalid Registration Code'],
  ['invitation_key', 'ABCDEFGH234567890', 'Invalid Registration Code'],
  ['invitation_key', ' abcdefgh23456789\n', undefined],
  ['first_name', '', required],
  ['first_name', ' \t ', required],
  ['first_name', 'Anne  Marie', undefined],
  ['first_name', 'می\u200cنا', undefined],
  ['first_name', 'n'.repeat(64), undefined],
  ['first_name', 'n'.repeat(65), 'A name can have at most 64 characters.'],
  ['first_name', 'Ada\u0000', 'A name must not contain control characters.'],
  ['first_name', 'Ada\nOrr', 'A name must not contain control characters.'],
  ['first_name', '\u202egnaliB', 'A name must not contain control characters.'],
  ['last_name', '', required],
  ['last_name', "O'Brien-Müller", undefined],
  ['last_name', '\ud800', 'A name must not contain control characters.'],
  ['date_of_birth', '', required],
  ['date_of_birth', '1990-2-28', 'Invalid Date'],
  ['date_of_birth', '28/02/1990', 'Invalid Date'],
  ['date_of_birth', '1990-02-30', 'Invalid Date'],
  ['date_of_birth', '2001-02-29', 'Invalid Date'],
  ['date_of_birth', '2000-02-29', undefined],
  ['date_of_birth', '1990-13-01', 'Invalid Date'],
  ['date_of_birth', '1990-00-10', 'Invalid Date'],
  ['date_of_birth', '1990-01-00', 'Invalid Date'],
  ['date_of_birth', '1899-12-31', 'Invalid Date'],
  ['date_of_birth', '1900-01-01', undefined],
  ['date_of_birth', '2008-11-21', undefined],
  ['date_of_birth', '2008-11-22', 'Invalid Date'],
  ['date_of_birth', '2030-01-01', 'Invalid Date'],
  ['date_of_birth', '１９９０-02-28', 'Invalid Date'],
  ['email', '', required],
  ['email', 'zoe', 'Invalid Email address'],
  ['email', 'zoe@kestrel', 'Invalid Email address'],
  ['email', 'zoe@@kestrel.example', 'Invalid Email address'],
  ['email', 'zoe ng@kestrel.example', 'Invalid Email address'],
  ['email', 'zoe@kestrel..example', 'Invalid Email address'],
  ['email', `${'z'.repeat(65)}@kestrel.example`, 'Invalid Email address'],
  ['email', `zoe@${'k'.repeat(250)}.example`, 'Invalid Email address'],
  ['email', ' Zoe@Kestrel.Example ', undefined],
  ['country_of_residence', '', required],
  ['country_of_residence', 'XX', 'Choose a country from the list.'],
  ['country_of_residence', 'KP', 'We are currently not providing services to the selected country'],
  ['country_of_residence', 'us', undefined],
]

describe('the form of registration', () => {
  it('takes what is right', () => {
    expect(said(right)).toEqual([])
  })

  // Proves A 5.20, A 5.21, A 5.23 to 5.25, A 5.27 to 5.30, A 9.11.
  it.each(table)('%s %j: %s', (field, typed, expected) => {
    expect(said({ ...right, [field]: typed })).toEqual(expected === undefined ? [] : [[field, expected]])
  })

  // Proves A 5.33.
  it.each<[password: string, confirmation: string, said: [string, string][]]>([
    [
      '',
      '',
      [
        ['password', required],
        ['password_confirmation', required],
      ],
    ],
    ['nine char', 'nine char', [['password', 'This password is too short. It must contain at least 10 characters.']]],
    ['iloveparley', 'iloveparley', [['password', 'This password is too common. Choose one that is harder to guess.']]],
    ['ng-ng-zoe-zoe', 'ng-ng-zoe-zoe', [['password', 'This password is too similar to your first name.']]],
    ['quiet harbour 71', 'quiet harbour 17', [['password_confirmation', 'Passwords do not match']]],
    ['quiet harbour 71', '', [['password_confirmation', required]]],
  ])('the passwords %j and %j: %j', (password, password_confirmation, expected) => {
    expect(said({ ...right, password, password_confirmation })).toEqual(expected)
  })

  it('reports all errors together, in the order of the form', () => {
    const nothing = Object.fromEntries(registrationFields.map((field) => [field, ''])) as RegistrationForm
    expect(said(nothing)).toEqual(registrationFields.map((field) => [field, required]))
  })

  // Proves A 5.23, A 5.24.
  it('keeps a name in its composed form, whatever form it was typed in', () => {
    expect(cleanRegistration({ ...right, first_name: ' Zoe\u0308 ' }).first_name).toBe('Zo\u00eb')
  })

  it('cleans once: what is clean stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const once = cleanRegistration({ ...right, first_name: typed, email: typed, invitation_key: typed })
        expect(cleanRegistration(once)).toEqual(once)
      }),
    )
  })

  // Proves A 5.26.
  it('takes every day of a grown-up life, and none of the eighteen years before today', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-21'), noInvalidDate: true }), (born) => {
        const text = born.toISOString().slice(0, 10)
        expect(isAcceptableBirth(text, now)).toBe(text <= '2008-11-21')
      }),
    )
  })

  // Proves A 5.26.
  it('counts a leap day as come of age on the first of March', () => {
    const at = (text: string) => Date.parse(text) as Instant
    expect(isAcceptableBirth('2008-02-29', at('2026-02-28T23:59:59Z'))).toBe(false)
    expect(isAcceptableBirth('2008-02-29', at('2026-03-01T00:00:00Z'))).toBe(true)
  })
})

describe('which agreement applies', () => {
  it.each<[country: string, kind: AgreementKind]>([
    ['US', 'us'],
    ['GU', 'us'],
    ['AS', 'us'],
    ['MP', 'us'],
    ['PR', 'us'],
    ['VI', 'us'],
    ['VG', 'non-us'],
    ['SG', 'non-us'],
    ['GB', 'non-us'],
    ['CA', 'non-us'],
  ])('%s: %s', (country, kind) => {
    expect(agreementFor(country)).toBe(kind)
  })

  // Proves A 1.3, A 5.42.
  it.each<[country: string, accepted: AgreementKind[], refused: 'AgreementMissing' | undefined]>([
    ['US', ['us'], undefined],
    ['SG', ['non-us'], undefined],
    ['US', [], 'AgreementMissing'],
    ['US', ['non-us'], 'AgreementMissing'],
    ['SG', ['us'], 'AgreementMissing'],
    ['SG', ['us', 'non-us'], 'AgreementMissing'],
  ])('who lives in %s and accepts %j: %s', (country, accepted, refused) => {
    expect(refuseAgreement(country, accepted)?.refused).toBe(refused)
  })

  // Proves A 2.34, A 5.42.
  it.each<[country: string | null, accepted: AgreementKind[], open: AgreementKind[]]>([
    ['PR', [], ['us']],
    ['SG', ['non-us'], ['non-us']],
    [null, ['us'], ['us']],
    [null, [], ['us', 'non-us']],
  ])('a person of %s who has accepted %j may accept %j', (country, accepted, open) => {
    expect(agreementsOpenTo(country, accepted)).toEqual(open)
  })
})
