import { createHash } from 'node:crypto'
import { accountCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow, type Person, sizes } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { createUser, type NewUser } from './operator.ts'
import { clientOf } from './session-client.ts'
import { closeDialogs, openSettings, requestsTo, settings } from './settings-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

const WARNING = 'No Default Account - 1-Click Trading has been disabled'

let product: Product
let browser: Browser
let user: NewUser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')
/** The window of the user in most of the tests. If a test leaves something open, the next one closes it. */
let page: Page
let consoleErrors: readonly string[]
beforeAll(async () => {
  user = await createUser(product)
  const administrator = product.demo.users.find((one) => one.role === 'administrator' && one.desk === 'AMBR')!
  const client = await clientOf(product, administrator)
  const secret = { client_id: 'parley-ambr', client_secret: createHash('sha256').update('parley demo AMBR').digest('hex') }
  await client.call(venueAccountCalls.addVenueAccount, { body: { venue: 'DBT', name: 'market-making-desk-2', ...secret } })
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

/** As it opens at this size. */
async function begin(size: keyof typeof sizes = 'desk'): Promise<void> {
  await closeDialogs(page)
  await page.setViewportSize(sizes[size])
}

describe('the main view of the settings', () => {
  // Proves A 2.53, A 2.54, A 2.57 to 2.60, A 2.62, A 2.63, A 2.65, A 9.15, T 2.18, T 9.28.
  it('shows the user, the version, and the sections', async () => {
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

  // Proves A 2.66, A 2.67, A 11.7.
  it('shows on a phone only Logout of the account entries', async () => {
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
  it('has a back arrow in every view, keeps the focus inside, and has no serious axe finding', async () => {
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
  it('works with the keyboard alone, and keeps the focus', async () => {
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
      // In a modal dialog, the browser's own toolbar comes between the last and the first element.
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

describe('default accounts', () => {
  let trader: NewUser
  let page: Page
  let consoleErrors: readonly string[]
  beforeAll(async () => {
    trader = await createUser(product)
    ;({ page, consoleErrors } = await signedIn(trader))
  })

  // Proves A 9.17, A 10.11, A 10.12, A 11.9, T 1.20, T 4.30.
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
    const list = dialog.getByRole('list', { name: /^Default accounts at/ })
    expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('500px')
    expect(await seriousFindings(page)).toEqual([])
  })

  // Proves A 2.86, A 10.10, T 2.34.
  it('are used by trades: without one the builder requires a choice, and one-click trading is off until there is one', async () => {
    await closeDialogs(page)
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
    await builder.getByRole('alert').getByText('No default account covers all products in this structure').waitFor()
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
})

const preferencesOf = async (trader: NewUser): Promise<Readonly<Record<string, unknown>>> =>
  (await (await clientOf(product, trader)).call(accountCalls.getUser, {})).preferences.data

const chosen = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('combobox', { name: `Default account: ${name}` })
    .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent ?? '')
