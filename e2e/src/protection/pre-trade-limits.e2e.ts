import type { Client } from '@parley/client'
import { directRfqCalls, type GroupRfqView, protectionCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { goToSection, openDashboard, openSection, rowOf } from '../account/desk-work.ts'
import { clientOf } from '../account/session-client.ts'
import { type Person, sizes } from '../browser.ts'
import { clearPage } from '../direct-rfq/desk-work.ts'
import { showOrderBook } from '../group-rfq/book-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, protectionsAt, sits, sitsAtAll } from './desks.ts'
import { askDirectly, type AskedRfq, openMarketOf, quoteAround, quoteDirectly } from './maker-bot.ts'

let product: Product
let browser: Browser
let desks: Desks
let market: GroupRfqView
let asked: AskedRfq
/** An administrator of the making desk at its dashboard, and a trader. */
let boss: Person
let trader: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  market = await openMarketOf(desks.maker, 'ETH')
  asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
  boss = await openDashboard(browser, product, desks.administrator)
  trader = await sitsAtAll(browser, product, desks.trader)
})

afterEach(async () => {
  const administrator = await clientOf(product, desks.administrator)
  await administrator.call(protectionCalls.setDeskBounds, {
    body: { most_notional: null, most_deviation_percent: null, approval_above: null },
  })
  await administrator.call(protectionCalls.cancelAll, { body: {} })
  await clearPage(trader.page)
})

const notional = (page: Page) => page.getByLabel('Max order notional')
const distance = (page: Page) => page.getByLabel('Max distance from the mark')
const pressSet = (page: Page) => page.getByRole('button', { name: 'Save limits' }).click()
/** The outcome of a quote in each audience: taken, or why not. */
async function outcomes(by: Client): Promise<readonly string[]> {
  await by.call(protectionCalls.cancelAll, { body: {} })
  const placed = [quoteAround(by, market, [-40]), quoteDirectly(by, asked, [-40])]
  return Promise.all(placed.map((one) => one.then(() => 'taken', (error: Error) => error.message))) // prettier-ignore
}

/** A taker's limit that its makers see, far below the mark. */
async function restLimit({ rfq, tick }: AskedRfq): Promise<void> {
  const { mark_price: mark } = await desks.taker.call(directRfqCalls.getRfqBbo, { params: { id: rfq.id } })
  const price = ((Math.round(Number(mark) / Number(tick)) - 60) * Number(tick)).toFixed(4)
  const terms = { side: 'BUY', quantity: '25', price, time_in_force: 'GOOD_TILL_CANCELED' } as const
  await desks.taker.call(directRfqCalls.createOrder, { body: { rfq_id: rfq.id, ...terms } })
}

describe('11.8 the bounds of a desk in the dashboard', () => {
  it('11.8 are set, changed and lifted, count at once in both flows, and stand in the audit log', async () => {
    const { page, consoleErrors } = boss
    await goToSection(page, 'bounds')
    await notional(page).fill('-5')
    await pressSet(page)
    await page.getByText('Enter a number above zero, or leave empty for no limit.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await outcomes(desks.maker)).toEqual(['taken', 'taken'])

    await notional(page).fill('1,000')
    await pressSet(page)
    await page.getByText('Limits saved').waitFor()
    for (const words of await outcomes(desks.maker))
      expect(words).toMatch(
        /^A quantity of [\d.,]+ is worth [\d.,]+ USD; your desk's limit is 1,000 USD, and the smallest block, [\d.,]+, is worth [\d.,]+ USD\. Raise /,
      )

    await notional(page).fill('')
    await distance(page).fill('0.5')
    await pressSet(page)
    // The page reads the limits again below, and its request must not overtake the one that saves them.
    const saved = () => desks.maker.call(protectionCalls.getDeskBounds, {})
    await expect.poll(async () => (await saved()).most_deviation_percent).toBe('0.5')
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Overview' }).click()
    await goToSection(page, 'bounds')
    await expect.poll(() => distance(page).inputValue()).toBe('0.5')
    expect(await notional(page).inputValue()).toBe('')
    for (const words of await outcomes(desks.maker))
      expect(words).toMatch(
        /^The price [\d.]+ is further from the mark [-\d.]+ than your desk's limit of 0\.5 %; [-\d.]+ to [-\d.]+ is accepted\.$/,
      )

    await page.getByRole('button', { name: 'Remove both' }).click()
    await page.getByText('Limits removed').waitFor()
    await page.getByRole('button', { name: 'Remove both' }).waitFor({ state: 'detached' })
    expect(await outcomes(desks.maker)).toEqual(['taken', 'taken'])

    await goToSection(page, 'audit-log')
    const rows = rowOf(page, 'Set pre-trade limits')
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3)
    const [lifted, changed, set] = await rows.allInnerTexts()
    expect(set).toContain('max order notional 1000 · max distance from the mark in % 50')
    expect(changed).toContain('max order notional none · max distance from the mark in % 0.5')
    expect(lifted).toContain('max order notional none · max distance from the mark in % none')
    for (const one of [lifted, changed, set]) expect(one).toContain(desks.administrator.name)
    expect(consoleErrors).toEqual([])
  })

  it("11.8 refuse a quote at the ticket before it is sent, the desk's and the person's own, in the server's words, until they are lifted", async () => {
    await goToSection(boss.page, 'bounds')
    await notional(boss.page).fill('1000')
    await pressSet(boss.page)
    await boss.page.getByText('Limits saved').waitFor()

    const { page } = trader
    const dialog = await protectionsAt(page, 'Pre-trade limits')
    await dialog.getByText('1,000 USD').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save limits' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
    await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').nth(1).click()
    const quote = page.getByRole('complementary', { name: 'Ticket' }).getByRole('region', { name: 'Quote' })
    const refused = (words: RegExp) => quote.getByText(words).first().waitFor()
    await refused(/is worth [\d.,]+ USD; your desk's limit is 1,000 USD/)
    await expect
      .poll(() =>
        quote
          .getByRole('button', { name: /^Quote/ })
          .first()
          .getAttribute('aria-disabled'),
      )
      .toBe('true')

    const own = boss.page.getByRole('form', { name: `Limit of ${desks.trader.name}` })
    await own.getByRole('textbox').fill('-1')
    await own.getByRole('button', { name: 'Set limit' }).click()
    await own.getByText('Enter a number above zero, or leave empty for no limit.').waitFor()
    await own.getByRole('textbox').fill('900')
    await own.getByRole('button', { name: 'Set limit' }).click()
    await boss.page.getByText('Limit set').waitFor()
    const OWN = /is worth [\d.,]+ USD; your own limit is 900 USD/
    await refused(OWN)
    // The button that hits a taker's limit also shows it before the click.
    await restLimit(asked)
    const hit = page.getByRole('complementary', { name: 'Ticket' }).getByRole('button', { name: /^Hit/ })
    await hit.getByText(OWN).first().waitFor()
    expect(await hit.getAttribute('aria-disabled')).toBe('true')
    const chip = page.getByRole('banner').getByRole('button', { name: /protections of your desk/ })
    await expect.poll(() => chip.getAttribute('title')).toContain('Your own order limit: $900')
    for (const words of await outcomes(desks.maker)) expect(words).toContain("your desk's limit is 1,000 USD")
    await boss.page.getByRole('button', { name: 'Remove both' }).click()
    await boss.page.getByText('Limits removed').waitFor()
    expect(await outcomes(desks.maker)).toEqual(['taken', 'taken'])
    const again = await protectionsAt(page, 'Pre-trade limits')
    await again.getByText('Your own limit: 900 USD per order or RFQ.').waitFor()
    await page.keyboard.press('Escape')
    await refused(/your own limit is 900 USD/)
    expect(await seriousFindings(boss.page)).toEqual([])
    await own.getByRole('textbox').fill('')
    await own.getByRole('button', { name: 'Set limit' }).click()
    await boss.page.getByText('Limit removed').waitFor()
    await goToSection(boss.page, 'audit-log')
    await expect.poll(() => rowOf(boss.page, 'Set a limit for a user or API key').allInnerTexts()).toHaveLength(2)
    await quote.getByRole('button', { name: /^(Quote|Replace quote) ?/ }).click()
    await quote.getByRole('button', { name: /^Replace quote/ }).waitFor()
  })
})

describe('11.8 the bounds of a desk in the header', () => {
  it('11.8 are those of a new desk until they are changed, and a desk that has none is warned', async () => {
    const boss = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
    const administrator = await clientOf(product, boss)
    const set = (most_notional: string | null, most_deviation_percent: string | null) =>
      administrator.call(protectionCalls.setDeskBounds, { body: { most_notional, most_deviation_percent } })
    const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
    const chip = page.getByRole('banner').getByRole('button', { name: /protections of your desk/ })
    // The window reads them again when its user returns to it.
    const words = async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return (await chip.innerText()).replaceAll(/\s+/g, ' ')
    }
    await expect.poll(words).toContain('Limits 50 % · $25m')
    await set(null, null)
    await expect.poll(words).toContain('No limits')
    await askDirectly(desks.taker, desks.makerDesk.ticker)
    expect(await seriousFindings(page)).toEqual([])
    await set('1500000', null)
    await expect.poll(words).toContain('Limits $1.5m')
    // A request is measured before it is sent, too.
    await page.getByRole('button', { name: /^New RFQ/ }).click()
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
    await builder.getByLabel('Quantity (BTC)').fill('100')
    await builder.getByText(/^A quantity of 100 is worth [\d.,]+ USD; your desk's limit is 1,500,000 USD/).waitFor()
    await page.keyboard.press('Escape')
    // So is an order in the ticket of either flow.
    const ticket = page.getByRole('complementary', { name: 'Ticket' })
    const above = ticket.getByText(/is worth [\d.,]+ USD; your desk's limit is 1,500,000 USD/).first()
    await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').nth(1).click()
    await ticket.getByRole('radio', { name: 'Limit', exact: true }).click()
    await ticket.getByLabel('Buy limit').fill('0.0100')
    await above.waitFor()
    await expect.poll(() => ticket.getByRole('button', { name: /^Buy 100/ }).getAttribute('aria-disabled')).toBe('true')
    await showOrderBook(page)
    await page
      .getByRole('grid', { name: 'Markets' })
      .getByRole('row')
      .filter({ hasText: 'ETH' })
      .filter({ hasText: 'Call Spread' })
      .first()
      .click()
    await ticket.getByRole('radio', { name: 'Take' }).click()
    await ticket.getByLabel(/^Limit \(/).fill('0.0100')
    await ticket.getByLabel('Quantity', { exact: true }).fill('1000')
    await above.waitFor()
    await set('25000000', '50')
    const ofMaker = await clientOf(product, desks.administrator)
    await ofMaker.call(protectionCalls.setDeskBounds, { body: { most_notional: null, most_deviation_percent: null } })
    await trader.page.evaluate(() => dispatchEvent(new Event('focus')))
    await trader.page.getByRole('banner').getByText('No limits').waitFor()
    expect(consoleErrors).toEqual([])
  })
})

describe('11.14 an order above the notional that needs approval', () => {
  it('11.14 to 11.16 asks a colleague, who sees the whole sentence and approves or declines it', async () => {
    const chief = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
    const administrator = await clientOf(product, chief)
    const set = (approval_above: string | null) =>
      administrator.call(protectionCalls.setDeskBounds, { body: { most_notional: null, most_deviation_percent: null, approval_above } })
    const dashboard = await openDashboard(browser, product, chief)
    await goToSection(dashboard.page, 'bounds')
    await dashboard.page.getByLabel('Approval by a colleague above').fill('1000')
    await pressSet(dashboard.page)
    await dashboard.page.getByText('Limits saved').waitFor()
    const sender = await sits(browser, product, desks.takerTrader)
    const colleague = await sits(browser, product, chief)
    const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for approval' })
    const ask = async () => {
      const { page } = sender
      await page.getByRole('button', { name: /^New RFQ/ }).click()
      const builder = page.getByRole('dialog', { name: 'New RFQ' })
      await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
      await builder.getByLabel('Quantity (BTC)').fill('25')
      await builder.getByRole('button', { name: 'Ask a colleague to approve' }).click()
      await waiting(page)
        .getByText(/^Waiting for a colleague to approve: Send an RFQ for 25 × Call Spread/)
        .waitFor()
      await page.keyboard.press('Escape')
    }
    const open = async () => (await administrator.call(directRfqCalls.listRfqs, { query: { state: 'OPEN' } })).results.length
    const before = await open()

    await ask()
    const asked = waiting(colleague.page)
    await asked.getByText(/asks for approval: Send an RFQ for 25 × Call Spread .*, worth [\d.,]+ USD\./).waitFor()
    expect(await seriousFindings(colleague.page)).toEqual([])
    await asked.getByRole('button', { name: 'Approve' }).click()
    await asked.waitFor({ state: 'detached' })
    await waiting(sender.page).waitFor({ state: 'detached' })
    await sender.page.getByText(`Approved by ${chief.name} and sent`).first().waitFor()
    expect(await open()).toBe(before + 1)

    await ask()
    await asked.getByRole('button', { name: 'Decline' }).click()
    await sender.page.getByText(`Declined by ${chief.name}`).first().waitFor()
    await ask()
    await waiting(sender.page).getByRole('button', { name: 'Withdraw' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await open()).toBe(before + 1)

    await goToSection(dashboard.page, 'audit-log')
    await rowOf(dashboard.page, 'Approved an order of a colleague').first().waitFor()
    await administrator.call(protectionCalls.cancelAll, { body: { include_rfqs: true } })
    await set(null)
    for (const { consoleErrors } of [dashboard, sender, colleague])
      expect(consoleErrors.filter((line) => !line.includes('400'))).toEqual([])
  })
})

/** Waits even if the marks come late on a busy machine. */
const CONNECTED = /^((Live · )?\d+ ms|Marks stale · .*)$/

describe('the header before whoever quotes', () => {
  it.each(['desk', 'laptop'] as const)(
    'at the size of a %s has room for its title, and a slower heartbeat moves nothing in it',
    async (size) => {
      const { page } = trader
      await page.setViewportSize(sizes[size])
      await page.getByText(CONNECTED).waitFor()
      // In one statement, so that no heartbeat writes in between.
      const seen = await page.evaluate(
        (live) => {
          const [title, switches] = [document.querySelector('h1')!, document.querySelector('header [role="radiogroup"]')!]
          const last = [...document.querySelectorAll('header button')].at(-1)!
          const connection = [...document.querySelectorAll('header [role="status"]')].at(-1)!
          const walk = document.createTreeWalker(connection, NodeFilter.SHOW_TEXT)
          const words = walk.nextNode()!
          return ['2 ms', '42 ms', '142 ms'].map((said) => {
            words.nodeValue = `${live}${said}`
            const beyond = Math.max(0, last.getBoundingClientRect().right - innerWidth)
            return { missing: title.scrollWidth - title.clientWidth, beyond, left: switches.getBoundingClientRect().left }
          })
        },
        size === 'desk' ? 'Live · ' : '',
      )
      expect(seen).toEqual(Array(3).fill({ missing: 0, beyond: 0, left: seen[0]!.left }))
    },
  )
})

describe('11.8 the bounds of a desk for its traders', () => {
  it('11.8 are read and not set by a member who is no administrator, at the dashboard too', async () => {
    const { page } = trader
    await page.setViewportSize(sizes.phone)
    await openSection(page, 'bounds')
    await page.getByText('Max order notional').waitFor()
    await page.getByText('No limit').first().waitFor()
    expect(await page.getByRole('button', { name: 'Save limits' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'User and key limits' }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })
})
