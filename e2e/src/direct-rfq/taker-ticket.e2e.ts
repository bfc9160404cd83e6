/**
 * The taker's button sends what it shows. taker-ticket.test.tsx and risk-in-ticket.test.tsx in web test far prices, the second click and the risk.
 */
import { catalogueCalls, directRfqCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { pressTwice } from '../press-twice.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { askDirectly, quoteDirectly } from '../protection/maker-bot.ts'
import { pickCallSpread } from '../structures.ts'
import { rowsOf, ticketOf } from './desk-work.ts'

const SLOW = { timeout: 60_000 }
const TICK = 0.0001
/** A simulated desk that quotes on its own, wider than the test's maker. */
const OTHER = 'KEST'

let product: Product
let browser: Browser
let desks: Desks
let maker: string

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(() => {
  maker = desks.makerDesk.ticker
})
afterEach(async () => {
  for (const { id } of (await desks.taker.call(directRfqCalls.listRfqs, { query: { role: 'TAKER', state: 'OPEN', page_size: 20 } }))
    .results)
    await desks.taker.call(directRfqCalls.cancelRfq, { params: { id } }).catch(() => undefined)
})

const entryOf = (page: Page): Locator => ticketOf(page).getByRole('region', { name: 'Trade' })
const button = (page: Page, name: RegExp): Locator => entryOf(page).getByRole('button', { name })
const sentence = (page: Page): Locator => entryOf(page).getByRole('note', { name: 'Order to be sent' })
const quantityField = (page: Page): Locator => entryOf(page).getByLabel('Quantity', { exact: true })
const priceField = (page: Page): Locator => entryOf(page).getByLabel('Buy limit', { exact: true })
const away = (price: string, ticks: number): string => (Number(price) + ticks * TICK).toFixed(4)
const isDisabled = (one: Locator): Promise<string | null> => one.getAttribute('aria-disabled')

/** An RFQ for 100 of a call with a bid and asks from the maker, on the taker's screen. */
async function open(quotes: readonly (readonly [ticks: number, quantity: string])[]) {
  const asked = await askDirectly(desks.taker, maker)
  const prices: string[] = []
  for (const [ticks, quantity] of quotes) prices.push(...(await quoteDirectly(desks.maker, asked, [ticks], quantity)))
  return { asked, prices, page: await atTicket() }
}

async function atTicket(): Promise<Page> {
  const { page } = await sits(browser, product, desks.takerTrader)
  await rowsOf(page).nth(1).click()
  await button(page, /^Buy \d/).waitFor()
  return page
}

describe("the taker's ticket", () => {
  it('5.13 shows the limit, the current fill price and counterparty, the premium and the hedge, and sends exactly that', async () => {
    const { legs } = await pickCallSpread(desks.taker, 'BTC')
    const listed = async (kind: 'FUTURE' | 'OPTION') => {
      const query = { venue: 'DBT', base_currency: 'BTC', kind, include_greeks: 'true', page_size: 1000 } as const
      return (await desks.taker.call(catalogueCalls.listInstruments, { query })).results
    }
    const [futures, options] = [await listed('FUTURE'), await listed('OPTION')]
    const perpetual = futures.find(({ expires_at: at }) => at === null)!
    // The venue accepts a hedge only near its mark, which moves. The nearest multiple of a hundred is inside the band for the whole test.
    const fixed = Math.round(Number(options.find(({ greeks }) => greeks !== null)!.greeks!.underlying_price) / 100) * 100
    const coins = (4_000_000 / fixed).toFixed(2)
    const hedge = { instrument_id: perpetual.id, ratio: '40000', side: 'SELL' as const, price: String(fixed) }
    const body = { venue: 'DBT', quantity: '100', legs: [legs[0]!, hedge], counterparties: [maker, OTHER] }
    const rfq = await desks.taker.call(directRfqCalls.createRfq, { body })
    const { mark_price: mark } = await desks.maker.call(directRfqCalls.getRfqBbo, { params: { id: rfq.id } })
    const best = (Math.round(Number(mark) / TICK) * TICK).toFixed(4)
    const own = [
      { instrument_id: legs[0]!.instrument_id, price: best },
      { instrument_id: perpetual.id, price: String(fixed) },
    ]
    await desks.maker.call(directRfqCalls.createOrder, { body: { rfq_id: rfq.id, side: 'SELL', quantity: '25', legs: own } })
    const page = await atTicket()
    await ticketOf(page)
      .getByRole('button', { name: new RegExp(`^Ask .* by ${OTHER}$`) })
      .waitFor()
    const limit = away(best, 25)
    await priceField(page).fill(limit)
    await button(page, /^Buy 100/).hover()
    await expect
      .poll(() => button(page, /^Buy 100/).innerText())
      .toMatch(
        new RegExp(
          `^Buy 100 · limit ${limit}\\s+avg [\\d.]+ · pay [\\d.]+ BTC \\+ fee [\\d.]+\\s+\\+ sell ${coins.replace('.', '\\.')} BTC PERP$`,
        ),
      )
    const said =
      /Buy 100, limit (\S+), all or none: avg (\S+) now \((\w+) (\S+) @ (\S+), (\w+) (\S+) @ (\S+)\), .*; pay (\S+) BTC \(\$[^)]*\) \+ fee \S+ BTC, (.*)\.$/.exec(
        await sentence(page).innerText(),
      )!
    const [, at, average, first, size, price, second, rest, worse, paid, dealt] = said
    expect([at, first, size, price, second, rest, dealt]).toEqual([
      limit,
      maker,
      '25',
      best,
      OTHER,
      '75',
      `sell $4,000,000 PERP (${coins} BTC at ${fixed.toLocaleString('en-US')})`,
    ])
    expect(Number(average)).toBeCloseTo((25 * Number(best) + 75 * Number(worse)) / 100, 4.5)
    expect(Number(paid)).toBeCloseTo(25 * Number(best) + 75 * Number(worse), 3.5)
    expect(await seriousFindings(page)).toEqual([])
    await pressTwice(button(page, /^(Again: )?Buy 100/), button(page, /^Again: Buy 100 @/))
    await expect.poll(() => ticketOf(page).innerText(), SLOW).toMatch(/Bought 25 @/)
    const [sent] = (await desks.taker.call(directRfqCalls.listOrders, { query: { rfq_id: rfq.id, page_size: 20 } })).results
    expect(sent).toMatchObject({ side: 'BUY', quantity: '100', time_in_force: 'FILL_OR_KILL' })
    expect(Number(sent!.price)).toBe(Number(limit))
  })

  it('6.14 shows the largest loss and gain of the side under the pointer', async () => {
    const { prices, page } = await open([[4, '100']])
    // Above the only ask: a bought order would fill at the ask, and no bid is high enough for a sold one.
    const [ask, limit] = [away(prices[0]!, 0), away(prices[0]!, 3)]
    const risk = ticketOf(page).getByRole('region', { name: 'Greeks and pay-off' })
    await priceField(page).fill(limit)
    await entryOf(page).getByLabel('Sell limit', { exact: true }).fill(limit)
    await button(page, /^Sell /).hover()
    await risk.getByRole('heading', { name: `If sold 100 at ${limit}` }).waitFor()
    await risk.getByText(/^Unlimited above /).waitFor()
    await button(page, /^Buy /).hover()
    await risk.getByRole('heading', { name: `If bought 100 at ${ask}` }).waitFor()
    await risk.getByRole('img', { name: /^Pay-off from [\d,]+ to [\d,]+, spot [\d,]+$/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('5.4 5.8 refuses before the click what the server would refuse after it, with the same message', async () => {
    const { asked, prices, page } = await open([
      [-6, '100'],
      [6, '100'],
    ])
    const own = {
      rfq_id: asked.rfq.id,
      side: 'BUY',
      quantity: '50',
      price: away(prices[0]!, 2),
      time_in_force: 'GOOD_TILL_CANCELED',
    } as const
    await quantityField(page).fill('5')
    const [buy, sell] = [button(page, /^Buy /), button(page, /^Sell /)]
    const refused = desks.taker.call(directRfqCalls.createOrder, {
      body: { ...own, quantity: '5', price: prices[1]!, time_in_force: 'FILL_OR_KILL' },
    })
    const words = await refused.then(
      () => 'taken',
      (error: Error) => error.message,
    )
    await buy.getByText(words).first().waitFor()
    await expect.poll(() => isDisabled(buy)).toBe('true')
    await desks.taker.call(directRfqCalls.createOrder, { body: own })
    await quantityField(page).fill('50')
    await sell
      .getByText(`The price must be above your own bid of ${Number(own.price).toFixed(4)}.`)
      .first()
      .waitFor()
    await expect.poll(() => isDisabled(sell)).toBe('true')
    await expect.poll(() => isDisabled(buy)).toBeNull()
    // The space below the buttons is reserved with and without a message.
    const pressableAt = (await buy.boundingBox())!.y
    await quantityField(page).fill('5')
    await expect.poll(() => isDisabled(buy)).toBe('true')
    expect((await buy.boundingBox())!.y).toBe(pressableAt)
  })

  it('shows how old prices are once the server is silent, and asks for confirmation before it sends', async () => {
    const { page } = await open([[4, '100']])
    // The price to confirm has arrived before the server stops responding.
    await expect.poll(() => isDisabled(button(page, /^Buy 100/))).not.toBe('true')
    const armed = button(page, /^Again: Buy 100 @ .*Prices are [\d.]+ [sm] old/)
    process.kill(product.pid, 'SIGSTOP')
    try {
      await page.getByText(/^Silent · /).waitFor()
      const inkOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).textDecorationStyle)
      const prices = [
        ticketOf(page).getByRole('button', { name: /^Ask / }).first(),
        ticketOf(page).getByRole('region', { name: 'Legs' }).getByRole('row').nth(1).getByRole('cell').nth(3),
        page
          .getByRole('grid')
          .first()
          .getByRole('row')
          .nth(1)
          .getByRole('gridcell')
          .filter({ hasText: /^[\d.]+$/ })
          .last(),
      ]
      for (const price of prices) expect(await inkOf(price)).toBe('dotted')
      await entryOf(page)
        .getByText(/^Prices are [\d.]+ [sm] old\. You will be asked to confirm/)
        .waitFor()
      await button(page, /^Buy 100/).click()
      await armed.waitFor()
    } finally {
      process.kill(product.pid, 'SIGCONT')
    }
    await page.getByText(/^Live/).first().waitFor(SLOW)
  })
})
