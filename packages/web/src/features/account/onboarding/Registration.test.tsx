import { accountCalls, registrationCalls, type AgreementKindName } from '@parley/contracts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, noNetwork, openApp, type Opened, personOf, Refused, stranger } from '../../../../test/screen/screen.tsx'

const PASSWORD = 'cobalt ferry timetable'
const countries = [
  { code: 'SG', name: 'Singapore', is_blocked: false },
  { code: 'GU', name: 'Guam', is_blocked: false },
  { code: 'KP', name: 'North Korea', is_blocked: true },
]
const dated = { us: '12 AUG 2021', 'non-us': '29 February 2024' }
const agreementOf = (kind: AgreementKindName) => ({
  ...{ kind, version: '1', title: 'Customer Agreement', dated: dated[kind], last_updated: dated[kind], url: `/agreements/${kind}/` },
  sections: [{ id: 's1', label: '1 · Parties and meaning', paragraphs: ['The parties agree.'] }],
})
const agreements = answer(registrationCalls.getAgreement, ({ params }) => agreementOf(params['kind'] as AgreementKindName))

const open = (address: string, refusal: Refused | typeof noNetwork = noNetwork): Opened =>
  openApp(address, stranger, [
    answer(registrationCalls.listCountries, { results: countries }),
    answer(registrationCalls.createUser, refusal),
    agreements,
  ])

async function chooseCountry({ user }: Opened, typed: string): Promise<void> {
  const field = await screen.findByLabelText('Country of residence')
  await waitFor(() => expect(field).toHaveProperty('disabled', false))
  await user.type(field, `${typed}{Enter}`)
}

async function fillForm(opened: Opened, country: string): Promise<void> {
  await opened.user.type(await screen.findByLabelText('Date of birth'), '1988-02-29')
  await chooseCountry(opened, country)
  await opened.user.type(screen.getByLabelText('Password'), PASSWORD)
  await opened.user.type(screen.getByLabelText('Confirm password'), PASSWORD)
}

const next = ({ user }: Opened) => user.click(screen.getByRole('button', { name: /^Next/ }))

/** The simulated box has no size. This gives it one that holds the whole text, so that its end is reached. */
async function readToTheEnd(): Promise<void> {
  const text = await screen.findByRole('region', { name: 'Text of the agreement' })
  Object.defineProperties(text, { clientHeight: { value: 400 }, scrollHeight: { value: 400 } })
  text.dispatchEvent(new Event('scroll', { bubbles: true }))
  await screen.findByText(/You have reached the end · 100% read/)
}

async function accept({ user }: Opened): Promise<void> {
  await readToTheEnd()
  await user.click(screen.getByRole('button', { name: /^Accept and Get Started/ }))
}

const valueOf = (label: string): string => (screen.getByLabelText(label) as HTMLInputElement).value

describe('an invited person', () => {
  // Proves A 3.29, A 3.30, A 4.31, A 8.8 to 8.10.
  it('returns to the form with the server’s errors at their fields and at the top', async () => {
    const refusal = new Refused('InvitationInvalid', 'Invalid Registration Code', 'invitation_key')
    const opened = open('/register/?email=nobody@amberroad.example&first_name=No&last_name=Body', refusal)
    await opened.user.type(await screen.findByLabelText('Registration code'), 'ABCDEFGHJKMNPQRS')
    await fillForm(opened, 'singap')
    await next(opened)
    await accept(opened)
    const said = await screen.findByText('Invalid Registration Code')
    expect(screen.getByLabelText('Registration code').getAttribute('aria-describedby')).toContain(said.id)
    expect(valueOf('Date of birth')).toBe('1988-02-29')
  })

  it('sees an error in the hidden key of the link at the top', async () => {
    const refusal = new Refused('InvitationInvalid', 'Invalid Registration Code', 'invitation_key')
    const opened = open('/register/?key=ABCDEFGHJKMNPQRS&email=nobody@amberroad.example&first_name=No&last_name=Body', refusal)
    await fillForm(opened, 'singap')
    expect(screen.queryByLabelText('Registration code')).toBeNull()
    await next(opened)
    await accept(opened)
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid Registration Code')
  })

  // Proves A 2.31 to 2.34, A 4.29, A 7.9, A 8.7, A 9.2, A 11.4.
  it('keeps the entries when going back from the agreement, and sees that the server does not respond', async () => {
    const opened = open('/register/?key=ABCDEFGHJKMNPQRS&email=gail@amberroad.example&first_name=Gail&last_name=Ortiz')
    await fillForm(opened, 'guam')
    await next(opened)
    await screen.findByText('US customers · dated 12 AUG 2021')
    await opened.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(valueOf('Country of residence')).toBe('Guam')
    expect(valueOf('Confirm password')).toBe(PASSWORD)
    await next(opened)
    await accept(opened)
    await screen.findByText('Network error. Please check your internet connection.')
  })

  // Proves A 2.23, A 5.21, A 5.31, A 5.32.
  it('sees at each field what is accepted', async () => {
    const opened = open('/register/activate')
    const { user, wire } = opened
    await user.type(await screen.findByLabelText('Registration code'), 'too short')
    await user.type(screen.getByLabelText('Email'), 'grace@')
    await user.type(screen.getByLabelText('Date of birth'), '2024-01-01')
    await chooseCountry(opened, 'north k')
    await user.type(screen.getByLabelText('Password'), 'short')
    await user.type(screen.getByLabelText('Confirm password'), 'shorter')
    await next(opened)
    for (const each of [
      'Invalid Registration Code',
      'Invalid Email address',
      'Invalid Date',
      'We are currently not providing services to the selected country',
      'This password is too short. It must contain at least 10 characters.',
      'Passwords do not match',
    ])
      await screen.findByText(each)
    expect(screen.getAllByText('This field is required')).toHaveLength(2)
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
    await screen.findByRole('heading', { name: 'Welcome to Parley' })
    expect(wire.sentTo(registrationCalls.createUser)).toEqual([])
  })
})

describe('a signed-in user', () => {
  // Proves A 10.7, T 8.22.
  it('sees that the agreement cannot be loaded, and can leave', async () => {
    const newcomer = personOf({ has_accepted_non_us_agreement: false, has_unaccepted_agreement: true })
    const { user } = openApp('/', newcomer, [
      answer(accountCalls.listUserAgreements, { results: [] }),
      answer(registrationCalls.getAgreement, noNetwork),
    ])
    await user.click(await screen.findByRole('link', { name: /^US person customer/ }))
    await screen.findByText('Unable to load the Agreements. Please reload the page')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Welcome to Parley' })
  })
})
