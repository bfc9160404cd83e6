import { accountCalls, credentialCalls, type UserView } from '@parley/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, flagsOf, noNetwork, openApp, type Opened, passTime, personOf, reported } from '../../../../test/screen/screen.tsx'

const WARNING = 'No Default Account - 1-Click Trading has been disabled'
const accountAt = (name: string, is_default = false) => ({ id: name, name, is_default, cannot_settle: null, cannot_ask_makers: null })
const lineOf = (name: string) => new RegExp(`^${name}`)

/** Opens the settings, and a view of them. */
async function open(view?: string, answers: Parameters<typeof openApp>[2] = [], person = personOf()): Promise<Opened> {
  const opened = openApp('/', person, answers)
  await opened.user.click(await screen.findByRole('button', { name: /^Settings/ }))
  await screen.findByRole('dialog', { name: 'Settings' })
  if (view === undefined) return opened
  await opened.user.click(await screen.findByRole('button', { name: lineOf(view) }))
  await screen.findByRole('dialog', { name: view })
  return opened
}

describe('the main view of the settings', () => {
  // Proves A 2.53, A 2.54, A 2.57, A 2.58, A 2.60, A 2.62, A 2.63, A 2.65, A 9.15, T 2.18, T 9.28.
  it('shows the user and the sections', async () => {
    await open(undefined, [answer(credentialCalls.listDeribitCredentials, { results: [accountAt('prop-1', true)] })])
    const dialog = screen.getByRole('dialog', { name: 'Settings' })
    within(dialog).getByText('Amber Road Capital [AMBR]')
    expect(dialog.style.width).toBe('500px')
    const places = ['Notifications', 'Default Accounts', 'Security', 'Logout', 'Dashboard', 'FAQ']
    await within(dialog).findByRole('button', { name: lineOf('Default Accounts') })
    const lines = [...dialog.querySelectorAll('button, a')].map((one) => one.textContent)
    expect(lines.flatMap((line) => places.filter((place) => line.startsWith(place)))).toEqual(places)
    expect(within(dialog).getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard/')
  })

  // Proves A 2.61, A 6.16, A 10.14, T 6.14.
  it.each([
    [true, 1],
    [false, 0],
  ])('with the flag of default accounts %s has %i lines for them', async (isOn, lines) => {
    await open(undefined, [answer(accountCalls.listFeatureFlags, flagsOf({ feature_default_accounts: isOn }))])
    await screen.findByRole('button', { name: lineOf('Notifications') })
    await waitFor(() => expect(screen.queryAllByRole('button', { name: lineOf('Default Accounts') })).toHaveLength(lines))
  })
})

const flags = {
  Messages: 'visual_notifications_enabled',
  Sound: 'audio_notifications_enabled',
  'Messages on a phone': 'visual_mobile_notifications_enabled',
  'Sound on a phone': 'audio_mobile_notifications_enabled',
  Trading: 'trading_notifications_enabled',
  Email: 'email_notifications_enabled',
} as const

describe('notifications', () => {
  const toggle = (name: string) => screen.getByRole('switch', { name })
  const isOn = (name: string) => (toggle(name) as HTMLInputElement).checked

  // Proves A 8.25.
  it('report quietly that a change was not saved, and show what the server holds', async () => {
    const { user } = await open('Notifications', [answer(accountCalls.updateUser, noNetwork)])
    await user.click(toggle('Sound'))
    await screen.findByText('Not saved: Cannot reach the server. Check your network connection.')
    expect(reported().some((line) => line.startsWith('A notification setting was not saved.'))).toBe(true)
    expect(isOn('Sound')).toBe(true)
  })

  // Proves A 4.45, A 4.46, A 8.36.
  it('are saved by each change, and not when they are shown', async () => {
    let held = personOf()
    const { user, wire } = await open('Notifications', [
      answer(accountCalls.updateUser, ({ body }) => (held = { ...held, ...(body as Partial<UserView>) })),
    ])
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('button', { name: lineOf('Notifications') }))
    await screen.findByRole('switch', { name: 'Sound' })
    const saved = () => wire.sentTo(accountCalls.updateUser).map(({ body }) => body)
    expect(saved()).toEqual([])
    for (const [name, flag] of Object.entries(flags)) {
      expect(isOn(name), name).toBe(true)
      await user.click(toggle(name))
      await waitFor(() => expect(saved().at(-1)).toEqual({ [flag]: false }))
      await waitFor(() => expect(isOn(name), name).toBe(false))
    }
    expect(saved()).toHaveLength(6)
    await screen.findByText('Profile updated successfully!')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await within(await screen.findByRole('dialog', { name: 'Settings' })).findByText('Off')
  })
})

describe('default accounts', () => {
  const deribit = answer(credentialCalls.listDeribitCredentials, {
    results: [accountAt('prop-1', true), accountAt('market-making-desk-2')],
  })
  const bybit = answer(credentialCalls.listBybitCredentials, { results: [accountAt('byb-1', true), accountAt('byb-2')] })
  const bitcom = answer(credentialCalls.listBitcomCredentials, { results: [accountAt('bit-1', true)] })
  const choiceOf = (row: string) => screen.findByRole('combobox', { name: `Default account: ${row}` })

  const chosenIn = async (row: string) => ((await choiceOf(row)) as HTMLSelectElement).selectedOptions[0]?.textContent

  // Proves A 9.17, A 10.11, A 10.12, A 11.9, T 1.20, T 4.30.
  it('are migrated once, chosen by product, and saved once after the last choice', async () => {
    passTime()
    const { user, wire } = await open('Default Accounts', [deribit])
    const saved = () => wire.sentTo(accountCalls.savePreferences).map(({ body }) => body)
    await vi.advanceTimersByTimeAsync(1_000)
    await waitFor(() => expect(saved()).toMatchObject([{ data: { defaultAccountsMigrated: true } }]))
    await user.selectOptions(await choiceOf('BTC options'), 'market-...-desk-2')
    await user.selectOptions(await choiceOf('BTC futures'), 'No Default Account')
    await screen.findByText(WARNING)
    await vi.advanceTimersByTimeAsync(1_000)
    await waitFor(() => expect(saved()).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saved()).toHaveLength(2)
    expect(saved()[1]).toMatchObject({ data: { defaultAccounts: { DBT: { DO: 'market-making-desk-2', CF: null } } } })
  })

  // Proves A 11.9, T 4.30.
  it('are as the server holds them when the page is opened again', async () => {
    const data = { defaultAccountsMigrated: true, defaultAccounts: { DBT: { all: 'prop-1', DO: 'market-making-desk-2', CF: null } } }
    const { user, wire } = await open(undefined, [deribit], personOf({ preferences: { data } }))
    await screen.findByText('1 missing')
    await user.click(screen.getByRole('button', { name: lineOf('Default Accounts') }))
    expect(await chosenIn('BTC options')).toBe('market-...-desk-2')
    expect(await chosenIn('BTC futures')).toBe('No Default Account')
    expect(screen.getAllByText(WARNING)).toHaveLength(1)
    expect(wire.sentTo(accountCalls.savePreferences)).toEqual([])
  })

  // Proves A 2.80, A 2.84, A 2.85, T 2.38, T 2.41, T 2.42, T 9.21.
  it('send the default of a venue to the server, and warn for each product of a venue that has none', async () => {
    const { user, wire } = await open('Default Accounts', [
      ...[deribit, bybit, bitcom],
      answer(credentialCalls.updateTradingState, ({ body }) => body as never),
    ])
    await user.click(await screen.findByRole('tab', { name: /^BYB/ }))
    await user.selectOptions(await choiceOf('All Products'), 'No Default Account')
    // The venue and each of its products.
    await waitFor(() => expect(screen.getAllByText(WARNING).length).toBeGreaterThan(2))
    const states = () => wire.sentTo(credentialCalls.updateTradingState).map(({ body }) => body)
    await waitFor(() => expect(states()).toEqual([{ default_bybit_api_credential_id: null }]))
    await user.selectOptions(await choiceOf('All Products'), 'byb-2')
    await waitFor(() => expect(screen.queryAllByText(WARNING)).toHaveLength(0))
    await waitFor(() => expect(states().at(-1)).toEqual({ default_bybit_api_credential_id: 'byb-2' }))
    expect(states()).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: /^BIT/ }))
    await screen.findAllByText('TON linear options')
  })

  // Proves A 2.81, A 2.82, A 2.87, A 9.17, T 2.35, T 2.39, T 9.22.
  it('are found by searching, with all products and primary for the row of all of them', async () => {
    const { user } = await open('Default Accounts', [deribit])
    await choiceOf('All Products')
    const rows = () => screen.queryAllByRole('combobox').flatMap((one) => one.getAttribute('aria-label')?.split(': ')[1] ?? [])
    const all = rows()
    expect(all).toHaveLength(5)
    for (const [typed, found] of [
      ['primary', ['All Products']],
      ['all products', ['All Products']],
      ['futures', ['BTC futures', 'ETH futures']],
      ['nothing', []],
    ] as const) {
      await user.clear(screen.getByRole('searchbox', { name: 'Search products' }))
      await user.type(screen.getByRole('searchbox', { name: 'Search products' }), typed)
      expect(rows(), typed).toEqual(found)
    }
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(rows()).toEqual(all)
  })
})

describe('a session', () => {
  // Proves A 8.24.
  it('that cannot be ended is reported quietly, and the view says why and keeps it', async () => {
    const session = { app_type: 'Parley', app_version: null, device: 'Firefox', os_type: 'Linux', os_version: null }
    const active_sessions = ['s_1', 's_2'].map((id) => ({
      ...session,
      id,
      ip_address: '192.0.2.1',
      region: null,
      last_login: 1_800_000_000_000,
    }))
    const { user } = await open('Security', [
      answer(accountCalls.listSessions, { active_sessions, current_session_id: 's_1' }),
      answer(accountCalls.endSession, noNetwork),
    ])
    await user.click(await screen.findByRole('button', { name: lineOf('Active Sessions') }))
    const list = await screen.findByRole('list', { name: 'Active sessions' })
    const before = within(list).getAllByRole('listitem').length
    await user.click(within(list).getAllByRole('button').at(-1)!)
    await screen.findByText('Cannot reach the server. Check your network connection.')
    expect(reported().some((line) => line.startsWith('A session could not be ended.'))).toBe(true)
    expect(within(list).getAllByRole('listitem')).toHaveLength(before)
  })

  // Proves A 8.22.
  it('whose token cannot be refreshed is reported, and nothing is shown', async () => {
    passTime()
    openApp('/', personOf(), [answer(accountCalls.refreshToken, noNetwork)])
    await screen.findByRole('button', { name: /^Settings/ })
    const lines = () => reported().filter((line) => line.startsWith('The session token could not be refreshed.'))
    expect(lines()).toEqual([])
    await vi.advanceTimersByTimeAsync(300_000)
    await waitFor(() => expect(lines()).toHaveLength(1))
    expect(screen.queryByText(/Cannot reach the server/)).toBeNull()
  })
})
