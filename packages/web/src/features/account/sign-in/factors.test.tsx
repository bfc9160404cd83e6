import { accountCalls } from '@parley/contracts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, noNetwork, openApp, personOf, Refused, stranger } from '../../../../test/screen/screen.tsx'
import { answersFor } from '../../../../test/screen/people.ts'

const person = personOf({ has_totp_enabled: true })
const wanted = new Refused('TwoFactorRequired', 'Two Factor Authentication code is required', undefined, { factors: ['totp'] })
const welcome = () => screen.findByRole('heading', { name: 'Welcome to Parley' })

describe('the second factor', () => {
  // Proves A 2.10, A 11.2.
  it('may be a backup code instead, which works once', async () => {
    let isUsed = false
    const { user, wire } = openApp('/', stranger, [
      ...answersFor(person),
      answer(accountCalls.login, ({ body }) => {
        if (body.totp_token === undefined) return wanted
        if (isUsed) return new Refused('TwoFactorRefused', 'The authentication code is not valid.')
        isUsed = true
        return { token: 'the token', user: person }
      }),
      answer(accountCalls.logout, {}),
    ])
    const enter = async () => {
      await user.type(await screen.findByLabelText('Email'), person.email)
      await user.type(screen.getByLabelText('Password'), 'cobalt ferry timetable{Enter}')
      await user.click(await screen.findByRole('button', { name: 'Use a backup code' }))
      await user.type(screen.getByLabelText('Backup code'), '8b0r3-5ndzb{Enter}')
    }
    await enter()
    await screen.findByRole('heading', { name: 'Unified Markets' })
    expect(wire.sentTo(accountCalls.login).at(-1)!.body).toMatchObject({ email: person.email, totp_token: '8b0r3-5ndzb' })
    await user.click(screen.getByRole('button', { name: /^Settings/ }))
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await welcome()
    await enter()
    await screen.findByText('The authentication code is not valid.')
  })
})

describe('a code from the authentication app', () => {
  it.each(['  123456  ', '123 456', '123\u00a0456 '])('is accepted as it was copied: "%s"', async (copied) => {
    const { user, wire } = openApp('/', stranger, [
      ...answersFor(person),
      answer(accountCalls.login, ({ body }) => (body.totp_token === undefined ? wanted : { token: 'the token', user: person })),
    ])
    await user.type(await screen.findByLabelText('Email'), person.email)
    await user.type(screen.getByLabelText('Password'), 'cobalt ferry timetable{Enter}')
    await user.click(await screen.findByLabelText('Code'))
    await user.paste(copied)
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Unified Markets' })
    expect(wire.sentTo(accountCalls.login).at(-1)!.body).toMatchObject({ totp_token: '123456' })
  })
})

describe('a forgotten password', () => {
  // Proves A 2.18, A 2.21.
  it('can be reset in a signed-in browser, which is then signed out', async () => {
    const { user, wire } = openApp('/set-password/?uid=u&token=t', person, [answer(accountCalls.resetPassword, { detail: 'Done.' })])
    await user.type(await screen.findByLabelText('New password'), 'cobalt ferry timetable')
    await user.type(screen.getByLabelText('Confirm new password'), 'cobalt ferry timetable')
    // The new password ends every session.
    wire.answer(answer(accountCalls.listFeatureFlags, new Refused('NotAuthenticated', 'Invalid token.')))
    await user.click(screen.getByRole('button', { name: 'Reset Password' }))
    await screen.findByRole('heading', { name: 'Password updated!' })
    expect(wire.sentTo(accountCalls.resetPassword)[0]!.body).toMatchObject({ uid: 'u', token: 't' })
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
    await welcome()
  })

  // Proves A 2.19.
  it.each(['', '?uid=u', '?token=t', '?uid=&token=t'])('needs both parts of the link: %s', async (query) => {
    openApp(`/set-password/${query}`, stranger)
    await welcome()
    expect(location.pathname).toBe('/')
  })

  // Proves A 8.11.
  it('shows that the email cannot be requested', async () => {
    const { user } = openApp('/forgot-password/', stranger, [answer(accountCalls.requestPasswordReset, noNetwork)])
    await user.type(await screen.findByLabelText('Email'), 'nobody@amberroad.example{Enter}')
    await screen.findByText('Something went wrong, please try again.')
  })
})
