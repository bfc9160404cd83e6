import { accountCalls, factorCalls, type UserView } from '@parley/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, noNetwork, openApp, type Opened, passTime, personOf, Refused, reported } from '../../../../test/screen/screen.tsx'

const PASSWORD = 'cobalt ferry timetable'

const checkPassword = answer(accountCalls.checkPassword, ({ body }) =>
  body.password === PASSWORD ? { valid_until: Date.now() + 600_000, with_factor: false } : new Refused('PasswordWrong'),
)
const qrCode = answer(factorCalls.getTotpQr, { config_url: 'otpauth://totp/Parley:grace?secret=JBSWY3DPEHPK3PXP&issuer=Parley' })
const session = {
  ...{ app_type: 'Parley', app_version: '0.133.6', device: 'Chrome', os_type: 'Windows', os_version: '11' },
  ...{ ip_address: '203.0.113.7', region: 'Zurich, CH', last_login: Date.UTC(2026, 10, 3, 12) },
}
const sessions = answer(accountCalls.listSessions, {
  active_sessions: [
    { id: 's1', ...session },
    { id: 's2', ...session },
  ],
  current_session_id: 's1',
})

const dialogOf = (name: string) => screen.findByRole('dialog', { name })
const isPressable = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') !== 'true'

/** Opens a view of the section Security. */
async function open(line: string, change: Partial<UserView> = {}, answers: Parameters<typeof openApp>[2] = []): Promise<Opened> {
  const opened = openApp('/', personOf(change), answers)
  await opened.user.click(await screen.findByRole('button', { name: /^Settings/ }))
  await opened.user.click(await screen.findByRole('button', { name: /^Security/ }))
  await opened.user.click(await screen.findByRole('button', { name: new RegExp(`^${line}`) }))
  await dialogOf(line)
  return opened
}

async function proves({ user }: Opened): Promise<void> {
  const proof = await dialogOf('Confirm it’s you')
  await user.type(within(proof).getByLabelText('Password'), PASSWORD)
  await user.click(within(proof).getByRole('button', { name: /^Confirm/ }))
}

describe('active sessions', () => {
  // Proves A 8.23.
  it('show that they could not be loaded, and are loaded again', async () => {
    const { user, wire } = await open('Active Sessions', {}, [answer(accountCalls.listSessions, noNetwork)])
    await screen.findByText('Could not load your sessions')
    expect(reported().some((line) => line.startsWith('Part of the page could not be loaded.'))).toBe(true)
    wire.answer(sessions)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('This session')
  })

  // Proves A 4.48.
  it('are listed with this one marked, and a terminated one leaves the list', async () => {
    const { user, wire } = await open('Active Sessions', {}, [sessions, answer(accountCalls.endSession, undefined)])
    const list = within(await screen.findByRole('list', { name: 'Active sessions' }))
    const [first, second] = list.getAllByRole('listitem')
    expect(first!.textContent).toMatch(/This session$/)
    expect(second!.textContent).toMatch(/\d\d [A-Z][a-z]{2} \d\d/)
    await user.click(within(second!).getByRole('button', { name: /^Terminate/ }))
    await waitFor(() => expect(list.getAllByRole('listitem')).toEqual([first]))
    expect(wire.sentTo(accountCalls.endSession).map(({ params }) => params)).toEqual([{ id: 's2' }])
  })

  // Proves A 2.95.
  it('are all terminated only after a question', async () => {
    const { user, wire } = await open('Active Sessions', {}, [sessions, answer(accountCalls.endAllSessions, undefined)])
    await user.click(await screen.findByRole('button', { name: 'Terminate all sessions' }))
    await user.click(within(await dialogOf('End all sessions?')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'End all sessions?' })).toBeNull())
    expect(within(screen.getByRole('list', { name: 'Active sessions' })).getAllByRole('listitem')).toHaveLength(2)
    expect(wire.sentTo(accountCalls.endAllSessions)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Terminate all sessions' }))
    await user.click(await screen.findByRole('button', { name: 'Terminate all' }))
    await screen.findByRole('heading', { name: 'Welcome to Parley' })
    expect(wire.sentTo(accountCalls.endAllSessions)).toHaveLength(1)
    expect(reported()).toEqual([])
  })
})

describe('passkeys', () => {
  const laptop = { id: 'p1', name: 'Desk laptop', created_at: Date.UTC(2026, 10, 3), last_used_at: null, is_synced: false }

  // Proves A 11.10.
  it('are renamed and removed, with what they change for the sign-in', async () => {
    let isThere = true
    const { user } = await open('Passkeys', { has_passkey: true }, [
      answer(factorCalls.listPasskeys, { results: [laptop] }),
      answer(factorCalls.renamePasskey, ({ body }) => ({ ...laptop, ...body })),
      answer(factorCalls.removePasskey, () => void (isThere = false)),
      answer(accountCalls.getUser, () => personOf({ has_passkey: isThere })),
    ])
    const view = within(screen.getByRole('dialog', { name: 'Passkeys' }))
    const row = within(await view.findByRole('listitem'))
    expect(view.getByRole('note').textContent).toMatch(/Your password alone is not enough\. Add one on a second device too/)
    await user.click(row.getByRole('button', { name: 'Rename Desk laptop' }))
    const name = row.getByLabelText('New name of Desk laptop')
    await user.clear(name)
    await user.type(name, 'Office laptop')
    await user.click(row.getByRole('button', { name: 'Save' }))
    await row.findByText('Office laptop')
    await user.click(row.getByRole('button', { name: 'Remove Office laptop' }))
    await user.click(within(await dialogOf('Remove the passkey?')).getByRole('button', { name: 'Remove' }))
    await view.findByText('No passkeys yet')
    expect(view.getByRole('note').textContent).toMatch(/Once you add a passkey, your password alone is no longer enough/)
  })

  it('are named on their line in Security', async () => {
    const { user } = await open('Passkeys', { has_passkey: true }, [answer(factorCalls.listPasskeys, { results: [laptop] })])
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('button', { name: /^Passkeys.*On/ })
  })
})

describe('two-factor authentication', () => {
  // Proves A 8.19.
  it('only logs a QR code that cannot be fetched', async () => {
    const opened = await open('Two-Factor Authentication', {}, [checkPassword, answer(factorCalls.getTotpQr, noNetwork)])
    await opened.user.click(screen.getByRole('button', { name: 'Set up' }))
    await proves(opened)
    await waitFor(() => expect(reported().some((line) => line.includes('QR code'))).toBe(true))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(isPressable(await screen.findByRole('button', { name: 'Set up' }))).toBe(true)
  })

  // Proves A 7.21, A 7.23.
  it('asks for the password first if the person has not given it recently, and requests no secret until then', async () => {
    const opened = await open('Two-Factor Authentication', {}, [checkPassword, qrCode])
    await opened.user.click(screen.getByRole('button', { name: 'Set up' }))
    await dialogOf('Confirm it’s you')
    expect(opened.wire.sentTo(factorCalls.getTotpQr)).toEqual([])
    await proves(opened)
    await screen.findByRole('img', { name: 'QR code for your authentication app' })
    expect(opened.wire.sentTo(factorCalls.getTotpQr)).toHaveLength(1)
  })

  // Proves A 5.10, A 8.18.
  it('shows a refused code under the form', async () => {
    const opened = await open('Two-Factor Authentication', {}, [
      checkPassword,
      qrCode,
      answer(factorCalls.enableTotp, new Refused('TwoFactorRefused', 'The authentication code is not valid.', 'totp_token')),
    ])
    const { user, wire } = opened
    screen.getByText('Two-factor authentication is not active')
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    await proves(opened)
    const code = await screen.findByLabelText('Code')
    await user.type(code, '12345')
    await user.tab()
    await screen.findByText('Ensure this field has 6 characters')
    await user.clear(code)
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: /^Activate/ }))
    await screen.findByText('The authentication code is not valid.')
    expect(screen.getByRole('alert').textContent).not.toContain('Ensure')
    expect(wire.sentTo(factorCalls.enableTotp).map(({ body }) => body)).toEqual([{ totp_token: '000000' }])
  })

  // Proves A 2.74, A 8.20.
  it('shows on its status why backup codes cannot be fetched, and later which are used, masked', async () => {
    const { user, wire } = await open('Two-Factor Authentication', { has_totp_enabled: true }, [
      answer(factorCalls.listBackupCodes, new Refused('TwoFactorInactive', 'They cannot be read now.')),
    ])
    await user.click(screen.getByRole('button', { name: /^Backup Codes/ }))
    await screen.findByText('They cannot be read now.')
    const kept = Array.from({ length: 10 }, (_, place) => ({ token: '•••••-•••••', is_used: place === 0 }))
    wire.answer(answer(factorCalls.listBackupCodes, kept))
    await user.click(screen.getByRole('button', { name: /^Backup Codes/ }))
    const view = within(await dialogOf('Backup Codes'))
    view.getByText(/^9 of 10 are left/)
    expect(
      view
        .getAllByRole('listitem')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(['used', '•••••-•••••'])
    await user.click(view.getByRole('button', { name: 'Generate new codes' }))
    await screen.findByLabelText('Password')
  })
})

describe('with the password and the emailed code,', () => {
  const CODE = '204817'
  const wrongCode = new Refused('TwoFactorRefused', 'The authentication code is not valid.', 'totp_token')
  const mailed = answer(factorCalls.sendTotpEmailToken, { detail: 'Sent.' })

  async function givePassword({ user }: Opened, password: string): Promise<void> {
    const field = await screen.findByLabelText('Password')
    await user.clear(field)
    await user.type(field, password)
    await user.click(screen.getByRole('button', { name: /^Next/ }))
  }

  async function giveCode({ user }: Opened, code: string, confirm: RegExp): Promise<void> {
    const field = await screen.findByLabelText('Code from the email')
    await user.clear(field)
    await user.type(field, code)
    await user.click(screen.getByRole('button', { name: confirm }))
  }

  // Proves A 4.43, A 4.44, A 9.7.
  it('new backup codes are generated, and shown in place of the old ones', async () => {
    passTime()
    const fresh = Array.from({ length: 10 }, (_, place) => ({ token: `fresh-0000${place}`, is_used: false }))
    const opened = await open('Two-Factor Authentication', { has_totp_enabled: true }, [
      ...[checkPassword, mailed],
      answer(factorCalls.listBackupCodes, [{ token: '•••••-•••••', is_used: true }]),
      answer(factorCalls.regenerateBackupCodes, fresh),
    ])
    const { user, wire } = opened
    await user.click(screen.getByRole('button', { name: /^Backup Codes/ }))
    await user.click(await screen.findByRole('button', { name: 'Generate new codes' }))
    await givePassword(opened, PASSWORD)
    await giveCode(opened, CODE, /^Generate new codes/)
    await screen.findByText('New backup codes have been generated.')
    await vi.advanceTimersByTimeAsync(1_000)
    const list = within(await screen.findByRole('list', { name: 'Backup codes' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(fresh.map(({ token }) => token))
    expect(wire.sentTo(factorCalls.sendTotpEmailToken).map(({ body }) => body)).toEqual([{ purpose: 'regenerate' }])
    expect(wire.sentTo(factorCalls.regenerateBackupCodes).map(({ body }) => body)).toEqual([{ totp_token: CODE }])
  })

  // Proves A 4.41, A 4.42, A 9.6.
  it('two-factor authentication is deactivated, and a second later Security is shown again', async () => {
    passTime()
    const opened = await open('Two-Factor Authentication', { has_totp_enabled: true }, [
      ...[checkPassword, mailed],
      answer(factorCalls.disableTotp, ({ body }) => (body.totp_token === CODE ? { detail: 'Done.' } : wrongCode)),
    ])
    const { user, wire } = opened
    await user.click(screen.getByRole('button', { name: /^Deactivate/ }))
    await givePassword(opened, 'not the password')
    await screen.findByRole('alert')
    expect(wire.sentTo(factorCalls.sendTotpEmailToken)).toEqual([])
    await givePassword(opened, PASSWORD)
    await screen.findByText(`A code was sent to ${personOf().email}.`)
    expect(wire.sentTo(factorCalls.sendTotpEmailToken).map(({ body }) => body)).toEqual([{ purpose: 'disable' }])
    await giveCode(opened, '000000', /^Deactivate/)
    await screen.findByRole('alert')
    await giveCode(opened, CODE, /^Deactivate/)
    await screen.findByText('Two-factor authentication is no longer active.')
    await vi.advanceTimersByTimeAsync(1_000)
    await dialogOf('Security')
  })
})

describe('changing the password', () => {
  // Proves A 4.33 to 4.35, A 5.38, A 8.16, A 9.5.
  it('checks it while it is typed, shows a refusal at its field, and confirms the change for three seconds', async () => {
    passTime()
    const { user, wire } = await open('Change Password', {}, [
      answer(accountCalls.changePassword, ({ body }) =>
        body.old_password === PASSWORD ? { detail: 'Done.' } : new Refused('PasswordWrong', 'The password is incorrect.', 'old_password'),
      ),
    ])
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
    const fill = async (label: string, text: string): Promise<void> => {
      await user.clear(field(label))
      await user.type(field(label), text)
    }
    const save = () => screen.getByRole('button', { name: /^Save/ })
    expect(isPressable(save())).toBe(false)
    await fill('Old password', PASSWORD)
    await fill('New password', PASSWORD)
    await fill('Confirm new password', 'another one')
    await user.tab()
    await screen.findByText("Can't be the same as Old password")
    await screen.findByText('Passwords do not match')
    expect(isPressable(save())).toBe(false)

    const next = 'copper meadow 41 tide'
    await fill('Old password', 'not the password')
    await fill('New password', next)
    await fill('Confirm new password', next)
    await user.click(save())
    await waitFor(() => expect(field('Old password').getAttribute('aria-invalid')).toBe('true'))
    await screen.findByText('The password is incorrect.')

    await fill('Old password', PASSWORD)
    await user.click(save())
    await screen.findByText('Your password has been changed successfully!')
    expect(field('Old password').value).toBe('')
    expect(wire.sentTo(accountCalls.changePassword).at(-1)!.body).toEqual({
      ...{ old_password: PASSWORD, new_password1: next, new_password2: next },
    })
    await vi.advanceTimersByTimeAsync(3_000)
    await waitFor(() => expect(screen.queryByText('Your password has been changed successfully!')).toBeNull())
  })
})
