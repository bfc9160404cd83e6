import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../browser.ts'
import { lift, quoteTighter, rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { refuseNextBlock } from '../venue.ts'

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

const builderOf = (page: Page) => page.getByRole('dialog', { name: 'New RFQ' })

/** A call spread as it is offered at Bybit, asked of one maker; another coin for each test, because a trade uses up what protection allows in one. */
async function buildAtBybit(
  page: Page,
  { currency, quantity, label }: { currency: string; quantity: string; label: string },
): Promise<void> {
  await page.keyboard.press('n')
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

const tradesOf = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { page_size: 5 } })).results

describe('an RFQ at Bybit, by two people', () => {
  it('goes from the builder to Filled, in steps of five dollars and from one contract on', async () => {
    await buildAtBybit(taker.page, { currency: 'BTC', quantity: '0.5', label: 'at Bybit' })
    await expect.poll(() => builderOf(taker.page).innerText(), PATIENCE).toMatch(/[Mm]inimum.*1/)
    // A venue without futures offers none of their structures.
    expect(await builderOf(taker.page).getByRole('button', { name: 'Future', exact: true }).count()).toBe(0)
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
