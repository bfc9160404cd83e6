import { directRfqCalls, type GroupRfqView, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { type Person, sizes } from '../browser.ts'
import { isSeen, ticketDrawnWith } from '../seen.ts'
import type { Product } from '../product.ts'
import { clearPage, ticketOf } from '../direct-rfq/desk-work.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, openOrders, pullBy, pulls, sits } from './desks.ts'
import { askDirectly, type AskedRfq, openMarketOf, quoteAround, quoteDirectly } from './maker-bot.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let bitcoin: GroupRfqView
let ether: GroupRfqView
let asked: AskedRfq | undefined
let trader: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  bitcoin = await openMarketOf(desks.maker, 'BTC')
  ether = await openMarketOf(desks.maker, 'ETH')
  trader = await sits(browser, product, desks.trader)
})
afterEach(async () => {
  await desks.maker.call(protectionCalls.cancelAll, { body: {} })
  if (asked !== undefined) await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: asked.rfq.id } }).catch(() => undefined)
  await clearPage(trader.page)
})

type Where = 'direct' | 'BTC' | 'ETH'

/** The desk's resting quotes on the server: `ETH BUY`, one for each, in order. */
async function resting(): Promise<readonly string[]> {
  const orders = await desks.maker.call(directRfqCalls.listOrders, { query: { state: 'OPEN' } })
  const quotes = await desks.maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
  const where = (id: number): Where => (id === ether.id ? 'ETH' : 'BTC')
  return [
    ...orders.results.map(({ side }) => `direct ${side}`),
    ...quotes.results.map(({ side, rfq_id }) => `${where(rfq_id)} ${side}`),
  ].toSorted()
}

/** Two bids and an ask in each market, one of each in the direct RFQ, and a member of the desk who looks at them. */
async function quoted(): Promise<Person & { readonly grid: Locator }> {
  asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
  await quoteDirectly(desks.maker, asked, [-40, 40])
  for (const market of [bitcoin, ether]) await quoteAround(desks.maker, market, [-44, -40, 40])
  const grid = await openOrders(trader.page)
  await expect.poll(() => pulls(grid).count(), SLOW).toBe(8)
  return { ...trader, grid }
}

const all = ['BTC BUY', 'BTC BUY', 'BTC SELL', 'ETH BUY', 'ETH BUY', 'ETH SELL', 'direct BUY', 'direct SELL']
const without = (...gone: readonly string[]): readonly string[] => {
  const left = [...all]
  for (const one of gone) left.splice(left.indexOf(one), 1)
  return left
}
const ofPlace = (where: Where): readonly string[] => all.filter((one) => one.startsWith(where))

/** The rows of an RFQ or market: one for each layer, with a bid and an ask. */
const placeNames: Readonly<Record<Where, string>> = { direct: 'Direct.*Call (?!Spread)', BTC: 'Order book.*BTC', ETH: 'Order book.*ETH' }
const rowsIn = (grid: Locator, where: Where): Locator => grid.getByRole('row').filter({ hasText: new RegExp(placeNames[where], 's') })
const rowOf = (grid: Locator, where: Where, side: 'bid' | 'ask'): Locator =>
  rowsIn(grid, where)
    .getByRole('button', { name: new RegExp(`^Cancel ${side} [\\d.,]+$`) })
    .first()
const pullRow = (grid: Locator, where: Where): Locator =>
  rowsIn(grid, where)
    .getByRole('button', { name: /^Cancel all orders in / })
    .first()

const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))

async function pullAll(page: Page, title: string): Promise<void> {
  await pullBy(page, 'Cancel desk quotes')
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Cancel desk quotes' }).click()
}

async function showFlow(page: Page, flow: 'Direct' | 'All flows'): Promise<void> {
  await page.getByRole('button', { name: /^Filter by flow/ }).click()
  await page.getByRole('menuitemradio', { name: flow }).click()
}

/** The tools are next to the tabs, and the desk's cancel buttons in a menu: side by side they would take a second line from the rows. */
async function everyTabAndToolIsSeen(page: Page): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Orders, trades and history' })
  for (const size of ['laptop', 'desk'] as const) {
    await page.setViewportSize(sizes[size])
    expect(await tabs.getByRole('tab').count()).toBe(7)
    await expect.poll(() => tabs.evaluate((list) => list.scrollWidth - list.clientWidth), SLOW).toBe(0)
    const tools = page.getByRole('button', {
      name: /^(Filter by flow: All flows|Cancel quotes|Hold: cancel.*|More table actions)$/,
    })
    await expect.poll(async () => Promise.all((await tools.all()).map(isSeen)), SLOW).toEqual([true, true, true, true])
    const [list, more] = [(await tabs.boundingBox())!, (await tools.last().boundingBox())!]
    expect(more.y + more.height).toBeLessThan(list.y + list.height)
    await page.getByRole('button', { name: 'Cancel quotes', exact: true }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Cancel bids 5', 'Cancel asks 3', 'Cancel desk quotes'])
    await page.keyboard.press('Escape')
  }
}

describe('all my quotes of both flows', () => {
  it('11.7 are pulled row by row: one order of a direct RFQ, one quote of a market', async () => {
    const { page, grid, consoleErrors } = await quoted()
    await everyTabAndToolIsSeen(page)
    // A row responds to its click, here and in the histories, and its ticket opens after that frame.
    expect(await ticketDrawnWith(rowsIn(grid, 'BTC').first())).toBeUndefined()
    await ticketOf(page).getByRole('region', { name: 'Order book' }).waitFor()
    await rowOf(grid, 'direct', 'ask').click()
    await expect.poll(resting, SLOW).toEqual(without('direct SELL'))
    await rowOf(grid, 'ETH', 'bid').click()
    await expect.poll(resting, SLOW).toEqual(without('direct SELL', 'ETH BUY'))
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(6)
    await page.getByRole('tab', { name: /^Order History/ }).click()
    const past = page
      .getByRole('grid', { name: 'order history' })
      .getByRole('row')
      .filter({ hasText: /Call (?!Spread)/ })
      .first()
    await past.waitFor()
    expect(await ticketDrawnWith(past)).not.toContain(asked!.rfq.id.slice(-4))
    await ticketOf(page)
      .getByText(`r_${asked!.rfq.id.slice(-4)}`)
      .waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('11.7 are a row for each layer with its bid and its ask, and are pulled by that row; the others stay', async () => {
    const { page, grid, consoleErrors } = await quoted()
    expect(await Promise.all((['direct', 'BTC', 'ETH'] as const).map((where) => rowsIn(grid, where).count()))).toEqual([1, 2, 2])
    expect(await grid.getByRole('row').count()).toBe(6)
    await pullRow(grid, 'BTC').click()
    await page.getByText('2 quotes cancelled').waitFor()
    await expect.poll(resting, SLOW).toEqual(without('BTC BUY', 'BTC SELL'))
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(6)
    // The second layer stays where it was, and its only side disappears with its row.
    await pullRow(grid, 'BTC').click()
    await expect.poll(resting, SLOW).toEqual(without(...ofPlace('BTC')))

    await pullRow(grid, 'direct').click()
    await expect.poll(resting, SLOW).toEqual(ofPlace('ETH'))
    expect(await seriousFindings(page)).toEqual([])
    await grid.getByRole('row').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(page)).toBe('3')
    await page.keyboard.press('Delete')
    await expect.poll(resting, SLOW).toEqual(['ETH BUY', 'ETH SELL'])
    await rowsIn(grid, 'ETH').first().focus()
    await rowOf(grid, 'ETH', 'ask').click()
    await expect.poll(resting, SLOW).toEqual(['ETH BUY'])
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(1)
    await pullAll(page, 'Cancel the desk’s quote?')
    await page.getByText('No open orders').waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('11.7 are pulled by side in both flows at once', async () => {
    const { page } = await quoted()
    await pullBy(page, 'Cancel bids 5')
    await page.getByText('5 quotes cancelled').waitFor()
    await page.getByText(/^No fills after sequence number \d{16}/).waitFor()
    expect(await resting()).toEqual(['BTC SELL', 'ETH SELL', 'direct SELL'])
    await pullBy(page, 'Cancel asks 3')
    await expect.poll(resting, SLOW).toEqual([])
    await page.getByText('No open orders').waitFor()
  })

  it('11.7 are selected together with Ctrl+A, in both flows, and pulled', async () => {
    const { page, grid, consoleErrors } = await quoted()
    await grid.getByRole('row').nth(1).focus()
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Cancel selected 2' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(page)).toBe('3')
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Cancel selected 3' }).waitFor()
    await page.keyboard.press('Control+a')
    const pull = page.getByRole('button', { name: 'Cancel selected 8' })
    await pull.waitFor()
    expect(await grid.getByRole('checkbox', { checked: true }).count()).toBe(5)
    expect(await seriousFindings(page)).toEqual([])
    // A second click deselects it.
    await page.keyboard.press('Control+a')
    await pull.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await pull.click()
    await page.getByText('8 quotes cancelled').waitFor()
    expect(await resting()).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  it('11.7 are pulled as far as they are shown: one flow, one currency, then all', async () => {
    const { page, consoleErrors } = await quoted()
    await showFlow(page, 'Direct')
    await pullAll(page, 'Cancel all 2 desk quotes?')
    await page.getByText('2 quotes cancelled').waitFor()
    expect(await resting()).toEqual(without(...ofPlace('direct')))

    await showFlow(page, 'All flows')
    await pullAll(page, 'Cancel all 6 desk quotes?')
    await expect.poll(resting, SLOW).toEqual([])
    await page.getByText('No open orders').waitFor()
    expect(consoleErrors).toEqual([])
  })
})
