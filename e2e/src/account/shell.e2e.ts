import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { alter, emptyWindows, openSession, openWindow, type Person, sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, type Desks, openOrders, sits } from '../protection/desks.ts'
import { openMarketOf, quoteAround } from '../protection/maker-bot.ts'
import { createUser } from './operator.ts'
import { openSettings } from './settings-work.ts'

let product: Product
let browser: Browser
let desks: Desks
withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
/** A window that keeps its state between tests; all others are emptied after each test. */
let kept: Person | undefined
afterEach(async () => {
  await emptyWindows(browser, kept)
})

const signedIn = async (size: keyof typeof sizes, role = 'trader'): Promise<Person> =>
  sits(browser, product, await createUser(product, 'non-us', role), size)
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Markets and settings' })
const widthOf = async (page: Page): Promise<number> => (await sidebar(page).boundingBox())!.width
const tape = (page: Page) => page.getByRole('tab', { name: 'Trade Tape' })

describe('the header, and the bars at the side and at the bottom,', () => {
  /** A prime viewer, for whom the side bar has the most entries. Each test continues where the previous one ended. */
  let ours: Person
  beforeAll(async () => {
    ours = kept = await signedIn('desk', 'prime_viewer')
  })
  afterAll(async () => {
    kept = undefined
    await emptyWindows(browser)
  })

  // The demo has every venue.
  it('cut neither the title nor the button of the header at the usual sizes, with currencies and venues in lists', async () => {
    const { page } = ours
    const header = page.getByRole('banner')
    await header.getByRole('combobox', { name: 'Venue' }).waitFor()
    const folder = process.env['PARLEY_SHOTS']
    for (const size of ['desk', 'laptop'] as const) {
      await page.setViewportSize(sizes[size])
      const title = header.getByRole('heading', { name: 'Unified Markets' })
      await title.waitFor()
      if (folder !== undefined) await page.screenshot({ path: `${folder}/header-${size}.png` })
      expect(await title.evaluate((words) => words.scrollWidth <= words.clientWidth), size).toBe(true)
      const button = (await header.getByRole('button', { name: /New RFQ/ }).boundingBox())!
      expect(button.x + button.width, size).toBeLessThanOrEqual(sizes[size].width)
    }
    await page.setViewportSize(sizes.desk)
  })

  // Proves A 2.97, A 2.99, A 10.4, A 11.12, T 2.20, T 2.22, T 9.23.
  it('are visible on a desktop, the side bar 60 px wide, which leaves its space to the page while it is hidden', async () => {
    const { page } = ours
    const widthOfMarkets = async (): Promise<number> => (await page.getByRole('main').boundingBox())!.width
    expect(await widthOf(page)).toBe(60)
    await sidebar(page).getByRole('img', { name: 'Prime' }).waitFor()
    // No text is cut off or overflows the bar.
    expect(await sidebar(page).evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true)
    await tape(page).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const before = await widthOfMarkets()
    await sidebar(page).getByRole('button', { name: 'Hide sidebar' }).click()
    await sidebar(page).waitFor({ state: 'detached' })
    expect(await widthOfMarkets()).toBeGreaterThan(before)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Show sidebar' }).click()
    expect([await widthOf(page), await widthOfMarkets()]).toEqual([60, before])
  })

  // Proves T 2.6.
  it('lead to every market, and to the help, found by its words from the palette too', async () => {
    const { page, context } = ours
    await sidebar(page).getByRole('link', { name: 'Leaderboard' }).click()
    await page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a command, an RFQ or a market' }).fill('what is offered')
    const [help] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('option', { name: /^RFQ shorthand › What is offered/ }).click(),
    ])
    await help.getByRole('heading', { name: 'What is offered' }).waitFor()
    expect(new URL(help.url()).pathname).toBe('/help/the-line/')
    await help.getByLabel('Search the help').fill('kill switch')
    await help.getByRole('list', { name: 'Search results' }).getByRole('link').first().waitFor()
    expect(await seriousFindings(help)).toEqual([])
    const addresses = await page.evaluate(() => [...document.querySelectorAll('a')].map(({ href }) => new URL(href).origin))
    expect(new Set(addresses)).toEqual(new Set([new URL(page.url()).origin]))
    await help.close()
    await sidebar(page).getByRole('link', { name: 'Unified Markets' }).click()
    await tape(page).waitFor()
  })

  // Proves A 2.98, A 2.100, A 9.13, A 10.4, A 11.12, T 2.14, T 2.16, T 2.21 to 2.23, T 9.1, T 9.24.
  it('are hidden on a screen narrower than 900 px until they are opened; a click outside closes the side bar', async () => {
    const { page, consoleErrors } = ours
    await page.setViewportSize({ width: 899, height: 844 })
    await page.reload()
    await page.getByRole('button', { name: 'More' }).waitFor()
    expect([await sidebar(page).count(), await tape(page).count()]).toEqual([0, 0])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More' }).click()
    expect(await widthOf(page)).toBe(100)
    // Above the button that opened it, under the same thumb.
    const [menu, more] = await Promise.all([sidebar(page).boundingBox(), page.getByRole('button', { name: 'More' }).boundingBox()])
    expect(menu!.x).toBeGreaterThan(195)
    expect(menu!.y + menu!.height).toBeLessThanOrEqual(more!.y)
    expect(more!.y - menu!.y - menu!.height).toBeLessThan(24)
    for (const name of ['Delta-1 Spreads', 'Defi Auctions']) expect(await sidebar(page).getByRole('link', { name }).count(), name).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the menu' }).click({ position: { x: 100, y: 400 } })
    await sidebar(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Trade Tape' }).click()
    await tape(page).waitFor()
    await page.getByRole('button', { name: 'Markets', exact: true }).click()
    await tape(page).waitFor({ state: 'detached' })
    expect(consoleErrors).toEqual([])
  })
})

describe('a new user', () => {
  let ours: Person
  beforeAll(async () => {
    ours = kept = await signedIn('desk')
  })
  afterAll(async () => {
    kept = undefined
    await emptyWindows(browser)
  })

  /** The browser's install prompt, which a headless browser never shows. */
  const offer = (page: Page) =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        ...{ prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome: 'dismissed' }) },
      })
      dispatchEvent(event)
    })
  const widthOfPng = (body: Buffer): number => body.readUInt32BE(16)

  it('is offered three example RFQs, and a click opens the builder with one of them', async () => {
    const { page } = ours
    const lines = page.getByRole('list', { name: 'Example RFQs' }).getByRole('button')
    const firstLine = async () => ((await lines.allInnerTexts())[0] ?? '').replace(/\s+/g, ' ')
    await expect.poll(firstLine).toMatch(/^BTC \d{1,2}[A-Z]{3}\d{2} \S+ call spread [\d.]+x mark [\d.]+ Ask \d+ makers? ↵$/)
    const said = await firstLine()
    expect(await lines.count()).toBe(3)
    expect(await seriousFindings(page)).toEqual([])
    await lines.first().click()
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByText(/^✓ Understood: Call Spread · .* · 2 legs · [\d.]+$/).waitFor()
    expect(said.startsWith(await builder.getByLabel('Paste or type an RFQ').inputValue())).toBe(true)
    // Nothing was sent. A future that is counted in dollars is shown in dollars and in coin.
    await builder.getByLabel('Paste or type an RFQ').fill('BTC perp 1m')
    const preview = builder.getByRole('region', { name: 'Preview' })
    await expect.poll(() => preview.innerText()).toMatch(/Buy or sell \$1,000,000 \([\d.]+ BTC\) of PERP Future on DBT/)
    await builder.getByLabel('Quantity (USD)').waitFor()
    expect(await builder.getByRole('button', { name: 'Close' }).getAttribute('title')).toBe('Close (Esc)')
    await page.keyboard.press('Escape')
    await builder.waitFor({ state: 'detached' })
  })

  // Proves A 1.17, T 1.24, T 2.32.
  it('finds a manifest with its own icons, and a card that offers to install', async () => {
    const { page, context } = ours
    const manifest = await context.request.get((await page.locator('link[rel=manifest]').getAttribute('href'))!)
    expect(manifest.headers()['content-type']).toContain('application/manifest+json')
    const { icons, ...named } = (await manifest.json()) as { readonly icons: readonly { readonly src: string; readonly sizes: string }[] }
    expect(named).toMatchObject({ name: 'Parley', start_url: '/', scope: '/', display: 'standalone' })
    for (const { src, sizes } of icons.filter((icon) => icon.src.endsWith('.png')))
      expect(`${widthOfPng(await (await context.request.get(src)).body())}`, src).toBe(sizes.split('x')[0])

    const card = page.getByRole('region', { name: 'Install Parley' })
    await offer(page)
    await card.getByRole('button', { name: 'Install' }).click()
    await card.getByText('Parley was not installed. You can try again.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  // Proves A 3.51, A 4.16, A 4.18, T 3.69.
  it("leaves by Logout without an error, and the browser keeps only the user's last route", async () => {
    const { page, consoleErrors } = ours
    const answers: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && answers.push(`${answer.status()} ${answer.url()}`))
    await openSettings(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(answers).toEqual([])
    expect(consoleErrors).toEqual([])
    // The label of a session opened by an API call is the test's own.
    const held = await page.evaluate(() => Object.keys(localStorage).toSorted())
    expect(held.filter((key) => !/^kept .{16}$/.test(key))).toEqual(['last-route', 'last-route-of'])
    // Users who signed out themselves see no reason.
    expect(await page.getByText('Your session has ended').count()).toBe(0)
  })
})

describe('installed as an application', () => {
  // Proves A 10.25, T 4.24, T 4.27.
  it('opens offline with a message, and reloads for a new release, but not while in use', async () => {
    const context = await browser.newContext({ baseURL: product.baseUrl, viewport: { width: 1600, height: 960 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.clock.install()
    // The clock of a reloaded page runs through the hours that were passed before, so the message may have appeared and disappeared already.
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (document.body?.textContent.includes('Parley was updated')) Object.assign(window, { saysUpdated: true })
      })
      seen.observe(document, { childList: true, subtree: true, characterData: true })
    })
    const saysUpdated = () => page.evaluate(() => 'saysUpdated' in window)
    await openSession({ page, context }, desks.takerTrader)
    await sidebar(page).waitFor()
    expect(await saysUpdated()).toBe(false)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 45_000 }).toBe(true)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Waiting for the server. Trying again every 3 seconds.').waitFor()
    await context.setOffline(false)
    await page.clock.fastForward(3_000)
    await sidebar(page).waitFor()

    // To the browser, another address is another worker, like another release.
    const release = () => page.evaluate(() => navigator.serviceWorker.register(`/sw.js?${Math.random()}`))
    const isSamePage = () => page.evaluate(() => 'isMarked' in window)
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    await page.clock.fastForward(3_000)
    const search = page.getByRole('searchbox').first()
    await search.fill('26 MAR')
    await release()
    await page.getByText('A new version of Parley is available').waitFor()
    await page.getByRole('banner').click()
    await page.clock.fastForward(30_000)
    expect(await isSamePage()).toBe(true)
    await search.fill('')
    await search.blur()
    await Promise.all([page.waitForEvent('load'), page.clock.fastForward(12_000)])
    await expect.poll(saysUpdated, { timeout: 30_000 }).toBe(true)
    expect(await isSamePage()).toBe(false)
    // The next one within ten minutes waits for a click.
    await page.clock.fastForward(3_000)
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    await release()
    await page.getByText('A new version of Parley is available').waitFor()
    await page.clock.fastForward(30_000)
    expect(await isSamePage()).toBe(true)
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload now' }).click()])
    await expect.poll(saysUpdated, { timeout: 30_000 }).toBe(true)
  })
})

describe('times and the connection, in a browser in Singapore', () => {
  const inZone = (at: number, timeZone: string): string => new Date(at).toLocaleTimeString('en-GB', { timeZone })
  const hasGlass = (of: Locator): Promise<boolean> =>
    of.evaluate((element) => {
      for (let one: Element | null = element; one !== null; one = one.parentElement)
        if (getComputedStyle(one).filter.includes('blur')) return true
      return false
    })

  it('one time zone everywhere; without a network the screen stays readable, sends nothing new and still tries to cancel', async () => {
    const person = await openWindow(browser, product.baseUrl, 'desk', 'Asia/Singapore')
    const { page, context } = person
    alter(person)
    await page.clock.install()
    await openSession(person, desks.takerTrader)
    const rfq = await askMaker(desks, '25')
    const market = await openMarketOf(desks.maker, 'BTC')
    await quoteAround(desks.maker, market, [-3, 3])
    await quoteAround(desks.taker, market, [-4, 4])

    const clock = page.getByRole('button', { name: /zone of all times$/ })
    await clock.getByText('UTC+8').waitFor()
    // The market is in the same table, above or below.
    await page.getByRole('radio', { name: 'Direct' }).click()
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
    const choice = page.getByRole('combobox', { name: 'Times' })
    await expect.poll(() => choice.inputValue()).toBe('LOCAL')
    await choice.selectOption({ label: 'UTC' })
    await page.keyboard.press('Escape')
    await clock.getByText('UTC', { exact: true }).waitFor()

    await row.click()
    const ticket = page.locator('[data-ticket]')
    await ticket.getByRole('note', { name: 'Order to be sent' }).waitFor({ state: 'attached' })
    await ticket.getByRole('button', { name: 'Cancel RFQ' }).waitFor()
    const own = (await openOrders(page)).getByRole('row').nth(1)
    await own.waitFor()
    await page.getByRole('button', { name: 'More table actions' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as CSV' }).click()])
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toContain('Placed (UTC)')
    expect(lines[0]).toContain('Instruments (when bought)')
    expect(lines[1]).toMatch(/\+1 BTC-\d+[A-Z]{3}\d\d-\d+-C -1 BTC-\S+/)
    expect(lines[1]).toMatch(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/)

    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('socket-ticket'))
    await context.setOffline(true)
    const banner = page.getByRole('region', { name: 'Disconnected' })
    await banner.getByText('1 RFQ and 2 quotes are still live').waitFor()
    await banner.getByText('your orders stay open').waitFor()
    await banner.getByRole('button', { name: 'Try now' }).waitFor()
    const header = page.getByRole('banner')
    await header.getByText(/^Offline \d+ s$/).waitFor()
    expect(await hasGlass(ticket.getByRole('note', { name: 'Order to be sent' }))).toBe(true)
    const newRfq = page.getByRole('button', { name: /^New RFQ/ }).first()
    const reason = /\(Offline \d+ s\. Order entry is disabled\.\)$/
    await expect.poll(() => newRfq.innerText()).toMatch(reason)
    // A click that only cancels is attempted immediately. If it fails, the message claims no more than the screen can know.
    const pull = page.getByRole('button', { name: /^Cancel bid / })
    const tried = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().includes('/quotes/'))
    await pull.click()
    await tried
    await page.getByText('Cancel failed (not confirmed)').waitFor()
    await page.getByText('Cannot reach the server. Check your network connection. Try again. Repeating it is safe.').waitFor()
    const cancel = page.getByRole('button', { name: 'Cancel RFQ' })
    const canceled = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().includes(rfq.id))
    await cancel.click()
    await page.getByRole('button', { name: 'Press again' }).click()
    await canceled
    await page.getByText('RFQ not cancelled (not confirmed)').waitFor()
    expect([await hasGlass(own), await hasGlass(row.getByText('Call Spread')), await hasGlass(banner)]).toEqual([false, false, false])
    await expect.poll(() => hasGlass(ticket.getByRole('row').nth(1).getByRole('cell').nth(3))).toBe(true)
    expect(await seriousFindings(page)).toEqual([])

    // After a failed attempt the page's clock is stopped, so that no wait ends on its own: only the network's return restores the connection.
    await refused
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    // An attempt that comes too early for the network fails, and the next online event triggers another one.
    const isConnected = (): Promise<boolean> =>
      Promise.race([
        banner.waitFor({ state: 'detached' }).then(
          () => true,
          () => false,
        ),
        page
          .waitForEvent('requestfailed', (request) => request.url().includes('socket-ticket'))
          .then(
            () => false,
            () => false,
          ),
      ])
    const returned = async (): Promise<boolean> => {
      await context.setOffline(true)
      const isBack = isConnected()
      await context.setOffline(false)
      return isBack
    }
    await expect.poll(returned).toBe(true)
    // So does a user who looks at the page again, in case the browser does not report that its network is back.
    const looked = async (): Promise<boolean> => {
      await context.setOffline(true)
      await banner.waitFor()
      await page.evaluate(() => addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true, once: true }))
      const isBack = isConnected()
      await context.setOffline(false)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return isBack
    }
    await expect.poll(looked).toBe(true)
    await page.clock.resume()
    await header.getByText(/^Live · \d+ ms$/).waitFor()
    expect(await hasGlass(ticket.getByRole('row').nth(1).getByRole('cell').nth(3))).toBe(false)

    // Cancelling must work even if the browser is wrong about its network.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
      dispatchEvent(new Event('offline'))
    })
    await expect.poll(() => newRfq.innerText()).toMatch(reason)
    await pull.click()
    await pull.waitFor({ state: 'detached' })
  })
})
