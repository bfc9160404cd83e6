import { grfqCalls, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import type { Person } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { brokenTexts } from '../seen.ts'
import { openMarket, showOrderBook } from './book-work.ts'

const STRUCTURE = 'Call Condor'
const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let maker: Person
let ticket: Locator

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  maker = await sits(browser, product, desks.trader)
  await showOrderBook(maker.page)
  await openMarket(maker.page, STRUCTURE)
  ticket = ticketOf(maker.page)
  await ticket.getByRole('radio', { name: 'Make' }).click()
})

const PRICES = String.raw`[\d.−-]+ / [\d.−-]+`
const layer = () => ticket.getByRole('button', { name: /^\+ layer/ })
const own = () => ticket.getByRole('group', { name: 'Your levels' }).getByRole('button')

async function standAround(ticks: string): Promise<void> {
  await ticket.getByLabel('Spread from mid, ticks').fill(ticks)
  await ticket.getByRole('button', { name: 'Set', exact: true }).click()
}

/** The resting quotes of the desk as `BUY 0.0158`, by price. */
async function resting(): Promise<readonly string[]> {
  const { results } = await desks.maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
  return results.map(({ side, price }) => `${side} ${Number(price).toFixed(4)}`).sort()
}

/** The prices in a button's name, in the format of `resting`. */
const named = (name: string): readonly string[] => {
  const [bid, ask] = /([\d.]+|[−-][\d.]+) \/ ([\d.]+|[−-][\d.]+)/
    .exec(name)!
    .slice(1)
    .map((text) => Number(text.replace('−', '-')).toFixed(4))
  return [`BUY ${bid}`, `SELL ${ask}`]
}

/** Runs in the page: nothing covers its middle, and no list or pane has scrolled it away. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

describe('10.12 quoting again in the order book', () => {
  it('replaces what rests, and the button says what is sent', async () => {
    await expect.poll(() => layer().getAttribute('aria-disabled')).toBe('true')
    await standAround('9')
    const quote = ticket.getByRole('button', { name: new RegExp(`^Quote ${PRICES}$`) })
    const first = named(await quote.innerText())
    await quote.click()
    await expect.poll(resting, LONG).toEqual(first)
    await expect.poll(() => own().count(), LONG).toBe(2)

    // Prices, sizes and options stay, and a second click sends nothing twice.
    const kept = async (name: string) => Number((await ticket.getByLabel(name).inputValue()).replaceAll(',', '')).toFixed(4)
    expect([`BUY ${await kept('Bid (BTC)')}`, `SELL ${await kept('Ask (BTC)')}`]).toEqual(first)
    const same = ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}`) })
    await expect.poll(() => same.getAttribute('aria-disabled'), LONG).toBe('true')
    expect(await same.getAttribute('title')).toMatch(/ is already live\. Change its terms to replace it\.$/)

    await ticket.getByRole('checkbox', { name: 'Post-only' }).check()
    await standAround('6')
    const replace = ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}$`) })
    const second = named(await replace.innerText())
    expect(await brokenTexts(replace)).toEqual([])
    expect(second).not.toEqual(first)
    await replace.click()
    await expect.poll(resting, LONG).toEqual(second)
    expect(await ticket.getByRole('checkbox', { name: 'Post-only' }).isChecked()).toBe(true)
    await ticket.getByRole('checkbox', { name: 'Post-only' }).uncheck()
    expect(await seriousFindings(maker.page)).toEqual([])
  })

  it('adds a layer by a button of its own, and lists all that is the desk’s however deep it stands', async () => {
    const before = await resting()
    await standAround('3')
    const ready = ticket.getByRole('button', { name: new RegExp(String.raw`^\+ layer ${PRICES}$`) })
    await ready.waitFor()
    const name = (await ready.textContent())!
    await ready.click()
    const both = [...before, ...named(name)].sort()
    await expect.poll(resting, LONG).toEqual(both)
    await expect.poll(() => own().count(), LONG).toBe(4)
    const labels = await own().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    expect(labels.map((label) => /, (best price|1 level behind the best)$/.exec(label)?.[1]).sort()).toEqual(['1 level behind the best', '1 level behind the best', 'best price', 'best price']) // prettier-ignore
    for (const level of await own().all()) expect(await level.isVisible()).toBe(true)
  })

  it('10.22 leaves both sides as they stand where a limit that only the server knows refuses them, and says so', async () => {
    const administrator = await clientOf(product, desks.administrator)
    const bounds = (percent: string | null) =>
      administrator.call(protectionCalls.setDeskBounds, { body: { most_notional: null, most_deviation_percent: percent } })
    const before = await resting()
    await standAround('8')
    await bounds('0.01')
    await ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}$`) }).click()
    await ticket.getByText(/Neither side was changed\. .*rejected: .*your desk's limit of 0\.01 %/).waitFor()
    expect(await resting()).toEqual(before)
    await bounds(null)
  })

  it('says that a quote was pulled, and by whom, in place of its acceptance', async () => {
    await standAround('5')
    await ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}$`) }).click()
    await ticket
      .getByText(/Bid: Accepted/)
      .first()
      .waitFor()
    await ticket.getByRole('button', { name: /^Cancel my 4 quotes$/ }).click()
    await ticket
      .getByText(/^Bid cancelled \d\d:\d\d:\d\d\.\d{3} by you, in a mass cancel$/)
      .first()
      .waitFor()
    await expect.poll(() => ticket.getByText(/Bid: Accepted/).count(), LONG).toBe(0)
  })

  it('says that a quote was dealt in place of its acceptance, replaces it no more, and shows both sides of the book below the deal', async () => {
    await standAround('2')
    await ticket.getByRole('button', { name: new RegExp(`^Quote ${PRICES}$`) }).click()
    await ticket
      .getByText(/Bid: Accepted/)
      .first()
      .waitFor()
    const { results } = await desks.maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
    const { rfq_id: id, price, quantity } = results.find(({ side }) => side === 'BUY')!
    const body = { limit_price: price, quantity, execution_side: 'SELL' } as const
    await desks.taker.call(grfqCalls.createOrder, { params: { id }, body })
    await ticket
      .getByText(/^Bid bought [\d.,]+ @ [\d.−-]+ \d\d:\d\d:\d\d\.\d{3}$/)
      .first()
      .waitFor()
    await expect.poll(() => ticket.getByText(/Bid: Accepted/).count(), LONG).toBe(0)
    // Both sides of the book at once, without scrolling the ticket.
    const books = ticket.getByRole('region', { name: 'Order book' })
    await expect.poll(() => books.getByRole('list', { name: 'Asks' }).getByRole('listitem').first().evaluate(isInSight), LONG).toBe(true)
    await expect.poll(() => books.getByText('No bids').evaluate(isInSight), LONG).toBe(true)
    await ticket.getByText(/^replaces /).waitFor()
    await ticket.getByRole('button', { name: 'Cancel my quote' }).click()
    await expect.poll(resting, LONG).toEqual([])
    await ticket.getByText(/^replaces /).waitFor({ state: 'detached' })
    expect(maker.consoleErrors).toEqual([])
  })
})
