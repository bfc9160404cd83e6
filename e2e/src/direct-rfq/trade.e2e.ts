import { createClient, type Client } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Person } from '../browser.ts'
import { startProduct, STILL, type DemoDesk, type Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { pressTwice } from '../press-twice.ts'
import { buildRfq, quoteTighter, rowsOf, ticketOf } from './desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

let product: Product
let browser: Browser
let desks: Desks
let taker: Person
let maker: Person
let takerDesk: DemoDesk
let makerDesk: DemoDesk

const clientOf = ({ accessKey, secretKey }: DemoDesk): Client =>
  createClient({ baseUrl: product.baseUrl, credentials: { kind: 'key', accessKey, secretKey } })

const TICK = 0.0001

/** One tick up: this desk's newest offer gets a new price. */
async function moveAsk(desk: Client): Promise<void> {
  const { results } = await desk.call(directRfqCalls.listOrders, { query: { state: 'OPEN', page_size: 20 } })
  const { id, legs } = results.find((order) => order.side === 'SELL')!
  const [first, ...others] = legs!.map(({ instrument_id, price }) => ({ instrument_id, price: price! }))
  const moved = [{ ...first!, price: (Number(first!.price) + TICK).toFixed(4) }, ...others]
  await desk.call(directRfqCalls.replaceOrder, { params: { id }, body: { legs: moved } })
}

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  ;({ takerDesk, makerDesk } = desks)
  taker = await sits(browser, product, desks.takerTrader)
  maker = await sitsAtAll(browser, product, desks.trader)
  // Simulated takers send RFQs to this maker too. The test uses only the RFQs of the other window.
  await maker.page.getByLabel('Filter, or paste an RFQ').fill(takerDesk.ticker)
})
// This test has to stop the product that it started again.
afterAll(() => product?.stop())

describe('a block trade by two people', () => {
  it('reports it when the price moves with the first click, and trades at the new price', async () => {
    await buildRfq(taker.page, { quantity: '25', label: 'a moving price', makers: [makerDesk.ticker] })
    await quoteTighter(maker.page)
    const button = (name: RegExp) => ticketOf(taker.page).getByRole('button', { name })
    const overtaken = ticketOf(taker.page)
      .getByRole('status')
      .filter({ hasText: /→.*asked to confirm again/ })
    // The click and the new price may cross; a click that comes too late is repeated.
    await expect
      .poll(
        async () => {
          await button(/^(Again: )?Buy 25/).click()
          await moveAsk(clientOf(makerDesk))
          return overtaken.innerText({ timeout: 3_000 }).catch(() => 'nothing is said')
        },
        { timeout: 60_000 },
      )
      .toMatch(/^([\d.]+) → [\d.]+\. You will be asked to confirm again\.$/)
    const [, before, price] = /^(\S+) → (\S+)\. /.exec(await overtaken.innerText())!
    expect(Number(price)).toBeGreaterThan(Number(before))
    expect(await button(/^Buy /).innerText()).toMatch(new RegExp(`Buy 25 · limit ${price}[\\s\\S]*${before} → ${price}`))
    await pressTwice(button(/^(Again: )?Buy /), button(/^Again: Buy /))
    await expect.poll(() => ticketOf(taker.page).innerText(), { timeout: 60_000 }).toContain('Filled')
    const { results } = await clientOf(takerDesk).call(directRfqCalls.listOrders, { query: { page_size: 20 } })
    expect(Number(results[0]?.price)).toBe(Number(price))
  })

  // Proves T 3.49.
  it('is canceled by its taker, and the makers read Canceled', async () => {
    await buildRfq(taker.page, { quantity: '30', label: 'to cancel', makers: [makerDesk.ticker] })
    await expect.poll(() => rowsOf(maker.page).nth(1).innerText(), { timeout: 60_000 }).toMatch(/30\s[\s\S]*New/)
    const button = (name: RegExp) => ticketOf(taker.page).getByRole('button', { name })
    await pressTwice(button(/^Cancel RFQ/), button(/^Press again/))
    await expect.poll(() => rowsOf(maker.page).nth(1).innerText(), { timeout: 60_000 }).toMatch(/30\s[\s\S]*Canceled/)
    // Nothing can trade in it any more, so its ticket shows no result for any price.
    await rowsOf(maker.page).nth(1).click()
    await ticketOf(maker.page).getByText('Cancelled').first().waitFor()
    expect(await ticketOf(maker.page).innerText()).not.toMatch(/If (bought|sold|your)/)
  })

  it('stays a draft that makers cannot see, until it is sent', async () => {
    const before = await rowsOf(maker.page).count()
    await buildRfq(taker.page, { quantity: '137.5', label: 'a draft', makers: [makerDesk.ticker], asDraft: true })
    // The list shows it on its own, without a message.
    expect(
      await taker.page
        .getByRole('region', { name: 'Notifications' })
        .getByText(/Draft saved|RFQ sent/)
        .count(),
    ).toBe(0)
    const draft = taker.page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'a draft' })
    await draft.waitFor()
    const asked = rowsOf(maker.page).filter({ has: maker.page.getByRole('gridcell', { name: '137.5', exact: true }) })
    expect(await asked.count()).toBe(0)
    expect(await rowsOf(maker.page).count()).toBeLessThanOrEqual(before + 2)
    await draft.getByRole('button', { name: 'Send' }).click()
    // Below the rows that keep their place while the maker's pointer is among them.
    await asked.filter({ hasText: 'New' }).waitFor({ timeout: 60_000 })
  })

  it("is refused before it is sent, with the server's message", async () => {
    await taker.page.keyboard.press('Escape')
    await pressNewRfq(taker.page)
    const builder = taker.page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByLabel('Quantity (BTC)').fill('1')
    await builder.getByRole('button', { name: /^Use 12\.5/ }).click()
    expect(await builder.getByLabel('Quantity (BTC)').inputValue()).toBe('12.5')
    await builder.getByRole('button', { name: 'None' }).click()
    await builder.getByText('At least one counterparty must be specified').first().waitFor()
    await taker.page.keyboard.press('Escape')
    await builder.waitFor({ state: 'detached' })
  })

  it('shows no error in either console, and no serious axe finding', async () => {
    for (const person of [taker, maker]) {
      expect(person.consoleErrors).toEqual([])
      expect(await seriousFindings(person.page)).toEqual([])
    }
  })

  // Proves T 2.31, T 4.20.
  it('reports the disconnect when the server is killed, and reconnects by itself when it is started again', async () => {
    const { page } = taker
    const port = Number(new URL(product.baseUrl).port)
    await product.kill()
    const banner = page.getByRole('region', { name: 'Disconnected' })
    await banner.waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Try now' }).waitFor()
    product = await startProduct({ dataDir: product.dataDir, port, flags: STILL })
    await banner.waitFor({ state: 'detached', timeout: 60_000 })
    await expect.poll(() => page.getByText(/^Live/).count(), { timeout: 60_000 }).toBeGreaterThan(0)
    await expect.poll(() => rowsOf(page).count(), { timeout: 60_000 }).toBeGreaterThan(1)
  })
})
