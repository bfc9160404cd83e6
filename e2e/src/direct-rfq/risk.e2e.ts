import type { Client } from '@parley/client'
import { catalogueCalls, directRfqCalls, type InstrumentView, type RfqView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { pressTwice } from '../press-twice.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { openMarketOf, quoteAround, quoteDirectly, takeUpTo } from '../protection/maker-bot.ts'
import { marketsOf, showOrderBook } from '../group-rfq/book-work.ts'
import { rowsOf, ticketOf } from './desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

let product: Product
let browser: Browser
let desks: Desks
/** Options of one expiry, a few weeks away. */
let chain: readonly InstrumentView[]

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(async () => {
  chain = await chainOf(desks.taker)
})

async function chainOf(client: Client): Promise<readonly InstrumentView[]> {
  const { results } = await client.call(catalogueCalls.listInstruments, {
    query: { venue: 'DBT', base_currency: 'BTC', kind: 'OPTION', include_greeks: 'true', page_size: 1000 },
  })
  const listed = results.filter((one) => one.greeks !== null && one.expires_at !== null)
  const expiries = [...new Set(listed.map((one) => one.expires_at!))].sort((a, b) => a - b)
  const expiry = expiries[Math.floor(expiries.length / 2)]
  return listed.filter((one) => one.expires_at === expiry).sort((a, b) => Number(a.strike) - Number(b.strike))
}

type Picked = {
  readonly leg: { readonly instrument_id: number; readonly ratio: string; readonly side: 'BUY' | 'SELL' }
  readonly strike: number
}

/** The option so many strikes above the money, or below it. */
function option(kind: 'CALL' | 'PUT', steps: number, side: 'BUY' | 'SELL' = 'BUY'): Picked {
  const some = chain.filter((one) => one.option_kind === kind)
  const near = some.findIndex((one) => Number(one.strike) >= Number(one.greeks!.underlying_price))
  const one = some[near + steps]!
  return { leg: { instrument_id: one.id, ratio: '1', side }, strike: Number(one.strike) }
}

const shortStrike = (strike: number): string => (strike % 500 === 0 ? `${strike / 1_000}k` : strike.toLocaleString('en-US'))

async function ask(picked: readonly Picked[], quantity: string): Promise<RfqView> {
  const body = { venue: 'DBT', quantity, legs: picked.map(({ leg }) => leg), counterparties: [desks.makerDesk.ticker] }
  return desks.taker.call(directRfqCalls.createRfq, { body })
}

async function takerLooksAt(picked: readonly Picked[], quantity: string): Promise<{ readonly page: Page; readonly rfq: RfqView }> {
  const rfq = await ask(picked, quantity)
  const { page } = await sits(browser, product, desks.takerTrader)
  await rowsOf(page).nth(1).click()
  await riskOf(page).getByRole('heading').waitFor()
  return { page, rfq }
}

const riskOf = (page: Page): Locator => ticketOf(page).getByRole('region', { name: /^(Greeks|Pay-off|Greeks and pay-off)$/ })
/** Of the figures: the picture has a heading of its own. */
const headingOf = (page: Page): Promise<string> =>
  riskOf(page)
    .getByRole('heading', { name: /^(?!Pay-off)/ })
    .innerText()
const priceOf = (page: Page, side: 'Buy' | 'Sell' = 'Buy'): Locator => ticketOf(page).getByLabel(`${side} limit`, { exact: true })
const sell = (page: Page): Locator => ticketOf(page).getByRole('button', { name: /^Sell / })
const buy = (page: Page): Locator => ticketOf(page).getByRole('button', { name: /^Buy / })

/** The figures below the picture, by their names. */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  await riskOf(page).getByRole('term').first().waitFor()
  const [terms, definitions] = [riskOf(page).getByRole('term'), riskOf(page).getByRole('definition')]
  const names = (await terms.allInnerTexts()).map((name) => name.trim())
  const words = (await definitions.allInnerTexts()).map((text) => text.trim())
  return Object.fromEntries(names.map((name, place) => [name, words[place]!]))
}
const figure = (page: Page, name: string) => expect.poll(async () => (await figuresOf(page))[name])

const millions = (value: number): string => `${value < 0 ? '−' : '+'}$${(Math.abs(value) / 1e6).toFixed(2)}m`

describe('6.14 the largest loss and gain before a trade', () => {
  it('follow the side under the pointer: a short call has no largest loss, a long one loses its premium', async () => {
    const call = option('CALL', 2)
    const { page } = await takerLooksAt([call], '25')
    await priceOf(page).fill('0.04')
    await expect.poll(() => headingOf(page)).toBe('If bought 25 at 0.0400')
    await figure(page, 'Max loss').toMatch(/^1\.00 BTC \(\$[\d.]+k now\)$/)
    await figure(page, 'Max gain').toBe(`Unlimited above ${shortStrike(call.strike)}`)
    await priceOf(page, 'Sell').fill('0.04')

    await sell(page).hover()
    await expect.poll(() => headingOf(page)).toBe('If sold 25 at 0.0400')
    await figure(page, 'Max loss').toBe(`Unlimited above ${shortStrike(call.strike)}`)
    await figure(page, 'Max gain').toMatch(/^\+1\.00 BTC \(\$[\d.]+k now\)$/)

    await ticketOf(page).getByLabel('Quantity').fill('50')
    await sell(page).hover()
    await figure(page, 'Max gain').toMatch(/^\+2\.00 BTC /)
    await buy(page).hover()
    await expect.poll(() => headingOf(page)).toBe('If bought 50 at 0.0400')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('of a short straddle have no end above and are large at zero', async () => {
    const straddle = [option('CALL', 0), option('PUT', 0)]
    const { page } = await takerLooksAt(straddle, '25')
    await priceOf(page, 'Sell').fill('0.1')
    await sell(page).hover()
    const { strike } = straddle[0]!
    await figure(page, 'Max loss').toMatch(new RegExp(`^Unlimited above ${shortStrike(strike)} · −\\$[\\d.]+m at 0$`))
    await figure(page, 'Max gain').toMatch(/^\+2\.50 BTC \(\$[\d.]+k now\)$/)
    const picture = riskOf(page).getByRole('img')
    await expect.poll(() => picture.getAttribute('aria-label')).toMatch(/^Pay-off from [\d,]+ to [\d,]+, spot [\d,]+$/)
    await expect.poll(() => picture.textContent()).toContain(shortStrike(strike))
  })

  it('of a risk reversal reach to zero, not to the edge of the picture', async () => {
    const [put, call] = [option('PUT', -3, 'SELL'), option('CALL', 3)]
    const { page } = await takerLooksAt([put, call], '25')
    await priceOf(page).fill('0.0001')
    await buy(page).hover()
    await figure(page, 'Max loss').toBe(`${millions(-25 * put.strike - 0.0025 * put.strike)} at 0`)
    await figure(page, 'Max gain').toBe(`Unlimited above ${shortStrike(call.strike)}`)
  })

  it('of a long put are its premium, in coin first, and the strike', async () => {
    const put = option('PUT', -2)
    const { page } = await takerLooksAt([put], '25')
    await priceOf(page).fill('0.05')
    await buy(page).hover()
    await figure(page, 'Max loss').toMatch(/^1\.25 BTC \(\$[\d.]+k now\)$/)
    await figure(page, 'Max gain').toMatch(/^\+\$[\d.]+m at 0$/)
    expect(Number(/[\d.]+/.exec((await figuresOf(page))['Max gain']!)![0]) * 1e6).toBeLessThan(25 * put.strike)
  })
})

describe('6.14 the risk after a trade', () => {
  it('is of what one has sold, at the price dealt', async () => {
    const call = option('CALL', 2)
    const { page, rfq } = await takerLooksAt([call], '25')
    const [price] = await quoteDirectly(desks.maker, { rfq, tick: '0.0001' }, [-1, 1])
    await pressTwice(
      ticketOf(page).getByRole('button', { name: /^Sell 25 · limit / }),
      ticketOf(page).getByRole('button', { name: /^Again: Sell / }),
    )
    await page.mouse.move(0, 0)
    const dealt = Number(price).toFixed(4)
    await expect.poll(() => headingOf(page)).toMatch(new RegExp(`^You are short 25 @ ${dealt}( settling)?$`))
    await figure(page, 'Max loss').toBe(`Unlimited above ${shortStrike(call.strike)}`)
    const coins = (Number(price) * 25).toFixed(4).replace(/(\.\d\d\d*?)0+$/, '$1')
    await figure(page, 'Max gain').toMatch(new RegExp(`^\\+${coins} BTC `))
  })

  it('is of what a maker has sold of it so far, and of what its ask would add', async () => {
    const rfq = await ask([option('CALL', 2)], '50')
    const { page } = await sitsAtAll(browser, product, desks.trader)
    await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
    await rowsOf(page).nth(1).click()
    await expect.poll(() => headingOf(page)).toMatch(/^If your bid is hit 50 at 0\.\d{4}$/)
    const [, price] = await quoteDirectly(desks.maker, { rfq, tick: '0.0001' }, [-5, 5], '50')
    const body = {
      rfq_id: rfq.id,
      side: 'BUY' as const,
      quantity: '25',
      legs: [{ instrument_id: rfq.legs[0]!.instrument_id, price: price! }],
      time_in_force: 'FILL_OR_KILL' as const,
    }
    await desks.taker.call(directRfqCalls.createOrder, { body })
    const dealt = Number(price).toFixed(4)
    await expect.poll(() => headingOf(page)).toMatch(new RegExp(`^You are short 25 @ ${dealt}( settling)?$`))
    await figure(page, 'Max loss').toMatch(/^Unlimited above /)
    await ticketOf(page).getByLabel('Ask quantity').fill('25')
    await expect.poll(() => headingOf(page)).toMatch(/^If lifted 25 at 0\.\d{4} → short 50 @ 0\.\d{4,6}$/)
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('6.14 the risk in a market of the order book', () => {
  it('is of what a maker has sold in it, net at the average price', async () => {
    const market = await openMarketOf(desks.maker, 'BTC')
    const { page } = await sits(browser, product, desks.trader)
    await showOrderBook(page)
    await marketsOf(page).filter({ hasText: 'Call Spread' }).first().click()
    await expect.poll(() => headingOf(page)).toMatch(/^If your bid is hit [\d.]+ at the mark$/)
    const asks = await quoteAround(desks.maker, market, [1, 3])
    await takeUpTo(desks.taker, market, asks[1]!)
    const size = Number(market.min_block_size) * 2
    const average = ((Number(asks[0]) + Number(asks[1])) / 2).toFixed(4)
    await expect.poll(() => headingOf(page)).toMatch(new RegExp(`^You are short ${size} @ ${average}( settling)?$`))
    // A call spread sold: the premium is gained, and the width of the strikes is lost above the higher one.
    await figure(page, 'Max loss').toMatch(/^−\$[\d.]+[km] above \d/)
    await figure(page, 'Max gain').toMatch(/^\+[\d.]+ BTC \(\$[\d.]+k now\)$/)
  })
})

describe('6.14 the preview of a request', () => {
  it('has a figure where there is one, a dash with its reason where a later leg decides, and a line beside each structure’s name', async () => {
    const { page } = await sits(browser, product, desks.takerTrader)
    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    const preview = builder.getByRole('region', { name: 'Preview' })
    await builder.getByRole('button', { name: 'Call Calendar', exact: true }).click()
    await builder.getByLabel('Quantity (BTC)').fill('50')
    await expect
      .poll(() => preview.getByRole('definition').filter({ hasText: 'now)' }).innerText())
      .toMatch(/^\d+\.\d{2,4} BTC \(\$[\d.]+k now\)$/)
    await preview.getByText('It depends on what a leg that expires later is worth then.').waitFor()

    await builder.getByRole('button', { name: 'Put', exact: true }).click()
    await builder.getByRole('button', { name: /^Flip sides/ }).click()
    const structures = builder.getByRole('navigation', { name: 'Structure' })
    await structures.getByRole('button', { name: 'Put sold', pressed: true }).locator('svg').waitFor()
    expect(await structures.getByRole('listitem').filter({ hasText: 'inverse' }).count()).toBe(0)
    await preview
      .getByRole('definition')
      .filter({ hasText: /^−\$[\d.]+m at 0$/ })
      .waitFor()
  })
})
