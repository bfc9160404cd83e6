import { accountCalls } from '@parley/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, openApp, personOf, Refused, stranger } from '../../../../test/screen/screen.tsx'
import { answersFor } from '../../../../test/screen/people.ts'

const person = personOf()
const PROVIDER = 'https://login.orrery.example/authorize?state=s1'
const EXPIRED = new Refused('SignOnRefused', 'This sign-in has expired or was already used. Start it again.')
const UNAVAILABLE = new Refused('SignOnUnavailable', "Your firm's sign-on does not respond. Try again in a moment.")
const SUSPENDED = new Refused('AccessSuspended', 'Access is suspended. Your desk administrator or support can restore it.')

const open = (address: string, refusal?: Refused) =>
  openApp(address, stranger, [
    ...answersFor(person),
    answer(accountCalls.getSignOn, { is_offered: true }),
    answer(accountCalls.startSignOn, ({ body }) =>
      body.email.endsWith('@orrery.example')
        ? { url: PROVIDER, proof: 'the proof' }
        : new Refused('SignOnUnknown', 'No firm signs its people in through its own provider for addresses at x.example.', 'email'),
    ),
    answer(accountCalls.finishSignOn, () => refusal ?? { token: 'the token', user: person }),
  ])

afterEach(() => sessionStorage.clear())

describe('signing in with a firm', () => {
  it('is offered on the sign-in page, asks for the work email, and goes to the provider of the firm', async () => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const { user, wire } = open('/')
    await user.click(await screen.findByRole('button', { name: 'Sign in with your firm' }))
    expect(location.pathname).toBe('/sign-on/')
    await user.type(await screen.findByLabelText('Work email'), 'ada@x.example')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No firm signs its people in through its own provider for addresses at x.example.',
    )
    await user.clear(screen.getByLabelText('Work email'))
    await user.type(screen.getByLabelText('Work email'), 'ada@orrery.example')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(leave).toHaveBeenCalledWith(PROVIDER))
    expect(wire.sentTo(accountCalls.startSignOn).map(({ body }) => body)).toEqual([
      { email: 'ada@x.example' },
      { email: 'ada@orrery.example' },
    ])
    expect(sessionStorage.getItem('sign-on-proof')).toBe('the proof')
    leave.mockRestore()
  })

  it('ends the way back with the session, and keeps neither the answer nor the proof', async () => {
    sessionStorage.setItem('sign-on-proof', 'the proof')
    const { wire } = open('/sign-on/?code=c1&state=s1')
    await screen.findByRole('heading', { name: 'Unified Markets' })
    expect(wire.sentTo(accountCalls.finishSignOn).map(({ body }) => body)).toMatchObject([
      { answer: '?code=c1&state=s1', proof: 'the proof' },
    ])
    expect(location.search).toBe('')
    expect(sessionStorage.getItem('sign-on-proof')).toBeNull()
  })

  it.each([EXPIRED, UNAVAILABLE, SUSPENDED])('shows why it was refused, and the form to start again: $name', async (refusal) => {
    sessionStorage.setItem('sign-on-proof', 'the proof')
    open('/sign-on/?code=c1&state=s1', refusal)
    expect((await screen.findByRole('alert')).textContent).toBe(refusal.message)
    expect(screen.getByLabelText('Work email')).toBeTruthy()
  })

  it('is not finished by a window that has not begun it', async () => {
    const { wire } = open('/sign-on/?code=c1&state=s1')
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in was started in another window. Start again here.')
    expect(wire.sentTo(accountCalls.finishSignOn)).toEqual([])
  })
})
