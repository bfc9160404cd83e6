import { createHash } from 'node:crypto'
import { accountCalls, credentialCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow, type Person, sizes } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { createUser, operator, type NewUser } from './operator.ts'
import { clientOf } from './session-client.ts'
import { closeDialogs, openSettings, requestsTo, settings } from './settings-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

const WARNING = 'No Default Account - 1-Click Trading has been disabled'

let product: Product
let browser: Browser
let user: NewUser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')
/** The window of the one whom most of the tests are about; what a test leaves open, the next one closes. */
let page: Page
let consoleErrors: readonly string[]
beforeAll(async () => {
  user = await createUser(product)
  const administrator = product.demo.users.find((one) => one.role === 'administrator' && one.desk === 'AMBR')!
  const client = await clientOf(product, administrator)
  const secret = { client_id: 'parley-ambr', client_secret: createHash('sha256').update('parley demo AMBR').digest('hex') }
  await client.call(venueAccountCalls.addVenueAccount, { body: { venue: 'DBT', name: 'market-making-desk-2', ...secret } })
  for (const name of ['byb-1', 'byb-2']) await client.call(venueAccountCalls.addVenueAccount, { body: { venue: 'BYB', name, ...secret } })
  ;({ page, consoleErrors } = await signedIn(user))
})

async function signedIn(as: NewUser): Promise<Person> {
  const person = await openWindow(browser, product.baseUrl)
  await openSession(person, as)
  await person.page
    .getByRole('button', { name: /New RFQ/ })
    .first()
    .waitFor()
  return person
}

/** As it is opened at this size. */
async function begin(size: keyof typeof sizes = 'desk'): Promise<void> {
  await closeDialogs(page)
  await page.setViewportSize(sizes[size])
}

/** A desk of the demo that has accounts at the three venues of the unified markets alone. */
const WITHOUT_PARADEX = 'MRDN'

describe('the venues', () => {
  // Proves T 3.6, T 6.11.
  it('are those at which the desk has accounts, also once one is gone', async () => {
    const offered = (window: Page) =>
      window.getByRole('dialog', { name: 'New RFQ' }).getByRole('radiogroup', { name: 'Venue' }).getByRole('radio')
    const venuesOf = async (window: Page): Promise<readonly string[]> => {
      await pressNewRfq(window)
      await offered(window).first().waitFor()
      return offered(window).allInnerTexts()
    }
    const administrator = product.demo.users.find(({ desk, role }) => desk === WITHOUT_PARADEX && role === 'administrator')!
    const client = await clientOf(product, administrator)
    const { page: other } = await signedIn(administrator)
    expect(await venuesOf(other)).toEqual(['DBT', 'BIT', 'BYB'])
    const { results: accounts } = await client.call(venueAccountCalls.listVenueAccounts, {})
    await client.call(venueAccountCalls.removeVenueAccount, { params: { id: accounts.find(({ venue }) => venue === 'BYB')!.id } })
    // As when the person comes back to this window from the dashboard.
    const comesBack = () => other.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => comesBack().then(() => offered(other).allInnerTexts()), { interval: 1_000 }).toEqual(['DBT', 'BIT'])
    await other.close()
    await begin()
    expect(await venuesOf(page)).toEqual(['DBT', 'BIT', 'BYB', 'PRDX'])
    await page.keyboard.press('Escape')
  })
})

describe('the main view of the settings', () => {
  // Proves A 2.53, A 2.54, A 2.57 to 2.60, A 2.62, A 2.63, A 2.65, A 9.15, T 2.18, T 9.28.
  it('shows who one is, the version, and where to go', async () => {
    const dialog = await openSettings(page)
    await dialog.getByText('Amber Road Capital [AMBR]').waitFor()
    await dialog.getByText('Version 0.133.6').waitFor()
    expect((await dialog.boundingBox())!.width).toBe(500)
    const lines = await dialog.locator('button, a').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
    const places = ['Notifications', 'Default Accounts', 'Security', 'Logout', 'Dashboard', 'FAQ']
    expect(lines.flatMap((line) => places.filter((place) => line.startsWith(place)))).toEqual(places)
    expect(await dialog.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard/')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Settings')
    expect(consoleErrors).toEqual([])
  })

  // Proves A 2.61, A 6.16, A 10.14, T 6.14.
  it('has no line for default accounts where their flag is off', async () => {
    await operator(product, 'set-flag', '--name', 'feature_default_accounts', '--value', 'off')
    await begin()
    await page.reload()
    const dialog = await openSettings(page)
    await dialog.getByRole('button', { name: /^Notifications/ }).waitFor()
    expect(await dialog.getByRole('button', { name: /^Default Accounts/ }).count()).toBe(0)
    await operator(product, 'set-flag', '--name', 'feature_default_accounts', '--value', 'on')
    await page.reload()
  })

  // Proves A 2.66, A 2.67, A 11.7.
  it('leaves on a phone only Logout of the account’s lines', async () => {
    await begin('phone')
    await page.getByRole('button', { name: 'More' }).click()
    const dialog = await openSettings(page)
    await dialog.getByRole('button', { name: 'Logout' }).waitFor()
    for (const name of [/^Notifications/, /^Default Accounts/, /^Security/])
      expect(await dialog.getByRole('button', { name }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'Dashboard' }).waitFor()
    await dialog.getByRole('link', { name: 'FAQ' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  const back: [lines: string[], to: string][] = [
    [['Notifications'], 'Settings'],
    [['Default Accounts'], 'Settings'],
    [['Security'], 'Settings'],
    [['Security', 'Active Sessions'], 'Security'],
    [['Security', 'Change Password'], 'Security'],
    [['Security', 'Two-Factor Authentication'], 'Security'],
    [['Security', 'Passkeys'], 'Security'],
  ]
  // Proves A 2.77 to 2.79, A 11.7.
  it('has an arrow back from every view, stays within its keyboard, and has nothing serious for axe', async () => {
    await begin('laptop')
    for (const [lines, to] of back) {
      const dialog = await openSettings(page, ...lines)
      await page.waitForLoadState('networkidle')
      expect(await seriousFindings(page), lines.join(' › ')).toEqual([])
      await dialog.getByRole('button', { name: 'Back' }).click()
      await settings(page, to).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(consoleErrors).toEqual([])
  })

  // Proves A 11.7.
  it('is walked through with the keyboard alone, and keeps the focus', async () => {
    await begin()
    await page.getByRole('button', { name: /^Settings/ }).focus()
    await page.keyboard.press('Enter')
    await settings(page).waitFor()
    await tabTo(page, /^Security/)
    await page.keyboard.press('Enter')
    await settings(page, 'Security').waitFor()
    await tabTo(page, /^Change Password/)
    await page.keyboard.press('Enter')
    await settings(page, 'Change Password').waitFor()
    await expect.poll(() => focusedName(page)).toBe('old_password')
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      // The browser's own bar lies between the last and the first of a modal dialog.
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true)
    }
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await expect.poll(() => focusedName(page)).toMatch(/^Change Password/)
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toMatch(/^Settings/)
  })
})

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    return focused?.getAttribute('name') ?? focused?.textContent ?? ''
  })

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (name.test(await focusedName(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`thirty presses of Tab do not reach ${name}`)
}

describe('notifications', () => {
  // Proves A 8.25.
  it('say quietly that a change was not saved, and show what the server holds', async () => {
    await begin()
    await openSettings(page, 'Notifications')
    await page.route('**/account/user/', (route) => route.abort())
    const toggle = page.getByRole('switch', { name: 'Sound', exact: true })
    const isReported = page.waitForEvent('console', (message) => message.text().startsWith('A switch of notifications was not saved.'))
    await toggle.click()
    await isReported
    await page.getByText('Not saved: The server cannot be reached; check the network.').waitFor()
    expect(await toggle.isChecked()).toBe(true)
    await page.unroute('**/account/user/')
  })

  // Proves A 4.45, A 4.46.
  it('are saved by each change, and not by being shown', async () => {
    await begin()
    const saved = requestsTo(page, 'PATCH', '/account/user/')
    const dialog = await openSettings(page, 'Notifications')
    const flags = {
      Messages: 'visual_notifications_enabled',
      Sound: 'audio_notifications_enabled',
      'Messages on a phone': 'visual_mobile_notifications_enabled',
      'Sound on a phone': 'audio_mobile_notifications_enabled',
      Trading: 'trading_notifications_enabled',
      Email: 'email_notifications_enabled',
    }
    await dialog.getByRole('button', { name: 'Back' }).click()
    await openSettings(page, 'Notifications')
    expect(saved).toEqual([])
    for (const [name, flag] of Object.entries(flags)) {
      const toggle = dialog.page().getByRole('switch', { name, exact: true })
      const before = await toggle.isChecked()
      await toggle.setChecked(!before)
      await expect.poll(() => saved.at(-1)).toBe(JSON.stringify({ [flag]: !before }))
    }
    expect(saved).toHaveLength(6)
    const held = await (await clientOf(product, user)).call(accountCalls.getUser, {})
    for (const flag of Object.values(flags)) expect(held[flag as 'audio_notifications_enabled'], flag).toBe(false)
    await page.reload()
    await openSettings(page)
    await settings(page).getByText('Off', { exact: true }).waitFor()
  })
})

describe('default accounts', () => {
  let trader: NewUser
  let page: Page
  beforeAll(async () => {
    trader = await createUser(product)
    ;({ page } = await signedIn(trader))
  })

  // Proves A 10.11, A 10.12, A 11.9, T 1.20, T 4.30.
  it('are migrated once, chosen by product, and kept across a reload half a second after the last choice', async () => {
    const saved = requestsTo(page, 'POST', '/account/user/preferences/')
    await expect.poll(async () => (await preferencesOf(trader))['defaultAccountsMigrated']).toBe(true)
    const dialog = await openSettings(page, 'Default Accounts')
    const product1 = dialog.getByRole('combobox', { name: 'Default account: BTC options' })
    await expect.poll(() => product1.locator('option').allTextContents()).toContain('market-...-desk-2')
    saved.length = 0
    await product1.selectOption({ label: 'market-...-desk-2' })
    await dialog.getByRole('combobox', { name: 'Default account: BTC futures' }).selectOption({ label: 'No Default Account' })
    await dialog.getByText(WARNING).waitFor()
    await expect.poll(() => saved.length).toBe(1)
    await page.reload()
    await openSettings(page)
    await settings(page).getByText('1 missing').waitFor()
    await openSettings(page, 'Default Accounts')
    await expect.poll(() => chosen(page, 'BTC options')).toBe('market-...-desk-2')
    expect(await chosen(page, 'BTC futures')).toBe('No Default Account')
    expect(await dialog.getByText(WARNING).count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
  })

  // Proves A 2.80, A 2.84, A 2.85, T 2.38, T 2.41, T 2.42, T 9.21.
  it('tell the server the default of a venue, and warn for each product of a venue that has none', async () => {
    await closeDialogs(page)
    const states = requestsTo(page, 'PATCH', '/trading-desk/member/trading-state/update/')
    const dialog = await openSettings(page, 'Default Accounts')
    await dialog.getByRole('tab', { name: /^BYB/ }).click()
    const primary = dialog.getByRole('combobox', { name: 'Default account: All Products' })
    await primary.selectOption({ label: 'No Default Account' })
    // The venue and each of its products.
    await expect.poll(() => dialog.getByText(WARNING).count()).toBeGreaterThan(2)
    await expect.poll(() => states).toEqual([JSON.stringify({ default_bybit_api_credential_id: null })])
    await primary.selectOption({ label: 'byb-2' })
    await expect.poll(() => dialog.getByText(WARNING).count()).toBe(0)
    await expect.poll(() => states.length).toBe(2)
    const kept = async () => (await (await clientOf(product, trader)).call(credentialCalls.listBybitCredentials, {})).results
    await expect.poll(async () => (await kept()).find((one) => one.is_default)?.name).toBe('byb-2')
    await dialog.getByRole('tab', { name: /^BIT/ }).click()
    await dialog.getByText('TON linear options').first().waitFor()
  })

  // Proves A 2.86, A 10.10, T 2.34.
  it('are what a trade uses: without one the builder wants a choice, and one click is off until there is one', async () => {
    const { page, consoleErrors } = await signedIn(await createUser(product))
    const saved = requestsTo(page, 'POST', '/account/user/preferences/')
    await openSettings(page, 'Default Accounts')
    const options = page.getByRole('combobox', { name: 'Default account: BTC options' })
    await options.selectOption({ label: 'No Default Account' })
    await expect.poll(() => saved.filter((body) => body.includes('"DO":null')).length).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
    await builder.getByLabel('Quantity (BTC)').fill('25')
    await builder.getByRole('alert').getByText('There is no default account for all of its products').waitFor()
    await builder.getByLabel('Account').selectOption({ label: 'prop-1' })
    await builder.getByRole('button', { name: /^Send RFQ to/ }).click()
    await builder.waitFor({ state: 'detached' })

    const ticket = ticketOf(page)
    await ticket.getByText(WARNING).waitFor()
    const oneClick = ticket.getByRole('switch', { name: '1-click' })
    expect(await oneClick.isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await ticket.getByRole('button', { name: 'Choose' }).click()
    const modal = settings(page, 'Default Accounts')
    await modal.waitFor()
    expect((await modal.boundingBox())!.width).toBe(971)
    await options.selectOption({ label: 'prop-1' })
    await page.keyboard.press('Escape')
    await ticket.getByText(WARNING).waitFor({ state: 'detached' })
    expect(await oneClick.isEnabled()).toBe(true)
    expect(consoleErrors).toEqual([])
  })

  // Proves A 2.81, A 2.82, A 2.87, A 9.17, T 2.35, T 2.39, T 9.22.
  it('are found by searching, with all products and primary for the row of all of them', async () => {
    await closeDialogs(page)
    const dialog = await openSettings(page, 'Default Accounts')
    const rows = () => dialog.getByRole('combobox').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    await expect.poll(rows).toHaveLength(5)
    const list = dialog.getByRole('list', { name: /^Default accounts at/ })
    expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('500px')
    for (const [typed, found] of [
      ['primary', ['Default account: All Products']],
      ['all products', ['Default account: All Products']],
      ['futures', ['Default account: BTC futures', 'Default account: ETH futures']],
      ['nothing', []],
    ] as const) {
      await dialog.getByRole('searchbox').fill(typed)
      expect(await rows(), typed).toEqual(found)
    }
    await dialog.getByRole('button', { name: 'Clear search' }).click()
    expect(await rows()).toHaveLength(5)
  })
})

const preferencesOf = async (trader: NewUser): Promise<Readonly<Record<string, unknown>>> =>
  (await (await clientOf(product, trader)).call(accountCalls.getUser, {})).preferences.data

const chosen = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('combobox', { name: `Default account: ${name}` })
    .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent ?? '')
