/** An RFQ that also goes to Deribit's own makers, by its taker on the screen, and what one of our makers sees of it. */
import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import { pressTwice } from '../press-twice.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { refuseNextBlock } from '../venue.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

let product: Product
let browser: Browser
let desks: Desks
let taker: Person
let maker: Person

const PATIENCE = { timeout: 90_000 }

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  taker = await sits(browser, product, desks.takerTrader)
  maker = await sitsAtAll(browser, product, desks.trader)
})

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
const tradesOf = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { page_size: 5 } })).results

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
