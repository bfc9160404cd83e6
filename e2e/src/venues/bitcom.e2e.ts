import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../browser.ts'
import { lift, quoteTighter, rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
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

const PATIENCE = { timeout: 60_000 }

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  taker = await sits(browser, product, desks.takerTrader)
  maker = await sitsAtAll(browser, product, desks.trader)
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

const tradesOf = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { page_size: 5 } })).results

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
