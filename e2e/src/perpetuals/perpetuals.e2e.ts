import { directRfqCalls, perpetualCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSeat, sizes } from '../browser.ts'
import { lift, ticketOf } from '../direct-rfq/desk-work.ts'
import { pressTwice } from '../press-twice.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
import { PERPETUAL } from '../protocol/perpetual-writes.ts'
import { cutWords } from '../seen.ts'
import { endNextToken, endPerpetual } from '../venue.ts'
import { againButton, bestBid, enterOrder, openPerpetuals, orderOf, placeOrder } from './perpetual-work.ts'

let product: Product
let browser: Browser
let desks: Desks
let page: Page

const PATIENCE = { timeout: 60_000 }

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  const person = await openPerpetuals(browser, product, desks.takerTrader)
  page = person.page
})

/** A simulated maker with an account there. */
const MAKER = 'ORRY'
/** A desk of the demo without one. */
const WITHOUT_PARADEX = 'MRDN'

const positions = () => page.getByRole('grid', { name: 'your perpetual positions' }).locator('[data-row]')
const openOrders = async () => (await desks.taker.call(perpetualCalls.listPerpetualOrders, {})).results

/** The result of the last click. */
const outcome = async () => (await orderOf(page).getByRole('status').allInnerTexts()).find((words) => words !== '')

/** The venue's own id, as the page's user reads it. */
const venueToken = () =>
  page.evaluate(async () => {
    const answer = await fetch('/account/user/', { headers: { authorization: `Token ${localStorage.getItem('token')}` } })
    return ((await answer.json()) as { perpetuals_token: string | null }).perpetuals_token
  })

describe('perpetuals at their screen', () => {
  // Proves T 1.7.
  it('an order goes from the ticket to its fill, and the position is closed', async () => {
    await page.getByRole('img', { name: new RegExp(`^Candles of ${PERPETUAL}: O `) }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await placeOrder(page, 'Buy', '0.2')).toBe('Buy 0.20000 at market')
    await positions().filter({ hasText: '0.20000' }).waitFor()
    // When the click was answered, the venue had only accepted it.
    await expect.poll(outcome, PATIENCE).toBe('Buy 0.20000 at market: 0.20000 filled.')
    const { results: held } = await desks.taker.call(perpetualCalls.listPerpetualPositions, {})
    expect(held).toMatchObject([{ market: PERPETUAL, side: 'LONG', quantity: '0.2' }])
    const close = page.getByRole('button', { name: 'Close BTC: Sell 0.20000 at market, reduce-only' })
    await pressTwice(close, page.getByRole('button', { name: 'Again: Sell 0.20000 at market, reduce-only' }))
    await expect.poll(() => positions().count(), PATIENCE).toBe(0)
    const { results: fills } = await desks.taker.call(perpetualCalls.listPerpetualFills, { query: {} })
    const net = fills.reduce((sum, { side, quantity }) => sum + (side === 'BUY' ? 1 : -1) * Number(quantity), 0)
    expect(net).toBeCloseTo(0, 9)
  })

  it('after the first click the button of an order shows all of its words', async () => {
    const button = await enterOrder(page, 'Buy', '0.05')
    // It asks for four seconds, which pass quickly on a busy machine.
    const cut = async () => {
      await button.click()
      return cutWords(againButton(page, 'Buy'))
    }
    await expect.poll(cut, PATIENCE).toEqual([])
  })

  it('an order rests as its button says, is changed in its row, and all are taken back', async () => {
    const price = Math.round((await bestBid(page)) - 500)
    const order = orderOf(page)
    await order.getByRole('radio', { name: 'Limit' }).click()
    await order.getByRole('radio', { name: 'Post-only' }).click()
    await placeOrder(page, 'Buy', '0.1', String(price))
    await expect
      .poll(openOrders, PATIENCE)
      .toMatchObject([{ side: 'BUY', price: String(price), quantity: '0.1', instruction: 'POST_ONLY' }])
    await page.getByRole('button', { name: /^Edit Buy 0\.10000 @ / }).click()
    await order.getByLabel('Price (USD)').fill(String(price - 10))
    await pressTwice(order.getByRole('button', { name: /^Amend to 0\.10000 @ / }), order.getByRole('button', { name: /^Again: Amend to / }))
    await expect.poll(openOrders, PATIENCE).toMatchObject([{ price: String(price - 10) }])
    await page.getByRole('button', { name: 'Cancel 1 order' }).click()
    await expect.poll(openOrders, PATIENCE).toEqual([])
    await expect.poll(outcome, PATIENCE).toMatch(/: Nothing filled\. ./)
  })

  it('nothing is sent while the page is offline', async () => {
    await page.context().setOffline(true)
    await expect.poll(() => orderOf(page).innerText(), PATIENCE).toMatch(/Offline|[Nn]ot connected|[Dd]isconnected/)
    await page.context().setOffline(false)
  })

  it('a block of them is asked for with the same account, quoted, dealt and settled at Paradex', async () => {
    await page.getByRole('button', { name: 'Ask makers' }).click()
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    expect(await builder.getByRole('radio', { name: 'PRDX' }).isChecked()).toBe(true)
    await builder.getByLabel('Quantity (BTC)').fill('0.5')
    await builder.getByRole('button', { name: 'None' }).click()
    await builder.getByRole('checkbox', { name: MAKER }).check()
    await builder.getByRole('button', { name: /^Send RFQ to/ }).click()
    await builder.waitFor({ state: 'detached' })
    // Its ticket is next to the table of markets.
    await page.waitForURL(/\/rfqs(\?|$)/)
    await lift(page, MAKER)
    await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('Filled')
    const { results } = await desks.taker.call(directRfqCalls.listTrades, { query: { page_size: 1 } })
    expect(results).toMatchObject([{ state: 'FILLED', venue: 'PRDX', quantity: '0.5', side: 'BUY', counterparty_desk_name: MAKER }])
    await page.getByRole('navigation', { name: 'Markets and settings' }).getByRole('link', { name: 'Perpetuals' }).click()
  })

  it('a token that ends between the press and the venue is renewed, and the order is there once', async () => {
    const before = await venueToken()
    await endNextToken(product)
    const price = String(Math.round((await bestBid(page)) - 400))
    await placeOrder(page, 'Buy', '0.1', price)
    await expect.poll(openOrders, PATIENCE).toMatchObject([{ side: 'BUY', price, quantity: '0.1' }])
    expect(await venueToken()).not.toBe(before)
    await page.getByRole('button', { name: 'Cancel 1 order' }).click()
    await expect.poll(openOrders, PATIENCE).toEqual([])
  })

  it('a market that ends under an open ticket closes it, and the ticket becomes that of no other', async () => {
    const market = 'ETH-USD-PERP'
    const list = page.getByRole('grid', { name: 'perpetual markets' })
    await list.locator('[data-row]').filter({ hasText: 'ETH' }).first().click()
    await page.getByRole('heading', { name: market }).waitFor()
    const order = orderOf(page)
    const rests = { market, side: 'BUY', kind: 'LIMIT', quantity: '1', price: String(Math.round((await bestBid(page)) - 50)) } as const
    await desks.taker.call(perpetualCalls.placePerpetualOrder, { body: rests })
    await expect.poll(openOrders, PATIENCE).toHaveLength(1)
    await order.getByRole('radio', { name: 'Market' }).click()
    await order.getByLabel('Size', { exact: true }).fill('1')
    await order.getByRole('button', { name: /^Buy 1\.0000 at market/ }).click()
    await endPerpetual(product, market)
    await expect.poll(() => order.innerText(), PATIENCE).toContain(`${market} has ended at the venue. Choose another market.`)
    expect(await page.getByRole('heading', { name: market }).count()).toBe(1)
    expect(await order.getByRole('button', { name: /^(Again: )?Buy/ }).isDisabled()).toBe(true)
    await expect.poll(() => list.locator('[data-row]').filter({ hasText: 'ETH' }).count(), PATIENCE).toBe(0)
    await expect.poll(openOrders, PATIENCE).toEqual([])
    await expect(desks.taker.call(perpetualCalls.placePerpetualOrder, { body: rests })).rejects.toMatchObject({
      ...{ status: 404, error: 'PerpetualUnknown', member: 'market' },
    })
    await list.locator('[data-row]').filter({ hasText: 'BTC' }).first().click()
    await page.getByRole('heading', { name: PERPETUAL }).waitFor()
    await orderOf(page)
      .getByRole('button', { name: /^(Buy|Sell)/ })
      .first()
      .waitFor()
  })

  it('funding is a curve beside what was paid, and candles are as long as a day', async () => {
    await page.getByRole('tab', { name: 'Funding' }).click()
    await page.getByRole('img', { name: new RegExp(`^Funding rate of ${PERPETUAL} over 24 hours: `) }).waitFor()
    await page.getByRole('radio', { name: '1D' }).click()
    await page.getByRole('img', { name: new RegExp(`^Candles of ${PERPETUAL}: O `) }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('fits a phone', async () => {
    await page.setViewportSize(sizes.phone)
    await page.getByRole('button', { name: 'Trade BTC' }).click()
    await orderOf(page).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('18.2 who has no account there reads at once how to connect one, on a phone too', async () => {
    const trader = product.demo.users.find(({ desk }) => desk === WITHOUT_PARADEX)!
    const other = await openSeat(browser, product.baseUrl, trader, 'phone', '/paradex')
    await other.page.getByText('Connect a Paradex account').waitFor()
    await other.page.context().close()
  })
})
