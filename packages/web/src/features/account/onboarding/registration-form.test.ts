import { ClientError } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { prefillOf, registrationErrors, registrationRefusal } from './registration-form.ts'

const now = Date.UTC(2026, 10, 21)
const countries = [
  { code: 'SG', name: 'Singapore', is_blocked: false },
  { code: 'KP', name: 'Korea (North)', is_blocked: true },
]
const whole = {
  invitation_key: 'ABCDEFGHJKMNPQRS',
  first_name: 'Ada',
  last_name: 'Miller',
  date_of_birth: '1988-02-29',
  email: 'ada@orrery.example',
  country_of_residence: 'SG',
  password: 'correct horse staple',
  password_confirmation: 'correct horse staple',
}

describe('the form of activation', () => {
  // Proves A 2.25 to 2.28.
  it('is prefilled from the invitation link', () => {
    const query = new URLSearchParams(
      'key=abcdefghjkmnpqrs&email=Ada@Orrery.example&first_name=Ada&last_name=Miller&country_of_residence=sg',
    )
    expect(prefillOf(query)).toEqual({
      form: {
        ...whole,
        email: 'Ada@Orrery.example',
        date_of_birth: '',
        password: '',
        password_confirmation: '',
      },
      hasKey: true,
      hasEmail: true,
    })
  })

  // Proves A 2.35.
  it.each([
    ['customer=us', 'US'],
    ['customer=us&country_of_residence=gu', 'GU'],
    ['customer=non-us', ''],
    ['customer=other', ''],
  ])('has the country of ?%s: %j', (query, country) =>
    expect(prefillOf(new URLSearchParams(query)).form.country_of_residence).toBe(country),
  )

  it('asks for the key and the email if the link has none', () =>
    expect(prefillOf(new URLSearchParams('first_name=Ada&key=+'))).toMatchObject({ hasKey: false, hasEmail: false }))
  // Proves A 2.29, A 2.30, A 5.22.
  it('has editable fields if the link contains invalid values', () =>
    expect(prefillOf(new URLSearchParams('key=ABCDEFGHJKMNPQR&email=ada'))).toMatchObject({ hasKey: false, hasEmail: false }))

  const wrong: [field: keyof typeof whole, value: string, words: string][] = [
    ['invitation_key', 'ABCDEFGHJKMNPQR', 'Invalid Registration Code'],
    ['first_name', ' ', 'This field is required'],
    ['last_name', '', 'This field is required'],
    ['date_of_birth', '2030-01-01', 'Invalid Date'],
    ['date_of_birth', '', 'This field is required'],
    ['email', 'ada', 'Invalid Email address'],
    ['country_of_residence', '', 'This field is required'],
    ['country_of_residence', 'KP', 'We are currently not providing services to the selected country'],
    ['password', 'short', 'This password is too short. It must contain at least 10 characters.'],
    ['password_confirmation', 'another horse staple', 'Passwords do not match'],
  ]
  it.each(wrong)('%s “%s” is refused: %s', (field, value, words) =>
    expect(registrationErrors({ ...whole, [field]: value }, countries, now)[field]).toBe(words),
  )

  it('accepts valid values without errors', () =>
    expect(Object.values(registrationErrors(whole, countries, now)).filter((words) => words !== undefined)).toEqual([]))
})

describe('a refused registration', () => {
  const refused = (fields: Record<string, string[]>, message = 'Unknown error', status = 400) =>
    new ClientError(message, { status, fields })
  it.each([
    [
      'no answer in time',
      new ClientError('x', { status: 0, error: 'Timeout' }),
      [],
      { general: 'Network error. Please check your internet connection.' },
    ],
    ['an error at a field', refused({ email: ['Taken.'] }), [], { fields: { email: 'Taken.' } }],
    [
      'an error at a field that the link has filled in and the form does not show',
      refused({ invitation_key: ['Invalid Registration Code'] }),
      ['invitation_key'],
      { fields: {}, general: 'Invalid Registration Code' },
    ],
    ['an error of the whole', refused({}, 'The agreement has to be accepted.'), [], { general: 'The agreement has to be accepted.' }],
    ['an error at a field nobody knows', refused({ app_version: ['Too long.'] }), [], { fields: {}, general: 'Too long.' }],
    ['a fault of ours', new TypeError('x'), [], { general: 'Something bad happened, try again...' }],
  ] as const)('%s', (_name, error, hidden, refusal) => expect(registrationRefusal(error, hidden)).toEqual(refusal))
})
