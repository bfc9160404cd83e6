import { accountCalls } from '@parley/contracts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  answer,
  noAnswer,
  noNetwork,
  openApp,
  type Opened,
  passTime,
  personOf,
  Refused,
  stranger,
} from '../../../../test/screen/screen.tsx'
import { answersFor } from '../../../../test/screen/people.ts'

const person = personOf()
const NETWORK = 'Network error please check your Internet.'
const REFUSED = 'Unable to log in with provided credentials.'

const submit = () => screen.getByRole('button', { name: /^Sign In/ })
const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')

async function open(): Promise<Opened> {
  const opened = openApp('/', stranger, [
    ...answersFor(person),
    answer(accountCalls.login, ({ body }) =>
      body.password === 'cobalt ferry timetable' ? { token: 'the token', user: person } : new Refused('SignInRefused', REFUSED),
    ),
  ])
  await screen.findByRole('heading', { name: 'Welcome to Parley' })
  return opened
}

async function enter({ user }: Opened, typed: string): Promise<void> {
  await user.clear(email())
  await user.type(email(), person.email)
  await user.clear(password())
  await user.type(password(), typed)
}

describe('the users of a demo', () => {
  it('are offered as soon as a server that did not answer at first does', async () => {
    passTime()
    const { wire } = openApp('/', stranger, [...answersFor(person), answer(accountCalls.listDemoPeople, noNetwork)])
    await screen.findByRole('heading', { name: 'Welcome to Parley' })
    expect(screen.queryByRole('region', { name: 'Demo' })).toBeNull()
    wire.answer(answer(accountCalls.listDemoPeople, { results: [{ desk: 'AMBR', desk_name: 'Amber Road', is_maker: false }] }))
    await vi.advanceTimersByTimeAsync(3_000)
    await screen.findByRole('button', { name: /^Trade as Amber Road/ })
  })
})

describe('the sign-in', () => {
  // Proves A 5.1, A 5.3.
  it('shows the error of a field once it was left, and cannot be submitted while empty', async () => {
    const { user, wire } = await open()
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.type(email(), 'ada')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(password())
    await screen.findByText('Enter a valid email address.')
    expect(screen.queryByText('Enter your password.')).toBeNull()
    await user.click(submit())
    await screen.findByText('Enter your password.')
    // The first of two wrong fields gets the focus.
    expect(document.activeElement?.getAttribute('name')).toBe('email')
    await user.clear(email())
    await user.type(email(), person.email)
    await waitFor(() => expect(screen.queryByText('Enter a valid email address.')).toBeNull())
    expect(wire.sentTo(accountCalls.login)).toEqual([])
  })

  // Proves A 1.1, A 4.6 to 4.8.
  it('shows the server’s message for a wrong password, and accepts the right one', async () => {
    const opened = await open()
    await enter(opened, 'not the password')
    await opened.user.click(submit())
    await screen.findByText(REFUSED)
    await opened.user.clear(password())
    await waitFor(() => expect(screen.queryByText(REFUSED)).toBeNull())
    await opened.user.type(password(), 'cobalt ferry timetable')
    await opened.user.click(submit())
    await screen.findByRole('heading', { name: 'Unified Markets' })
    expect(location.pathname).toBe('/rfqs')
  })

  // Proves A 2.5, A 4.11, A 5.2, A 8.2, A 9.1.
  it('shows a network failure, and a timeout after 60 seconds', async () => {
    passTime()
    const opened = await open()
    opened.wire.answer(answer(accountCalls.login, noNetwork))
    await enter(opened, 'cobalt ferry timetable')
    await opened.user.click(submit())
    await screen.findByText(NETWORK)
    opened.wire.answer(answer(accountCalls.login, noAnswer))
    await opened.user.click(submit())
    expect(submit().getAttribute('aria-busy')).toBe('true')
    await vi.advanceTimersByTimeAsync(58_000)
    expect(screen.queryByText(NETWORK)).toBeNull()
    await vi.advanceTimersByTimeAsync(2_000)
    await screen.findByText(NETWORK)
  })
})
