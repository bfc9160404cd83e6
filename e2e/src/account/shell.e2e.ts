import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow, type Person, type sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, desksOf, openOrders } from '../protection/desks.ts'
import { openMarketOf, quoteAround } from '../protection/maker-bot.ts'
import { createUser } from './operator.ts'
import { openSettings } from './settings-work.ts'

let product: Product
let browser: Browser
withProductAndBrowser((opened) => ({ product, browser } = opened))

async function signedIn(size: keyof typeof sizes, role = 'trader'): Promise<Person> {
  const person = await openWindow(browser, product.baseUrl, size)
  await openSession(person, createUser(product, 'non-us', role))
  await person.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  return person
}
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Markets and settings' })
const widthOf = async (page: Page): Promise<number> => (await sidebar(page).boundingBox())!.width
const tape = (page: Page) => page.getByRole('tab', { name: 'Trade Tape' })

describe('the bars at the side and at the bottom', () => {
  it('stand on a desk, the side one 60 px wide, the bottom one to be folded', async () => {
    const { page } = await signedIn('desk')
    expect(await widthOf(page)).toBe(60)
    await tape(page).waitFor()
  })

  it('are hidden on a screen narrower than 900 px until they are asked for; a press beside closes the side one', async () => {
    const { page, consoleErrors } = await signedIn('phone')
    await page.setViewportSize({ width: 899, height: 844 })
    await page.getByRole('button', { name: 'More' }).waitFor()
    expect([await sidebar(page).count(), await tape(page).count()]).toEqual([0, 0])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More' }).click()
    expect(await widthOf(page)).toBe(100)
    for (const name of ['Spreads', 'Auctions']) expect(await sidebar(page).getByRole('link', { name }).count(), name).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the menu' }).click({ position: { x: 300, y: 400 } })
    await sidebar(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Trade Tape' }).click()
    await tape(page).waitFor()
    await page.getByRole('button', { name: 'Markets', exact: true }).click()
    await tape(page).waitFor({ state: 'detached' })
    expect(consoleErrors).toEqual([])
  })

  it('show the prime logo to a prime viewer alone', async () => {
    const { page } = await signedIn('desk', 'prime_viewer')
    await sidebar(page).getByRole('img', { name: 'Prime' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const { page: other } = await signedIn('desk')
    expect(await sidebar(other).getByRole('img', { name: 'Prime' }).count()).toBe(0)
  })
})

describe('leaving', () => {
  it('by Logout leaves no error behind, and of ours in the browser only where this person was', async () => {
    const { page, consoleErrors } = await signedIn('desk')
    const answers: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && answers.push(`${answer.status()} ${answer.url()}`))
    await openSettings(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(answers).toEqual([])
    expect(consoleErrors).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['last-route', 'last-route-of'])
    // People who signed out themselves get no reason.
    expect(await page.getByText('Your session has ended').count()).toBe(0)
  })

  it('by terminating every session is quiet too', async () => {
    const { page, consoleErrors } = await signedIn('desk')
    await openSettings(page, 'Security', 'Active Sessions')
    await page.getByRole('button', { name: 'Terminate all sessions' }).click()
    await page.getByRole('button', { name: 'Terminate all', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(consoleErrors).toEqual([])
  })
})

describe('times and the line, in a browser that stands in Singapore', () => {
  const inZone = (at: number, timeZone: string): string => new Date(at).toLocaleTimeString('en-GB', { timeZone })
  const hasGlass = (of: Locator): Promise<boolean> =>
    of.evaluate((element) => {
      for (let one: Element | null = element; one !== null; one = one.parentElement)
        if (getComputedStyle(one).filter.includes('blur')) return true
      return false
    })

  it('one zone for every time, and without a network a screen that can be read and sends nothing', async () => {
    const desks = desksOf(product)
    const { page, context } = await openWindow(browser, product.baseUrl, 'desk', 'Asia/Singapore')
    await page.clock.install()
    await openSession({ page, context, consoleErrors: [] }, desks.takerTrader)
    const rfq = await askMaker(desks, '25')
    const market = await openMarketOf(desks.maker, 'BTC')
    await quoteAround(desks.maker, market, [-3, 3])
    await quoteAround(desks.taker, market, [-4, 4])

    const clock = page.getByRole('button', { name: /zone of all times$/ })
    await clock.getByText('UTC+8').waitFor()
    const row = page.getByRole('grid').first().getByRole('row').nth(1)
    await row.getByText(inZone(rfq.created_at, 'Asia/Singapore')).waitFor()
    await clock.click()
    await page.getByRole('menuitemradio', { name: 'Times in UTC' }).click()
    await row.getByText(inZone(rfq.created_at, 'UTC')).waitFor()
    await page.reload()
    await clock.getByText('UTC', { exact: true }).waitFor()
    await row.getByText(inZone(rfq.created_at, 'UTC')).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /a market$/ }).fill('times in local')
    await page.getByRole('option', { name: 'Times in local time' }).click()
    await row.getByText(inZone(rfq.created_at, 'Asia/Singapore')).waitFor()
    await openSettings(page)
    const choice = page.getByRole('radiogroup', { name: 'Times' })
    await expect.poll(() => choice.getByRole('radio', { name: 'Local' }).getAttribute('aria-checked')).toBe('true')
    await choice.getByRole('radio', { name: 'UTC' }).click()
    await page.keyboard.press('Escape')
    await clock.getByText('UTC', { exact: true }).waitFor()

    await row.click()
    const ticket = page.locator('[data-ticket]')
    const own = (await openOrders(page)).getByRole('row').nth(1)
    await own.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()])
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toContain('Placed (UTC)')
    expect(lines[1]).toMatch(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/)

    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('socket-ticket'))
    await context.setOffline(true)
    const banner = page.getByRole('region', { name: 'Disconnected' })
    await banner.getByText('1 RFQ and 2 quotes stand at the server').waitFor()
    await banner.getByText('dead man’s switch off').waitFor()
    await banner.getByRole('button', { name: 'Try now' }).waitFor()
    await page
      .getByRole('banner')
      .getByText(/^Offline \d+ s$/)
      .waitFor()
    const nothing = /\(Offline for \d+ s; nothing is sent\.\)$/
    for (const name of [/^New RFQ/, /^Cancel RFQ/, /^Pull bid/])
      await expect.poll(() => page.getByRole('button', { name }).first().innerText()).toMatch(nothing)
    expect([await hasGlass(own), await hasGlass(row.getByText('Call Spread')), await hasGlass(banner)]).toEqual([false, false, false])
    await expect.poll(() => hasGlass(ticket.getByRole('row').nth(1).getByRole('cell').nth(3))).toBe(true)
    expect(await seriousFindings(page)).toEqual([])

    // Once a try has failed the page's clock stands still, so that no wait ends by itself: the network's return alone brings the line back.
    await refused
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await context.setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await page.clock.resume()
    await page
      .getByRole('banner')
      .getByText(/^Live · \d+ ms$/)
      .waitFor()
    expect(await hasGlass(ticket.getByRole('row').nth(1).getByRole('cell').nth(3))).toBe(false)
  })
})

describe('a browser that keeps nothing for the page', () => {
  it('lets a person sign in and work until the page is closed', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    const { email, password } = createUser(product)
    await page.goto('/')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    await openSettings(page)
    await page.getByText('Amber Road Capital [AMBR]').waitFor()
  })
})
