/**
 * The ticket shows everything that a decision needs at once, in a desktop and in a laptop window: the quotes of each maker, the legs, the form and
 * the risk. Clicks in the grid of makers are tested in web (maker-grid-in-ticket.test.tsx).
 */
import { catalogueCalls, directRfqCalls, obCalls, type RfqView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { type Person, sizes } from '../browser.ts'
import { bookOf, marketsOf, showOrderBook } from '../group-rfq/book-work.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Product } from '../product.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { openMarketOf, quoteAround } from '../protection/maker-bot.ts'
import { areSeen, cutWords } from '../seen.ts'
import { pickCallSpread } from '../structures.ts'
import { openTicketOf, rowsOf, ticketOf } from './desk-work.ts'

const SLOW = { timeout: 60_000 }
const TICK = 0.0001
const windows = ['desk', 'laptop'] as const

let product: Product
let browser: Browser
let desks: Desks
let taker: Person
let maker: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  taker = await sits(browser, product, desks.takerTrader)
  maker = await sits(browser, product, desks.trader)
  await maker.page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
})
afterEach(async () => {
  const { results } = await desks.taker.call(directRfqCalls.listRfqs, { query: { role: 'TAKER', state: 'OPEN', page_size: 20 } })
  for (const { id } of results) await desks.taker.call(directRfqCalls.cancelRfq, { params: { id } }).catch(() => undefined)
})

/** A call spread with its hedge, sent to all seven makers. */
async function askAll(): Promise<RfqView> {
  const { legs } = await pickCallSpread(desks.taker, 'BTC')
  const listed = async (kind: 'FUTURE' | 'OPTION') => {
    const query = { venue: 'DBT', base_currency: 'BTC', kind, include_greeks: 'true', page_size: 1000 } as const
    return (await desks.taker.call(catalogueCalls.listInstruments, { query })).results
  }
  const perpetual = (await listed('FUTURE')).find(({ expires_at: at }) => at === null)!
  const { greeks } = (await listed('OPTION')).find((one) => one.greeks !== null)!
  const price = String(Math.round(Number(greeks!.underlying_price) / 100) * 100)
  const hedge = { instrument_id: perpetual.id, ratio: '20000', side: 'SELL' as const, price }
  const { results } = await desks.taker.call(directRfqCalls.listCounterparties, { query: { group: 'LP' } })
  const body = { venue: 'DBT', quantity: '50', legs: [...legs, hedge], counterparties: results.map(({ desk_name: name }) => name) }
  return desks.taker.call(directRfqCalls.createRfq, { body })
}

const MILLIONS = '20000000'

/** An amount of a perpetual in dollars, sent to all seven makers. */
async function askMillions(): Promise<RfqView> {
  const query = { venue: 'DBT', base_currency: 'BTC', kind: 'FUTURE', page_size: 1000 } as const
  const { results: futures } = await desks.taker.call(catalogueCalls.listInstruments, { query })
  const perpetual = futures.find(({ expires_at: at }) => at === null)!
  const { results: makers } = await desks.taker.call(directRfqCalls.listCounterparties, { query: { group: 'LP' } })
  const legs = [{ instrument_id: perpetual.id, ratio: '1', side: 'BUY' as const }]
  const body = { venue: 'DBT', quantity: MILLIONS, legs, counterparties: makers.map(({ desk_name: name }) => name) }
  return desks.taker.call(directRfqCalls.createRfq, { body })
}

/** Buttons and cells whose text overflows, so that the next ones cover it. */
const overflowing = (within: Locator): Promise<readonly string[]> =>
  within.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('[data-ticket-side], td')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.innerText),
  )

/** Whether the edge of the scroll container indicates that there is more below. */
const saysMore = (page: Page): Promise<boolean> =>
  page.locator('[data-ticket] [data-scrolls]').evaluate((one) => Number(getComputedStyle(one, '::after').opacity) > 0)

/** A buy limit below every ask. */
async function restLimit(rfq: RfqView): Promise<string> {
  const { mark_price: mark } = await desks.taker.call(directRfqCalls.getRfqBbo, { params: { id: rfq.id } })
  const price = (Math.round(Number(mark) / TICK) * TICK - 5 * TICK).toFixed(4)
  const body = { rfq_id: rfq.id, side: 'BUY', quantity: '50', price, time_in_force: 'GOOD_TILL_CANCELED' } as const
  await desks.taker.call(directRfqCalls.createOrder, { body })
  return price
}

/** Five strikes of one expiry, the last of which differs between such markets. The second time, the market already exists. */
async function openCustomMarket(): Promise<void> {
  const { instruments } = await pickCallSpread(desks.maker, 'BTC')
  const query = { venue: 'DBT', base_currency: 'BTC', kind: 'OPTION', page_size: 1000 } as const
  const { results } = await desks.maker.call(catalogueCalls.listInstruments, { query })
  const near = results
    .filter((one) => one.option_kind === 'CALL' && one.expires_at === instruments[0]!.expires_at)
    .toSorted((a, b) => Number(a.strike) - Number(b.strike))
  const first = near.findIndex(({ id }) => id === instruments[0]!.id)
  const sides = ['BUY', 'SELL', 'SELL', 'BUY', 'BUY'] as const
  const legs = sides.map((side, place) => ({ instrument_id: near[first + place]!.id, ratio: '1', side }))
  await desks.maker.call(obCalls.createRfq, { body: { venue: 'DBT', legs } })
}

/** The names of the parts that are not completely visible; checked again until the screen has settled. */
async function expectInSight(parts: Readonly<Record<string, Locator>>): Promise<void> {
  for (const part of Object.values(parts)) await part.first().waitFor(SLOW)
  const unseen = async () => {
    const names: string[] = []
    for (const [name, part] of Object.entries(parts)) if (!(await areSeen(part))) names.push(name)
    return names
  }
  await expect.poll(unseen, SLOW).toEqual([])
}

/** The rows of a table, without its head. */
const linesOf = (table: Locator): Locator => table.getByRole('row').filter({ hasNot: table.page().getByRole('columnheader') })

const waysOut = (ticket: Locator): Readonly<Record<string, Locator>> => ({
  'the nearest limit': ticket.getByRole('region', { name: 'Protections' }).getByText(/^MMP/),
  'ways out': ticket.getByRole('button', { name: /^Hold: (cancel all mine|stop me)/ }),
})

const riskOf = (ticket: Locator, size: keyof typeof sizes): Readonly<Record<string, Locator>> => ({
  greeks: ticket.getByText(/^Theta/),
  ...(size === 'desk' ? { 'pay-off': ticket.getByRole('img', { name: /^Pay-off from/ }) } : {}),
})

describe('a whole ticket visible without scrolling', () => {
  it('desk and laptop: seven makers, the desk’s own limit, the entry and the risk of a taker', async () => {
    const rfq = await askAll()
    await restLimit(rfq)
    const { page } = taker
    const ticket = await openTicketOf(page, rfq)
    const grid = ticket.getByRole('table', { name: 'Quotes by maker' })
    // The six simulated makers quote; the seventh is the test's own desk, which does not respond.
    await expect.poll(() => grid.getByRole('button', { name: /^Ask .* by / }).count(), SLOW).toBe(6)
    for (const size of windows) {
      await page.setViewportSize(sizes[size])
      await expectInSight({
        'a leg': linesOf(ticket.getByRole('region', { name: 'Legs' })),
        'a maker': linesOf(grid),
        'those without a quote': ticket.getByText(/^LIND no response yet/),
        'the desk’s own limit': grid.getByRole('row', { name: /^You 50/ }),
        quantity: ticket.getByLabel('Quantity', { exact: true }),
        sentence: ticket.getByRole('note', { name: 'Order to be sent' }),
        'a button': ticket.getByRole('button', { name: /^(Buy|Sell) / }),
        ways: ticket.getByRole('radio', { name: 'Fill now' }),
        ...riskOf(ticket, size),
      })
      expect(await seriousFindings(page)).toEqual([])
      expect(await seriousFindings(page, 'light')).toEqual([])
    }
    await expect.poll(() => saysMore(page), SLOW).toBe(true)
    await page.locator('[data-ticket] [data-scrolls]').evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await expect.poll(() => saysMore(page), SLOW).toBe(false)
    await page.setViewportSize(sizes.desk)

    await ticket.getByRole('button', { name: /^Replace your buy limit / }).click()
    await ticket.getByText('This order is already working.').first().waitFor()
    expect(await seriousFindings(page, 'light')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it.each(windows)('%s: the legs, both prices, the risk and the ways out of a maker that quotes', async (size) => {
    const rfq = await askAll()
    const { page } = maker
    await page.setViewportSize(sizes[size])
    const ticket = await openTicketOf(page, rfq)
    const quote = ticket.getByRole('button', { name: /^Quote \d/ })
    await quote.waitFor(SLOW)
    await ticket.getByText(/^Theta/).waitFor(SLOW)
    const pressedAt = (await quote.boundingBox())!.y
    await quote.click()
    const replace = ticket.getByRole('button', { name: /^Replace quote/ })
    await replace.waitFor(SLOW)
    // The first quote of an RFQ uses only space that was reserved for it.
    await expect.poll(async () => (await replace.boundingBox())!.y, SLOW).toBe(pressedAt)
    const parts = {
      'a leg': linesOf(ticket.getByRole('region', { name: 'Legs' })),
      prices: ticket.getByLabel(/^(Bid|Ask) (quantity|\(BTC\))$/),
      buttons: ticket.getByRole('button', { name: /^(Replace quote|Cancel both|Decline)/ }),
      ...waysOut(ticket),
    }
    await expectInSight({
      'a live quote': ticket.getByRole('button', { name: /^(Bid|Ask) .* by you$/ }),
      ...parts,
      ...riskOf(ticket, size),
    })
    const picture = ticket.getByRole('region', { name: 'Pay-off' })
    await picture.getByRole('heading', { name: /^Pay-off if your bid is hit 50 at / }).waitFor()
    const top = async (part: Locator) => (await part.boundingBox())!.y
    if (size === 'desk') expect(await top(ticket.getByRole('region', { name: 'Protections' }))).toBeLessThan(await top(picture))
    // The taker's limit takes its space from the chart only.
    await restLimit(rfq)
    await expectInSight({
      'the limit': ticket.getByRole('button', { name: /^Hit: sell 50/ }),
      ...parts,
      greeks: ticket.getByText(/^Theta/),
    })
    // A live quote that is behind the mark, the taker, the sides and all strikes are fully readable.
    await expect.poll(() => cutWords(ticket), SLOW).toEqual([])
    const row = rowsOf(page).filter({ hasText: `${desks.takerDesk.ticker} bids` })
    for (const words of [/^AMBR.* 2-way$/s, /perpetual$/])
      await expect.poll(() => cutWords(row.getByRole('gridcell').filter({ hasText: words })), SLOW).toEqual([])
  })

  it('desk and laptop: the legs, the book, the entry and the risk of a market', async () => {
    await quoteAround(desks.maker, await openMarketOf(desks.maker, 'BTC'), [-3, 3])
    await openCustomMarket()
    const { page } = maker
    await page.getByLabel('Filter, or paste an RFQ').fill('')
    await showOrderBook(page)
    const custom = marketsOf(page)
      .filter({ hasText: 'Custom' })
      .first()
      .getByRole('gridcell')
      .filter({ hasText: /\/\S+\// })
    await marketsOf(page).filter({ hasText: 'Call Spread' }).first().click()
    const ticket = ticketOf(page)
    for (const size of windows) {
      await page.setViewportSize(sizes[size])
      await expect.poll(() => cutWords(custom), SLOW).toEqual([])
      await expectInSight({
        'a leg': linesOf(ticket.getByRole('region', { name: 'Legs' })),
        'a level': bookOf(page).getByRole('button', { name: /^(Bid|Ask) / }),
        prices: ticket.getByLabel(/^(Bid|Ask) (quantity|\(BTC\))$/),
        buttons: ticket.getByRole('button', { name: /^(Quote —|Bid \d|Ask \d)/ }),
        ...riskOf(ticket, size),
      })
    }
    await page.getByRole('radiogroup', { name: 'Flow' }).getByRole('radio', { name: 'Direct', exact: true }).click()
  })
})

describe('figures of millions', () => {
  it('desk and laptop: are fully readable in the buttons, next to the prices and in both tables', async () => {
    const rfq = await askMillions()
    const { page } = taker
    const ticket = await openTicketOf(page, rfq)
    const grid = ticket.getByRole('table', { name: 'Quotes by maker' })
    await expect.poll(() => grid.getByRole('button', { name: /^Ask .* by/ }).count(), SLOW).toBe(6)
    await grid.getByRole('cell', { name: '20m', exact: true }).first().waitFor()
    const millionsIn = ({ page: one }: Person) => one.locator(`[role="row"][data-row$="${rfq.id}"]`).getByRole('gridcell').filter({ hasText: '20m' }) // prettier-ignore
    for (const size of windows) {
      for (const person of [taker, maker]) await person.page.setViewportSize(sizes[size])
      await ticket.getByRole('button', { name: /^Buy 20,000,000 · limit [\d,.]+/ }).click()
      await ticket.getByRole('button', { name: /^Again: Buy 20,000,000 @ [\d,.]+/ }).waitFor(SLOW)
      expect(await overflowing(ticket)).toEqual([])
      expect(await cutWords(ticket.getByRole('region', { name: 'Trade' }))).toEqual([])
      // Esc disarms the button or, after four seconds, closes the ticket.
      await page.keyboard.press('Escape')
      await openTicketOf(page, rfq)
      for (const person of [taker, maker]) {
        await millionsIn(person).first().waitFor(SLOW)
        expect(await cutWords(millionsIn(person))).toEqual([])
      }
    }
  })
})

describe('one-click trading', () => {
  it('shows on the button and in the header that one click trades, for its flow and until the next sign-in', async () => {
    const rfq = await askAll()
    const { page } = taker
    await page.setViewportSize(sizes.desk)
    const ticket = await openTicketOf(page, rfq)
    const oneClick = ticket.getByRole('switch', { name: '1-click' })
    await oneClick.check(SLOW)
    await ticket.getByRole('button', { name: /^1-click: Buy 50/ }).waitFor(SLOW)
    const chip = page.getByRole('banner').getByRole('button', { name: /^1-click trading is on for direct RFQs/ })
    await chip.waitFor()
    expect(await seriousFindings(page, 'colour-blind')).toEqual([])
    await page.reload()
    await openTicketOf(page, rfq)
    await oneClick.waitFor(SLOW)
    expect(await oneClick.isChecked()).toBe(false)
    expect(await chip.count()).toBe(0)
  })
})
