import { createHash } from 'node:crypto'
import { directRfqCalls, protectionCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import { type Person, sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { isSeen } from '../seen.ts'
import { type Picked, pickCallSpread } from '../structures.ts'
import { openMarketOf, quoteAround } from '../protection/maker-bot.ts'
import { openTicketOf, rowsOf, sendQuote, ticketOf } from './desk-work.ts'

const LONG = { timeout: 60_000 }
const TICK = 0.0001
/** A time of day with milliseconds. */
const TIME = String.raw`\d\d:\d\d:\d\d\.\d{3}`

let product: Product
let browser: Browser
let desks: Desks
let spread: Picked

/** The trader of the making desk. */
let asked: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  await addAccount('fund-2')
  spread = await pickCallSpread(desks.taker, 'BTC')
  asked = await sitsAtAll(browser, product, desks.trader)
  await asked.page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
})

/** The makers that do not quote, each with what is known about it. */
const quietOf = (page: Page) => ticketOf(page).getByRole('list', { name: 'Makers without a quote' })

/** A second name at the desk for the same account at the simulated venue. */
async function addAccount(name: string): Promise<void> {
  const { ticker } = desks.makerDesk
  const boss = await clientOf(product, desks.administrator)
  const secret = {
    client_id: `parley-${ticker.toLowerCase()}`,
    client_secret: createHash('sha256').update(`parley demo ${ticker}`).digest('hex'),
  }
  await boss.call(venueAccountCalls.addVenueAccount, { body: { venue: 'DBT', name, ...secret } })
}

const quoteButton = (quote: Locator) => quote.getByRole('button', { name: /^Quote \d/ })
const replaceButton = (quote: Locator) => quote.getByRole('button', { name: /^Replace quote \d/ })
const outcomes = (quote: Locator) => quote.getByRole('status', { name: 'Your quote' })
const openOf = async (rfqId: string) =>
  (await desks.maker.call(directRfqCalls.listOrders, { query: { rfq_id: rfqId, state: 'OPEN' } })).results

describe('8.4 a maker and the limit that the taker shows', () => {
  it('8.4 sees it in its ticket and its row, and trades exactly what the button shows', async () => {
    const { page, consoleErrors } = asked
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
    const { page, consoleErrors } = asked
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

describe('5.19 a maker that will not quote', () => {
  it('5.19 declines with a reason in its ticket; the taker sees it separately from those without a response, until the maker quotes', async () => {
    await asked.page.setViewportSize(sizes.desk)
    const { taker, maker, makerDesk } = desks
    const other = product.demo.desks.find((desk) => desk.simulated && desk.ticker === 'KEST')!
    const { legs } = await pickCallSpread(taker, 'BTC')
    const body = { venue: 'DBT', quantity: '25', legs, counterparties: [makerDesk.ticker, other.ticker] }
    const rfq = await taker.call(directRfqCalls.createRfq, { body })
    const asking = await sits(browser, product, desks.takerTrader)
    await rowsOf(asking.page).nth(1).click()
    await ticketOf(asking.page).getByRole('region', { name: 'Trade' }).waitFor()
    await quietOf(asking.page)
      .getByText(/^LIND no response yet · \d+ [sm]$/)
      .waitFor()

    const decline = (await openTicketOf(asked.page, rfq)).getByRole('region', { name: 'Decline' })
    await decline.getByRole('button', { name: 'Decline' }).click()
    expect(await asked.page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Too large or too small',
      'At risk limit',
      'Market is moving too fast',
      'No credit for this trade',
      'Other reason',
    ])
    await asked.page.getByRole('menuitem', { name: 'At risk limit' }).click()
    await decline.getByText('You declined. Quoting reverses the decline.').waitFor()
    expect(await seriousFindings(asked.page)).toEqual([])

    // One of two makers: the other one has received the RFQ and has not responded.
    const words = quietOf(asking.page)
      .getByRole('listitem')
      .filter({ hasText: /^LIND declined after [\d.]+ [sm] · At risk limit$/ })
    await words.waitFor()
    expect(await seriousFindings(asking.page)).toEqual([])
    const read = () => taker.call(directRfqCalls.getRfq, { params: { id: rfq.id } })
    expect((await read()).declines).toMatchObject([{ desk_name: makerDesk.ticker, reason: 'RISK' }])
    expect(await maker.call(directRfqCalls.getRfq, { params: { id: rfq.id } })).toMatchObject({ declined_by_me: true, declines: [] })

    const quote = ticketOf(asked.page).getByRole('region', { name: 'Quote' })
    // How the desk's order in another market, a zero and the choice of an account are shown.
    await maker.call(protectionCalls.cancelAll, { body: {} })
    const [elsewhere] = await quoteAround(maker, await openMarketOf(maker, 'BTC'), [-3])
    const interest = asked.page.getByRole('list', { name: 'Your orders elsewhere' })
    await interest.getByText(/^You bid [\d.]+ @ .* in the order book$/).waitFor()
    await interest.getByRole('button', { name: 'Use it here' }).click()
    await expect.poll(() => quote.getByLabel(/^Bid \(BTC\)/).inputValue()).toBe(elsewhere)
    const bid = quote.getByLabel(/^Bid \(BTC\)/)
    const before = await bid.inputValue()
    await bid.fill('0')
    await quote.getByText('A price of zero is not accepted. Enter another.', { exact: true }).waitFor()
    await quote.getByRole('button', { name: 'prop-1', exact: true }).click()
    await quote.getByLabel('Account').waitFor()
    expect(await seriousFindings(asked.page)).toEqual([])
    await bid.fill(before)
    await sendQuote(quote)
    await words.waitFor({ state: 'detached' })
    expect((await read()).declines).toEqual([])
    expect([asking.consoleErrors, asked.consoleErrors]).toEqual([[], []])
  })
})

describe('11.11 a quote that is pegged to the mark', () => {
  it('11.11 is replaced as its status shows, left alone after a manual change, and cancelled when the marks are stale or the window closes', async () => {
    const { maker } = desks
    const rfq = await askMaker(desks, '25')
    const openOrders = async () => (await maker.call(directRfqCalls.listOrders, { query: { rfq_id: rfq.id, state: 'OPEN' } })).results
    const prices = async () => (await openOrders()).map(({ side, price }) => `${side} ${Number(price).toFixed(4)}`).sort()
    const { page, consoleErrors } = asked
    const peg = (await openTicketOf(page, rfq)).getByRole('region', { name: 'Peg' })
    await peg.getByText('Quote first. The peg then follows the mark.').waitFor()
    const quote = ticketOf(page).getByRole('region', { name: 'Quote' })
    await sendQuote(quote)

    // Exactly the prices on the strip are resting afterwards.
    await peg.getByRole('radio', { name: 'ticks' }).click()
    await peg.getByLabel('Peg offset', { exact: true }).fill('7')
    await peg.getByLabel('Peg band, ticks').fill('400')
    const strip = peg.getByRole('status')
    await expect.poll(() => strip.innerText()).toMatch(/^\s*When on: replaces .* with [\d.]+ \/ [\d.]+, stops if the mark leaves/)
    const turn = peg.getByRole('switch', { name: 'Peg' })
    await strip.evaluate((node) => {
      const kept: string[] = []
      Object.assign(globalThis, { pegSaid: kept })
      new MutationObserver(() => kept.push(node.textContent.trim())).observe(node, { subtree: true, childList: true, characterData: true })
    })
    await turn.click()
    await expect.poll(() => strip.innerText()).toMatch(/^Pegged at [\d.]+ \/ [\d.]+\. Stops and cancels if the mark leaves/)
    // The marks keep moving: the resting quotes are one of the pairs that the strip has shown.
    const said = () => page.evaluate(() => (globalThis as { pegSaid?: string[] }).pegSaid ?? [])
    const isNamed = async () => {
      const [bid, ask] = (await prices()).map((price) => price.split(' ')[1])
      return (await said()).some((words) => words.startsWith(`Pegged at ${bid} / ${ask}.`))
    }
    await expect.poll(isNamed).toBe(true)
    expect(await seriousFindings(page)).toEqual([])

    // A second change would stop the peg that is turned on below, so it is only made if the peg replaced the quote in the same moment.
    let byHandAt: string | undefined
    const byHand = async () => {
      const [bid] = (await openOrders()).filter(({ side }) => side === 'BUY')
      if (bid === undefined || bid.price === byHandAt) return strip.innerText()
      const [first, ...others] = (bid.legs ?? []).map(({ instrument_id, price }) => ({ instrument_id, price }))
      const lower = [{ ...first!, price: (Number(first!.price) - 0.0005).toFixed(4) }, ...others]
      const changed = await maker.call(directRfqCalls.replaceOrder, { params: { id: bid.id }, body: { quantity: '25', legs: lower } })
      byHandAt = changed.price
      return strip.innerText()
    }
    await expect.poll(byHand).toMatch(/Stopped [\d:.]+ UTC: the quote was changed manually/)
    expect(await openOrders()).toHaveLength(2)

    await turn.click()
    await expect.poll(() => strip.innerText()).toMatch(/^Pegged at/)
    process.kill(product.pid, 'SIGSTOP')
    try {
      await strip.getByText(/Stopped and cancelled [\d:.]+ UTC: the (marks are stale|connection was lost)/).waitFor()
    } finally {
      process.kill(product.pid, 'SIGCONT')
    }
    await expect.poll(openOrders).toEqual([])

    const again = quote.getByRole('button', { name: /^Quote \d/ })
    await expect.poll(() => again.getAttribute('aria-disabled')).not.toBe('true')
    await expect.poll(() => quote.getByText(/^Prices are/).count()).toBe(0)
    await again.click()
    await quote.getByRole('button', { name: /^Replace quote/ }).waitFor()
    await turn.click()
    await expect.poll(() => strip.innerText()).toMatch(/^Pegged at/)
    expect(consoleErrors.filter((error) => !/WebSocket|Failed to load/.test(error))).toEqual([])
    await page.close()
    await expect.poll(openOrders).toEqual([])
  })
})
