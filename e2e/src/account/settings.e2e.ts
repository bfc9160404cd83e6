import { createHash } from 'node:crypto'
import { venueAccountCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow, sizes } from '../browser.ts'
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
let trader: NewUser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')
/** The trader's window in both tests. If the first leaves something open, the second closes it. */
let page: Page
let consoleErrors: readonly string[]
beforeAll(async () => {
  trader = await createUser(product)
  const administrator = product.demo.users.find((one) => one.role === 'administrator' && one.desk === 'AMBR')!
  const client = await clientOf(product, administrator)
  const secret = { client_id: 'parley-ambr', client_secret: createHash('sha256').update('parley demo AMBR').digest('hex') }
  await client.call(venueAccountCalls.addVenueAccount, { body: { venue: 'DBT', name: 'market-making-desk-2', ...secret } })
  const person = await openWindow(browser, product.baseUrl)
  await openSession(person, trader)
  ;({ page, consoleErrors } = person)
  await page
    .getByRole('button', { name: /New RFQ/ })
    .first()
    .waitFor()
})

const isLoaded = (): Promise<void> => page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
const back = (): Promise<void> => page.getByRole('button', { name: 'Back' }).click()

/** Opens a view from the current one, checks it, and goes back. */
async function lookAt(view: string, from: string): Promise<void> {
  await settings(page, from)
    .getByRole('button', { name: new RegExp(`^${view}`) })
    .click()
  await settings(page, view).waitFor()
  await isLoaded()
  expect(await seriousFindings(page), view).toEqual([])
  await back()
  await settings(page, from).waitFor()
}

describe('the settings', () => {
  // Proves A 2.54, A 2.59, A 2.66, A 2.67, A 2.77 to 2.79, A 9.15, A 11.7, T 9.28.
  it('work with the keyboard alone, keep the focus inside, fit a phone, and have no serious axe finding in any view', async () => {
    const dialog = await openSettings(page)
    await dialog.getByText('Version 0.133.6').waitFor()
    expect((await dialog.boundingBox())!.width).toBe(500)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(sizes.laptop)
    for (const view of ['Notifications', 'Default Accounts']) await lookAt(view, 'Settings')
    await dialog.getByRole('button', { name: /^Security/ }).click()
    expect(await seriousFindings(page), 'Security').toEqual([])
    for (const view of ['Active Sessions', 'Change Password', 'Two-Factor Authentication', 'Passkeys']) await lookAt(view, 'Security')
    await back()
    await page.setViewportSize(sizes.desk)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toMatch(/^Settings/)

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

    // On a phone, Logout is the only entry of the account.
    await page.setViewportSize(sizes.phone)
    await page.getByRole('button', { name: 'More' }).click()
    await openSettings(page)
    await dialog.getByRole('button', { name: 'Logout' }).waitFor()
    for (const name of [/^Notifications/, /^Default Accounts/, /^Security/])
      expect(await dialog.getByRole('button', { name }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'Dashboard' }).waitFor()
    await dialog.getByRole('link', { name: 'FAQ' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(consoleErrors).toEqual([])
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
  // Proves A 2.86, A 9.17, A 10.10, A 11.9, T 2.34.
  it('are used by trades: without one the builder requires a choice, and one-click trading is off until there is one', async () => {
    await closeDialogs(page)
    await page.setViewportSize(sizes.desk)
    const saved = requestsTo(page, 'POST', '/account/user/preferences/')
    const dialog = await openSettings(page, 'Default Accounts')
    const list = dialog.getByRole('list', { name: /^Default accounts at/ })
    expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('500px')
    const options = page.getByRole('combobox', { name: 'Default account: BTC options' })
    await options.selectOption({ label: 'No Default Account' })
    await expect.poll(() => saved.filter((body) => body.includes('"DO":null')).length).toBe(1)
    await dialog.getByText(WARNING).waitFor()
    expect(await seriousFindings(page)).toEqual([])
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
