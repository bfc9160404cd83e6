/** Blocks at Bybit, at bit.com and with Deribit's own makers, by their taker and their maker on the screen. */
import { directRfqCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../account/session-client.ts'
import type { Person } from '../browser.ts'
import { lift, quoteTighter, rowsOf, sendQuote, ticketOf } from '../direct-rfq/desk-work.ts'
import { pressTwice } from '../press-twice.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { makeBybitKey, refuseNextBlock } from '../venue.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

let product: Product
let browser: Browser
let desks: Desks
let taker: Person
let maker: Person

const PATIENCE = { timeout: 60_000 }

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  taker = await sits(browser, product, desks.takerTrader)
  maker = await sitsAtAll(browser, product, desks.trader)
})

const tradesOf = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { page_size: 5 } })).results

async function askVenueToo(page: Page, label: string): Promise<void> {
  await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
  await builder.getByLabel('Quantity (BTC)').fill('50')
  await builder.getByRole('button', { name: 'None' }).click()
  await builder.getByRole('checkbox', { name: desks.makerDesk.ticker }).check()
  await builder.getByText('Also ask Deribit’s makers').click()
  await builder.getByText('your key needs block_rfq:read_write').waitFor()
  await builder.getByLabel(/^Label/).fill(label)
  await builder.getByRole('button', { name: /^Send RFQ to/ }).click()
  await builder.waitFor({ state: 'detached' })
}

const askOf = (page: Page, armed = '') => ticketOf(page).getByRole('button', { name: new RegExp(`^${armed}Ask .* for 50 by DBT-RFQ$`) })
const liftVenue = async (page: Page): Promise<void> => {
  await askOf(page).waitFor(PATIENCE)
  await pressTwice(askOf(page), askOf(page, 'Again: '))
}
const newest = async () => (await desks.taker.call(directRfqCalls.listRfqs, { query: { role: 'TAKER', page_size: 1 } })).results[0]!

describe("15 an RFQ that also asks Deribit's own makers", () => {
  it('15.4 stays open where Deribit refuses the trade, in its words; 15.2 the maker reads nothing of it', async () => {
    await askVenueToo(taker.page, 'also at the venue')
    await askOf(taker.page).waitFor(PATIENCE)
    await refuseNextBlock(product, 'not_enough_funds', 'DBT-RFQ')
    await liftVenue(taker.page)
    await expect.poll(() => ticketOf(taker.page).innerText(), PATIENCE).toContain('not_enough_funds')
    const rfq = await newest()
    expect(rfq).toMatchObject({ state: 'OPEN', also_ask_venue: true, filled_quantity: '0' })
    expect((await tradesOf())[0]).toMatchObject({ state: 'REJECTED', counterparty_desk_name: 'DBT-RFQ' })
    const seen = await desks.maker.call(directRfqCalls.getRfq, { params: { id: rfq.id } })
    expect(seen).not.toHaveProperty('also_ask_venue')
    await expect(desks.maker.call(directRfqCalls.getVenueQuotes, { params: { id: rfq.id } })).rejects.toMatchObject({ status: 404 })
    expect(await maker.page.locator('body').innerText()).not.toContain('DBT-RFQ')
  })

  it('15.4 lifts them by two presses, is Filled at the price of the venue, and is on the tape', async () => {
    await liftVenue(taker.page)
    await expect.poll(() => ticketOf(taker.page).innerText(), PATIENCE).toContain('Filled')
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'FILLED', quantity: '50', side: 'BUY', counterparty_desk_name: 'DBT-RFQ' })
    const { results: tape } = await desks.maker.call(directRfqCalls.listTape, { query: { page_size: 1 } })
    expect(tape[0]).toMatchObject({ price: trade!.price, quantity: '50' })
    expect(JSON.stringify(tape[0])).not.toContain('RFQ-')
    await expect.poll(async () => (await newest()).state, PATIENCE).toBe('CLOSED')
    await expect.poll(() => maker.page.locator('body').innerText(), PATIENCE).toContain('Trd Away')
  })
})

/** Chooses the venue and the coin first, and uses the structure offered there. */
async function askAtBitcom(
  page: Page,
  { currency, quantity, label }: { currency: string; quantity: string; label: string },
): Promise<void> {
  await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('radiogroup', { name: 'Venue' }).getByText('BIT', { exact: true }).click()
  await builder.getByRole('radiogroup', { name: 'Currency' }).getByText(currency, { exact: true }).click()
  await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
  await builder.getByLabel(`Quantity (${currency})`).fill(quantity)
  await builder.getByRole('button', { name: 'None' }).click()
  await builder.getByRole('checkbox', { name: desks.makerDesk.ticker }).check()
  await builder.getByLabel(/^Label/).fill(label)
  await builder.getByRole('button', { name: /^Send RFQ to/ }).click()
  await builder.waitFor({ state: 'detached' })
}

describe('an RFQ at bit.com, by two people', () => {
  // Proves T 1.13.
  it('goes from the builder to Filled, in dollars and below any block of Deribit', async () => {
    await askAtBitcom(taker.page, { currency: 'BTC', quantity: '0.05', label: 'at bit.com' })
    await quoteTighter(maker.page)
    await lift(taker.page, desks.makerDesk.ticker)
    for (const { page } of [taker, maker]) {
      await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('Filled')
      await expect.poll(() => rowsOf(page).nth(1).innerText(), PATIENCE).toContain('Filled')
    }
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'FILLED', venue: 'BIT', quantity: '0.05', side: 'BUY' })
    // Whole steps of five dollars, whereas Deribit's prices are fractions of a coin.
    expect(Number(trade!.price)).toBeGreaterThan(5)
    expect(Number(trade!.price) % 5).toBe(0)
  })

  it('reads the words of bit.com where it refuses the block, and the request stays open', async () => {
    await askAtBitcom(taker.page, { currency: 'TON', quantity: '100', label: 'refused' })
    await quoteTighter(maker.page)
    await refuseNextBlock(product, 'margin is not enough', 'BIT')
    await lift(taker.page, desks.makerDesk.ticker)
    for (const { page } of [taker, maker]) await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('margin is not enough')
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'REJECTED', venue: 'BIT' })
    expect(await desks.taker.call(directRfqCalls.getRfq, { params: { id: trade!.rfq_id } })).toMatchObject({ state: 'OPEN' })
  })
})

const builderOf = (page: Page) => page.getByRole('dialog', { name: 'New RFQ' })

/** The call spread offered at Bybit, sent to one maker. Each test uses another coin, because a trade uses up what protection allows in one. */
async function buildAtBybit(
  page: Page,
  { currency, quantity, label }: { currency: string; quantity: string; label: string },
): Promise<void> {
  await pressNewRfq(page)
  const builder = builderOf(page)
  await builder.getByRole('radiogroup', { name: 'Venue' }).getByText('BYB', { exact: true }).click()
  await builder.getByRole('radiogroup', { name: 'Currency' }).getByText(currency, { exact: true }).click()
  await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
  await builder.getByLabel(`Quantity (${currency})`).fill(quantity)
  await builder.getByRole('button', { name: 'None' }).click()
  await builder.getByRole('checkbox', { name: desks.makerDesk.ticker }).check()
  await builder.getByLabel(/^Label/).fill(label)
}

async function send(page: Page): Promise<void> {
  const builder = builderOf(page)
  await builder.getByRole('button', { name: /^Send RFQ to/ }).click()
  await builder.waitFor({ state: 'detached' })
}

describe('an RFQ at Bybit, by two people', () => {
  // Proves T 1.14.
  it('goes from the builder to Filled, in steps of five dollars and from one contract on', async () => {
    await buildAtBybit(taker.page, { currency: 'BTC', quantity: '0.5', label: 'at Bybit' })
    await expect.poll(() => builderOf(taker.page).innerText(), PATIENCE).toMatch(/[Mm]inimum.*1/)
    // Its futures are traded one at a time.
    expect(await builderOf(taker.page).getByRole('button', { name: 'Future Spread', exact: true }).count()).toBe(0)
    await builderOf(taker.page).getByLabel('Quantity (BTC)').fill('1.5')
    await send(taker.page)
    await quoteTighter(maker.page)
    await lift(taker.page, desks.makerDesk.ticker)
    for (const { page } of [taker, maker]) {
      await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('Filled')
      await expect.poll(() => rowsOf(page).nth(1).innerText(), PATIENCE).toContain('Filled')
    }
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'FILLED', venue: 'BYB', quantity: '1.5', side: 'BUY' })
    expect(Number(trade!.price)).toBeGreaterThan(5)
    expect(Number(trade!.price) % 5).toBe(0)
    // The id of the RFQ at Bybit, by which both desks find the block in its records.
    expect(trade!.venue_trade_id).toMatch(/^\d{30}$/)
  })

  it('reads the words of Bybit where it refuses the block, and the request stays open', async () => {
    await buildAtBybit(taker.page, { currency: 'ETH', quantity: '20', label: 'refused' })
    await send(taker.page)
    await quoteTighter(maker.page)
    await refuseNextBlock(product, 'You have no permission to execute this quote.', 'BYB')
    await lift(taker.page, desks.makerDesk.ticker)
    for (const { page } of [taker, maker])
      await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('no permission to execute')
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'REJECTED', venue: 'BYB' })
    expect(await desks.taker.call(directRfqCalls.getRfq, { params: { id: trade!.rfq_id } })).toMatchObject({ state: 'OPEN' })
  })
})

/** An inverse perpetual, sent to one maker, quoted and lifted. From here on, both desks book it. */
async function dealInverse(currency: string, quantity: string): Promise<void> {
  const builder = builderOf(taker.page)
  await pressNewRfq(taker.page)
  await builder.getByRole('radiogroup', { name: 'Venue' }).getByText('BYB', { exact: true }).click()
  await builder.getByRole('radiogroup', { name: 'Currency' }).getByText(currency, { exact: true }).click()
  await builder.getByRole('button', { name: 'Future', exact: true }).click()
  await builder.getByLabel('Quantity (USD)').fill(quantity)
  expect(await builder.innerText()).toContain('both sides book the trade')
  await builder.getByRole('button', { name: 'None' }).click()
  await builder.getByRole('checkbox', { name: desks.makerDesk.ticker }).check()
  await send(taker.page)
  await quoteAtVenuesPrices(currency)
  await lift(taker.page, desks.makerDesk.ticker)
}

/** A future has no volatility to quote by. Prices outside the venue's own are typed, as far as the market may move in the meantime. */
async function quoteAtVenuesPrices(currency: string): Promise<void> {
  const [rfq] = (await desks.taker.call(directRfqCalls.listRfqs, { query: { page_size: 1 } })).results
  const { mark_price: mark } = await desks.taker.call(directRfqCalls.getRfqBbo, { params: { id: rfq!.id } })
  const at = (share: number) => (Number(mark) * share).toFixed(currency === 'XRP' ? 4 : 0)
  await rowsOf(maker.page).filter({ hasText: currency }).filter({ hasText: 'Future' }).first().click()
  const quote = ticketOf(maker.page).getByRole('region', { name: 'Quote' })
  await quote.getByLabel('Bid (USD)').fill(at(0.99))
  await quote.getByLabel('Ask (USD)').fill(at(1.01))
  await sendQuote(quote)
}

const bookingOf = (page: Page) => ticketOf(page).getByRole('region', { name: 'Booking' })

/** Reports the booking in the ticket: the button, its only field, and the button that sends it. */
async function say(page: Page, press: 'I have booked it' | 'I cannot book it', text: string): Promise<void> {
  const booking = bookingOf(page)
  await booking.getByRole('button', { name: press }).click()
  await booking.getByRole('textbox').first().fill(text)
  await booking
    .getByRole('button', { name: press === 'I cannot book it' ? 'Report that it cannot be booked' : 'Confirm the booking' })
    .click()
}

describe('16.2 an inverse future of Bybit, which the venue settles between no two firms', () => {
  // Proves T 3.39.
  it('16.2, 16.8 is filled once both people have said that they booked it', async () => {
    await dealInverse('BTC', '250000')
    const terms = bookingOf(maker.page)
    await expect.poll(() => terms.innerText(), PATIENCE).toMatch(/Sell 250,000 BTCUSD[\s\S]*With\s+\w+[\s\S]*Their account/)
    await expect.poll(() => rowsOf(taker.page).nth(1).innerText(), PATIENCE).toContain('To book')
    await say(maker.page, 'I have booked it', 'maker-1')
    await expect.poll(() => bookingOf(taker.page).innerText(), PATIENCE).toContain('booked as maker-1')
    await say(taker.page, 'I have booked it', 'taker-1')
    for (const { page } of [taker, maker]) await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('Filled')
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'FILLED', venue: 'BYB', quantity: '250000', venue_trade_id: 'taker-1' })
  })

  it('16.4 is rejected where one of them says that it cannot be booked, and both read why', async () => {
    await dealInverse('XRP', '20000')
    await say(maker.page, 'I cannot book it', 'our limit at the venue is used up')
    for (const { page } of [taker, maker])
      await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('our limit at the venue is used up')
    const [trade] = await tradesOf()
    expect(trade).toMatchObject({ state: 'REJECTED', venue: 'BYB', settlement: { state: 'NOT_BOOKED' } })
  })
})

describe('2.22 an account whose key the venue withdraws while a request stands', () => {
  it('2.22 is named in the ticket of its taker before anything is sent, and the request stays open', async () => {
    const { page } = taker
    await buildAtBybit(page, { currency: 'ETH', quantity: '20', label: 'withdrawn' })
    await send(page)
    await quoteTighter(maker.page)
    const { ticker } = desks.takerDesk
    await makeBybitKey(product, { client_id: `parley-${ticker.toLowerCase()}`, client_secret: 'another' })
    const person = product.demo.users.find(({ desk, role }) => desk === ticker && role === 'administrator')!
    const boss = await clientOf(product, person)
    const { results } = await boss.call(venueAccountCalls.listVenueAccounts, {})
    await boss.call(venueAccountCalls.checkVenueAccount, { params: { id: results.find(({ venue }) => venue === 'BYB')!.id } })
    await page.reload()
    await rowsOf(page).filter({ hasText: 'ETH' }).first().click()
    await expect.poll(() => ticketOf(page).innerText(), PATIENCE).toContain('The venue rejected the key')
    expect(await ticketOf(page).locator('[data-ticket-side=buy]').getAttribute('aria-disabled')).toBe('true')
    const [rfq] = (await desks.taker.call(directRfqCalls.listRfqs, { query: { page_size: 1 } })).results
    expect(rfq).toMatchObject({ state: 'OPEN', venue: 'BYB', label: 'withdrawn' })
  })
})
