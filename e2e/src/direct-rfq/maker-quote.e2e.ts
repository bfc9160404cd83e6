import { directRfqCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, type Desks, sitsAtAll } from '../protection/desks.ts'
import { isSeen } from '../seen.ts'
import { pickCallSpread, type Picked } from '../structures.ts'
import { openTicketOf, rowsOf, sendQuote } from './desk-work.ts'

const LONG = { timeout: 60_000 }
const TICK = 0.0001
/** A time of day with milliseconds. */
const TIME = String.raw`\d\d:\d\d:\d\d\.\d{3}`

let product: Product
let browser: Browser
let desks: Desks
let spread: Picked

let page: Page
let consoleErrors: string[]

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  spread = await pickCallSpread(desks.taker, 'BTC')
  ;({ page, consoleErrors } = await sitsAtAll(browser, product, desks.trader))
  await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
})

const quoteButton = (quote: Locator) => quote.getByRole('button', { name: /^Quote \d/ })
const replaceButton = (quote: Locator) => quote.getByRole('button', { name: /^Replace quote \d/ })
const outcomes = (quote: Locator) => quote.getByRole('status', { name: 'Your quote' })
const openOf = async (rfqId: string) =>
  (await desks.maker.call(directRfqCalls.listOrders, { query: { rfq_id: rfqId, state: 'OPEN' } })).results

describe('8.4 a maker and the limit that the taker shows', () => {
  it('8.4 sees it in its ticket and its row, and trades exactly what the button shows', async () => {
    const rfq = await askMaker(desks, '50')
    const ticket = await openTicketOf(page, rfq)
    const limit = ticket.getByRole('region', { name: 'The taker’s limit' })
    await quoteButton(ticket).waitFor()
    expect(await limit.count()).toBe(0)

    const mark = spread.instruments.map(({ greeks }) => Number(greeks!.mark_price)).reduce((long, short) => long - short)
    const price = (Math.ceil(mark * 10_000) / 10_000).toFixed(4)
    const order = { rfq_id: rfq.id, side: 'BUY', quantity: '50', price, time_in_force: 'GOOD_TILL_CANCELED' } as const
    await desks.taker.call(directRfqCalls.createOrder, { body: order })
    const words = `${desks.takerDesk.ticker} bids ${price} for 50`
    await limit.getByText(words).waitFor()
    await rowsOf(page).getByTitle(words).waitFor()
    expect(await seriousFindings(page, 'light')).toEqual([])

    const trades = async () =>
      (await desks.maker.call(directRfqCalls.listTrades, { query: { rfq_id: rfq.id } })).results.map(
        (trade) => `${trade.side} ${trade.quantity} @ ${Number(trade.price).toFixed(4)}`,
      )
    const sell = limit.getByRole('button', { name: new RegExp(`^Hit: sell 50 @ ${price}`) })
    await sell.waitFor()
    // By keyboard: the first S asks for confirmation, and only the second trades. B has no offer to buy, and moves to the bid.
    await page.keyboard.press('b')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-ticket-side'))).toBe('buy')
    await page.keyboard.press('s')
    await limit.getByRole('button', { name: new RegExp(`^(Again|Hit): sell 50 @ ${price}`) }).waitFor()
    expect(await trades()).toEqual([])
    const again = async () => {
      await page.keyboard.press('s')
      return trades()
    }
    await expect.poll(again, LONG).toEqual([`SELL 50 @ ${price}`])
    await limit.waitFor({ state: 'detached' })
    await expect.poll(() => ticket.innerText(), LONG).toMatch(/Filled/)
    expect(consoleErrors).toEqual([])
  })
})

describe('a maker’s quote, side by side', () => {
  it('5.23 11.9 a far price in amber and a refused side are readable, and a narrow window has the reason in the status', async () => {
    const administrator = await clientOf(product, desks.administrator)
    const bounds = (percent: string | null) =>
      administrator.call(protectionCalls.setDeskBounds, { body: { most_notional: null, most_deviation_percent: percent } })
    const rfq = await askMaker(desks, '25')
    const quote = (await openTicketOf(page, rfq)).getByRole('region', { name: 'Quote' })
    await sendQuote(quote)
    const said = outcomes(quote)
    await said.getByText(/^Ask [\d.]+ @ [\d.]+ accepted/).waitFor()
    await bounds('20')
    const before = await openOf(rfq.id)
    const [askPrice, bidPrice] = (['SELL', 'BUY'] as const).map((side) => before.find((one) => one.side === side)!.price)
    await quote.getByLabel(/^Ask \(BTC\)/).fill((Number(askPrice) + TICK).toFixed(4))
    const bid = quote.getByLabel(/^Bid \(BTC\)/)
    await bid.fill((Number(bidPrice) / 2).toFixed(4))
    // A button that changed under the resting pointer takes no click for half a second (rulebook 21.9).
    await bid.hover()
    await replaceButton(quote).click()
    await said.getByText(new RegExp(`^Bid 25 @ [\\d.]+ rejected ${TIME}: .* 25 @ [\\d.]+ still rests\\.$`)).waitFor()
    expect(await openOf(rfq.id)).toEqual(before)
    expect(await seriousFindings(page)).toEqual([])
    await bounds(null)
    const next = await askMaker(desks, '25')
    const fresh = (await openTicketOf(page, next)).getByRole('region', { name: 'Quote' })
    await quoteButton(fresh).waitFor()
    await fresh.getByRole('radio', { name: 'Price', exact: true }).click()
    const mark = spread.instruments.map(({ greeks }) => Number(greeks!.mark_price)).reduce((long, short) => long - short)
    await fresh.getByLabel(/^Ask \(BTC\)/).fill('')
    await fresh.getByLabel(/^Bid \(BTC\)/).fill((Math.round(mark * 1.17 * 10_000) / 10_000).toFixed(4))
    await fresh.getByText(/^[\d.]+ is 1\d % above the mark\. You will be asked to confirm\.$/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const { side, time_in_force, legs, account_name } = before.find((one) => one.side === 'BUY')!
    const tooSmall = { rfq_id: next.id, side, time_in_force, quantity: '1', legs: legs!, account_name }
    await expect(desks.maker.call(directRfqCalls.createOrder, { body: tooSmall })).rejects.toMatchObject({
      error: 'QuantityBelowBlockMinimum',
    })
    await page.getByRole('tab', { name: 'Order History' }).click()
    await page.setViewportSize(sizes.laptop)
    const past = page.getByRole('grid', { name: 'order history' }).getByRole('row')
    const refused = past
      .getByTitle(/minimum block/)
      .getByText('Rejected', { exact: true })
      .first()
    await refused.waitFor()
    await expect.poll(() => isSeen(refused), LONG).toBe(true)
    expect(consoleErrors).toEqual([])
  })
})
