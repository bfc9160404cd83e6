/** README's first ten minutes, walked by two newcomers in a market that trades on its own. */
import { directRfqCalls, vaultCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openWindow } from '../browser.ts'
import { rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { LIVE, type Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
import { botOf } from '../protection/maker-bot.ts'
import { bidFirst, buyFromMaker, openForQuote, placeFirstSpreadOrder, sendFirstQuote, sendFirstRfq, signInByCard } from './newcomer.ts'

const PATIENCE = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'emptied after each test', LIVE)

/** Filled for both, Trd Away for every other maker, and on the tape for all. */
async function expectFilled(taker: Page, maker: Page): Promise<void> {
  const { takerDesk, makerDesk } = desks
  await expect.poll(() => ticketOf(taker).innerText(), PATIENCE).toContain('Filled')
  await rowsOf(maker).filter({ hasText: takerDesk.ticker }).filter({ hasText: 'Filled' }).first().waitFor(PATIENCE)
  const [trade] = (await desks.taker.call(directRfqCalls.listTrades, { query: {} })).results
  expect(trade).toMatchObject({ state: 'FILLED', counterparty_desk_name: makerDesk.ticker })
  const { counterparties } = await desks.taker.call(directRfqCalls.getRfq, { params: { id: trade!.rfq_id } })
  const other = product.demo.desks.find(({ ticker }) => ticker !== makerDesk.ticker && counterparties.includes(ticker))!
  const bot = botOf(product, other)
  expect(await bot.call(directRfqCalls.getRfq, { params: { id: trade!.rfq_id } })).toMatchObject({
    ...{ state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT', traded: false },
  })
  const { results } = await bot.call(directRfqCalls.listTape, { query: { page_size: 20 } })
  expect(results.find(({ id }) => id === trade!.tape_id)).toMatchObject({ side: 'BUY', quantity: '25' })
}

// Proves T 1.3, T 1.4, T 1.6, T 1.8, T 1.12, T 6.1.
it('the first ten minutes: a newcomer signs in, asks, quotes, buys, places a spread order and bids for an option', async () => {
  const [taker, maker] = [await openWindow(browser, product.baseUrl), await openWindow(browser, product.baseUrl)]
  await signInByCard(taker.page, 'Trade as Amber Road')
  await signInByCard(maker.page, 'Make markets as Linden')
  await sendFirstRfq(taker.page)
  await openForQuote(maker.page, desks.takerDesk.ticker)
  await sendFirstQuote(maker.page, taker.page)
  await buyFromMaker(taker.page)
  await expectFilled(taker.page, maker.page)
  await placeFirstSpreadOrder(taker.page)
  await expect.poll(() => taker.page.getByRole('grid', { name: 'your spread orders' }).locator('[data-row]').count(), PATIENCE).toBe(1)
  await bidFirst(taker.page)
  expect((await desks.taker.call(vaultCalls.listBids, { query: {} })).results).toMatchObject([{ state: 'OPEN' }])
  expect([...taker.consoleErrors, ...maker.consoleErrors]).toEqual([])
})
