import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { calmOverview, signedInOperator } from '../../../test/console.ts'
import { ConsoleRefusal, openConsole, signedOut } from '../../../test/screen/console.tsx'

const dispute = { taker: 'booked it as 7', maker: 'could not book it: no limit' }
const waiting = {
  ...{ trade_id: 't_1', venue: 'BYB', taker: 'AMBR', maker: 'LIND', structure: 'Call Spread', agreed_at: calmOverview.at - 60_000 },
  ...{
    route: 'BLOCK',
    state: 'AGREED',
    attempts: 2,
    next_attempt_at: calmOverview.at + 1_000,
    venue_message: 'order_not_found',
    dispute: null,
  },
}

describe('signing in to the operator console', () => {
  it('asks for the name, the password and a code, and shows why it was refused', async () => {
    const { user, sent, answer } = openConsole('/operator/', {
      session: signedOut,
      'sign-in': new ConsoleRefusal('SignInRefused', 'The name, the password or the code is not correct.'),
    })
    await user.type(await screen.findByLabelText('Name'), 'l.sand')
    await user.type(screen.getByLabelText('Password'), 'gravel lantern')
    await user.type(screen.getByLabelText(/^Code/), '123456')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The name, the password or the code is not correct.')
    expect(sent).toEqual([{ path: 'sign-in', body: { name: 'l.sand', password: 'gravel lantern', code: '123456' } }])
    answer({ 'sign-in': {}, session: signedInOperator })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Settlements waiting' })).toBeTruthy()
  })

  it('is asked again when the session has ended', async () => {
    const { user, answer } = openConsole('/operator/')
    await user.click(await screen.findByRole('button', { name: 'Halt…' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('Reason'), 'x')
    await user.type(dialog.getByLabelText(/^Code/), '123456')
    answer({ 'step-up': signedOut })
    await user.click(dialog.getByRole('button', { name: 'Halt' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your session has ended. Sign in again.')
  })
})

describe('the overview of the operator', () => {
  it('shows the settlement that waits with the message of the venue, and no button if Parley retries it', async () => {
    openConsole('/operator/', { overview: { ...calmOverview, settlements: [waiting] } })
    const row = await screen.findByRole('row', { name: /AMBR \/ LIND/ })
    expect(row.textContent).toContain('order_not_found. Attempt 3 at')
    expect(within(row).queryByRole('button')).toBeNull()
    expect(row.textContent).toContain('retries by itself')
  })

  it('a dispute is decided with a reason and a new code', async () => {
    const settlements = [{ ...waiting, route: 'BOOKED_BY_BOTH', next_attempt_at: null, venue_message: null, dispute }]
    const { user, sent } = openConsole('/operator/', {
      overview: { ...calmOverview, settlements },
      'step-up': { ...signedInOperator, proved_until: Date.now() + 300_000 },
      'commands/settle-dispute': { message: 't_1 is rejected.' },
    })
    await user.click(await screen.findByRole('button', { name: 'Decide…' }))
    const dialog = within(screen.getByRole('dialog'))
    const decide = dialog.getByRole('button', { name: /^Decide/ })
    expect(decide.getAttribute('title')).toBe('Give a reason first.')
    await user.selectOptions(dialog.getByLabelText('The trade is'), 'REJECTED')
    await user.type(dialog.getByLabelText('Reason'), 'no booking at Bybit')
    expect(decide.getAttribute('title')).toBe('Enter the six digits of your authenticator app.')
    await user.type(dialog.getByLabelText(/^Code/), '123456')
    expect(dialog.getByText(/^npm run operator/).textContent).toBe(
      "npm run operator -- settle-dispute --trade t_1 --as REJECTED --why 'no booking at Bybit'",
    )
    await user.click(decide)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      { path: 'step-up', body: { code: '123456' } },
      { path: 'commands/settle-dispute', body: { options: { trade: 't_1', as: 'REJECTED' }, why: 'no booking at Bybit' } },
    ])
    expect(await screen.findByText('t_1 is rejected.')).toBeTruthy()
  })

  it('offers only the next state of the platform, and shows why the server refuses it', async () => {
    const { user } = openConsole('/operator/', {
      session: { ...signedInOperator, proved_until: Date.now() + 300_000 },
      overview: { ...calmOverview, platform: { ...calmOverview.platform, state: 'UNAVAILABLE', next_state: 'AVAILABLE_CANCEL_ONLY' } },
      'commands/platform': new ConsoleRefusal('Refused', 'The platform is AVAILABLE; the next state must be UNAVAILABLE.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Allow cancelling…' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.queryByLabelText(/^Code/)).toBeNull()
    await user.type(dialog.getByLabelText('Reason'), 'release')
    await user.click(dialog.getByRole('button', { name: 'Allow cancelling' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('The platform is AVAILABLE; the next state must be UNAVAILABLE.')
  })

  it('an overview that cannot be read offers to try again', async () => {
    const { user, answer } = openConsole('/operator/', { overview: new ConsoleRefusal('InternalError', 'Internal server error.') })
    const again = await screen.findByRole('button', { name: 'Try again' })
    answer({ overview: calmOverview })
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Venues' })).toBeTruthy()
  })
})

describe('the passkeys of an operator', () => {
  const passkeys = {
    ...{ at: calmOverview.at, are_offered: true },
    passkeys: [{ id: 'k_1', label: 'Laptop', created_at: calmOverview.at, last_used_at: null, is_synced: false }],
  }

  it('are removed after a new code', async () => {
    const { user, sent, answer } = openConsole('/operator/', {
      ...{ passkeys, 'passkeys/remove': {} },
      'step-up': { ...signedInOperator, proved_until: Date.now() + 300_000 },
    })
    await user.click(await screen.findByRole('button', { name: 'Your passkeys' }))
    const dialog = within(screen.getByRole('dialog'))
    const remove = await dialog.findByRole('button', { name: 'Remove Laptop' })
    expect(remove.getAttribute('title')).toBe('Enter the six digits of your authenticator app.')
    await user.type(dialog.getByLabelText(/^Code/), '123456')
    answer({ passkeys: { ...passkeys, passkeys: [] } })
    await user.click(remove)
    await waitFor(() => expect(dialog.queryByRole('list')).toBeNull())
    expect(sent).toEqual([
      { path: 'step-up', body: { code: '123456' } },
      { path: 'passkeys/remove', body: { id: 'k_1' } },
    ])
    expect(dialog.queryByLabelText(/^Code/)).toBeNull()
  })

  it('are not offered at an address that the server does not know', async () => {
    const { user } = openConsole('/operator/', { passkeys: { ...passkeys, are_offered: false, passkeys: [] } })
    await user.click(await screen.findByRole('button', { name: 'Your passkeys' }))
    expect(await screen.findByText(/Set OPERATOR_URL to the address of the console\.$/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull()
  })
})
