import { directRfqCalls, outcomeCalls, protectionCalls } from '@parley/contracts'
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
import { rowsOf, sendQuote, ticketOf } from './desk-work.ts'

const LONG = { timeout: 60_000 }
/** A time of day with milliseconds. */
const TIME = String.raw`\d\d:\d\d:\d\d\.\d{3}`

let product: Product
let browser: Browser
let desks: Desks
let spread: Picked

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(async () => {
  spread = await pickCallSpread(desks.taker, 'BTC')
})

/** The taker's newest RFQ, in the ticket of a trader at the making desk. */
async function makersTicket(): Promise<{ readonly page: Page; readonly quote: Locator; readonly consoleErrors: string[] }> {
  const { page, consoleErrors } = await sitsAtAll(browser, product, desks.trader)
  await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
  await rowsOf(page).nth(1).click()
  return { page, quote: ticketOf(page).getByRole('region', { name: 'Quote' }), consoleErrors }
}

const quoteButton = (quote: Locator) => quote.getByRole('button', { name: /^Quote \d/ })
const replaceButton = (quote: Locator) => quote.getByRole('button', { name: /^Replace quote \d/ })
const outcomes = (quote: Locator) => quote.getByRole('status', { name: 'Your quote' })
const openOf = async (rfqId: string) =>
  (await desks.maker.call(directRfqCalls.listOrders, { query: { rfq_id: rfqId, state: 'OPEN' } })).results

describe('8.4 a maker and the limit that the taker shows', () => {
  it('8.4 sees it in its ticket and its row, and trades exactly what the button shows', async () => {
    const rfq = await askMaker(desks, '50')
    const { page, consoleErrors } = await makersTicket()
    const ticket = ticketOf(page)
    const limit = ticket.getByRole('region', { name: 'The taker’s limit' })
    await quoteButton(ticket).waitFor()
    expect(await limit.count()).toBe(0)

    const mark = spread.instruments.map(({ greeks }) => Number(greeks!.mark_price)).reduce((long, short) => long - short)
    const price = (Math.ceil(mark * 10_000) / 10_000).toFixed(4)
    const order = { rfq_id: rfq.id, side: 'BUY', quantity: '50', price, time_in_force: 'GOOD_TILL_CANCELED' } as const
    await desks.taker.call(directRfqCalls.createOrder, { body: order })
    const words = `${desks.takerDesk.ticker} bids ${price} for 50`
    await limit.getByText(words).waitFor()
    await rowsOf(page).nth(1).getByTitle(words).waitFor()
    // A maker does not see other makers' quotes: the limit is not among them.
    expect(await ticket.getByRole('button', { name: /^Bid .* by / }).count()).toBe(0)
    expect(await seriousFindings(page, 'light')).toEqual([])

    // The ticket's quantity on that side is the maximum.
    await ticket.getByLabel('Ask quantity').fill('37.5')
    await limit.getByRole('button', { name: `Hit: sell 37.5 @ ${price}` }).waitFor()
    await ticket.getByLabel('Ask quantity').fill('5')
    const hit = limit.getByRole('button', { name: /^Hit: sell 5 @/ })
    await expect.poll(() => hit.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => hit.getAttribute('title')).toMatch(/at least the minimum block/)
    await ticket.getByLabel('Ask quantity').fill('50')
    const trades = async () =>
      (await desks.maker.call(directRfqCalls.listTrades, { query: { rfq_id: rfq.id } })).results.map(
        (trade) => `${trade.side} ${trade.quantity} @ ${Number(trade.price).toFixed(4)}`,
      )
    const sell = limit.getByRole('button', { name: new RegExp(`^Hit: sell 50 @ ${price}`) })
    await expect.poll(() => sell.getAttribute('aria-keyshortcuts')).toBe('S')
    expect(await sell.getAttribute('title')).toMatch(/\(S\)$/)
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
  it('shows for each side what happened to it last: a bid cancelled by a program next to a resting ask', async () => {
    const rfq = await askMaker(desks, '25')
    const { page, quote, consoleErrors } = await makersTicket()
    await sendQuote(quote)
    const said = outcomes(quote)
    await said.getByText(new RegExp(`^Bid 25 @ [\\d.]+ accepted ${TIME}$`)).waitFor()
    await said.getByText(new RegExp(`^Ask 25 @ [\\d.]+ accepted ${TIME}$`)).waitFor()

    const bid = (await openOf(rfq.id)).find(({ side }) => side === 'BUY')!
    await desks.maker.call(directRfqCalls.cancelOrder, { params: { id: bid.id } })
    await said.getByText(new RegExp(`^Bid cancelled ${TIME} by demo$`)).waitFor()
    expect(await said.getByText(/^Bid [\d.]+ @ [\d.]+ accepted/).count()).toBe(0)
    await said.getByText(/^Ask [\d.]+ @ [\d.]+ accepted/).waitFor()

    await quote.getByRole('button', { name: 'Cancel', exact: true }).click()
    await said.getByText(new RegExp(`^Ask cancelled ${TIME} by you$`)).waitFor()
    // A refused order is among the others, even if it was not sent from a window.
    const { side, price, time_in_force, structure_legs: legs } = bid
    const tooSmall = { rfq_id: rfq.id, side, time_in_force, quantity: '1', legs: bid.legs!, account_name: bid.account_name }
    await expect(desks.maker.call(directRfqCalls.createOrder, { body: tooSmall })).rejects.toMatchObject({
      error: 'QuantityBelowBlockMinimum',
    })
    const listed = async (desk: Desks['maker']) => (await desk.call(outcomeCalls.listRefusedOrders, { query: {} })).results.slice(0, 1)
    await expect.poll(async () => (await listed(desks.maker)).length, LONG).toBe(1)
    expect(await listed(desks.maker)).toMatchObject([{ rfq_id: rfq.id, side, price, quantity: '1', structure_legs: legs, sender: 'demo' }])
    expect(await listed(desks.taker)).toEqual([])
    await page.getByRole('tab', { name: 'Order History' }).click()
    const past = page.getByRole('grid', { name: 'order history' }).getByRole('row')
    await past
      .filter({ hasText: /Cancelled.*by demo/ })
      .first()
      .waitFor()
    await past
      .filter({ hasText: /Rejected.*minimum block/s })
      .first()
      .waitFor()
    // A narrow window has no room for the reason, so it is in the status.
    await page.setViewportSize(sizes.laptop)
    const refused = past
      .getByTitle(/minimum block/)
      .getByText('Rejected', { exact: true })
      .first()
    await refused.waitFor()
    await expect.poll(() => isSeen(refused), LONG).toBe(true)
    expect(consoleErrors).toEqual([])
  })

  it('11.9 is shown in amber from 10 % from the mark, in a readable palette', async () => {
    await askMaker(desks, '25')
    const { page, quote } = await makersTicket()
    await quoteButton(quote).waitFor()
    await quote.getByRole('radio', { name: 'Price', exact: true }).click()
    const mark = spread.instruments.map(({ greeks }) => Number(greeks!.mark_price)).reduce((long, short) => long - short)
    await quote.getByLabel(/^Ask \(BTC\)/).fill('')
    await quote.getByLabel(/^Bid \(BTC\)/).fill((Math.round(mark * 1.17 * 10_000) / 10_000).toFixed(4))
    await quote.getByText(/^[\d.]+ is 1\d % above the mark\. You will be asked to confirm\.$/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await quoteButton(quote).click()
    await quote.getByRole('button', { name: /^(Again: )?Quote \d/ }).waitFor()
  })

  it('5.23 shows the refusal of one side with its reason, and leaves both sides unchanged', async () => {
    const administrator = await clientOf(product, desks.administrator)
    const bounds = (percent: string | null) =>
      administrator.call(protectionCalls.setDeskBounds, { body: { most_notional: null, most_deviation_percent: percent } })
    const rfq = await askMaker(desks, '25')
    const { page, quote } = await makersTicket()
    await sendQuote(quote)
    await outcomes(quote)
      .getByText(/^Ask [\d.]+ @ [\d.]+ accepted/)
      .waitFor()
    await bounds('20')
    const before = await openOf(rfq.id)
    const [askPrice, bidPrice] = (['SELL', 'BUY'] as const).map((side) => before.find((one) => one.side === side)!.price)
    await quote.getByLabel(/^Ask \(BTC\)/).fill((Number(askPrice) + 0.0001).toFixed(4))
    const bid = quote.getByLabel(/^Bid \(BTC\)/)
    await bid.fill((Number(bidPrice) / 2).toFixed(4))
    // A button that changed under the resting pointer ignores clicks for half a second (rulebook 21.9).
    await bid.hover()
    await replaceButton(quote).click()
    const said = outcomes(quote)
    await said.getByText(new RegExp(`^Bid 25 @ [\\d.]+ rejected ${TIME}: .* 25 @ [\\d.]+ still rests\\.$`)).waitFor()
    const left = `The bid was rejected, so neither side was changed\\. 25 @ ${Number(askPrice).toFixed(4)} still rests\\.`
    await said.getByText(new RegExp(`^Ask 25 @ ${(Number(askPrice) + 0.0001).toFixed(4)} not placed ${TIME}: ${left}$`)).waitFor()
    expect(await said.getByText(/^(Bid|Ask) [\d.]+ @ [\d.]+ accepted/).count()).toBe(0)
    await page.getByText('Neither side was changed', { exact: true }).waitFor()
    expect(await openOf(rfq.id)).toEqual(before)
    expect(await seriousFindings(page)).toEqual([])
    await bounds(null)
  })
})
