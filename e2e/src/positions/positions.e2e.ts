/** A desk's holdings at its venues, in its tab: from a settled trade to a file, and the risk that an open quote would add. */
import { readFileSync } from 'node:fs'
import { directRfqCalls, positionCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { type Person, sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { askDirectly, type AskedRfq, quoteDirectly } from '../protection/maker-bot.ts'

const SLOW = { timeout: 60_000, interval: 200 }

let product: Product
let browser: Browser
let desks: Desks
let asked: AskedRfq
let person: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
  const [price] = await quoteDirectly(desks.maker, asked, [5])
  const cross = { rfq_id: asked.rfq.id, side: 'BUY', quantity: '25', price: price!, time_in_force: 'FILL_OR_KILL' } as const
  await desks.taker.call(directRfqCalls.createOrder, { body: cross })
  person = await sits(browser, product, desks.trader)
}, 120_000)

const nameOf = (): string => asked.rfq.legs[0]!.instrument_name
async function positionsTab(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: /^Positions/ }).click()
  return page.getByRole('grid', { name: 'positions' })
}
const worstVega = (panel: Locator): Promise<string> => panel.getByRole('group', { name: 'Vega, $' }).innerText()

describe('13 positions at the venues', () => {
  // Proves T 2.46.
  it('13.1 13.4 stand in the tab with their greeks and totals once the trade has settled, by expiry, by venue or flat', async () => {
    const { page, consoleErrors } = person
    const grid = await positionsTab(page)
    const row = grid.getByRole('row').filter({ hasText: nameOf() })
    await expect.poll(() => row.innerText(), SLOW).toMatch(/−25[\s\S]*−\d+\.\d\d[\s\S]*−\d\.\d{4}[\s\S]*−[\d,]+[\s\S]*\+[\d,]+/)
    expect(await grid.getByRole('row').last().innerText()).toMatch(/^BTC\s+1 position/)
    await expect.poll(() => page.getByRole('tab', { name: /^Positions/ }).innerText()).toContain('1')
    await expect.poll(() => page.getByRole('group', { name: 'Age of the positions' }).innerText(), SLOW).toMatch(/DBT \d s/)
    await grid.getByRole('button', { name: 'BTC', exact: true }).click()
    expect(await row.count()).toBe(0)
    await grid.getByRole('button', { name: 'BTC', exact: true }).click()
    await row.waitFor()
    await page.getByRole('radio', { name: 'By venue' }).click()
    await grid.getByRole('button', { name: 'DBT' }).waitFor()
    await page.getByRole('radio', { name: 'Flat' }).click()
    expect(await grid.getByRole('row').count()).toBe(3)
    expect(await seriousFindings(page)).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  it('13.5 13.7 an open quote moves the worst case, and says where it is over a limit', async () => {
    const { page } = person
    await positionsTab(page)
    const panel = page.getByRole('region', { name: 'If your open quotes trade' })
    await panel.getByText('has no open quotes').waitFor(SLOW)
    const before = await worstVega(panel)
    await desks.maker.call(protectionCalls.setLimit, { params: { id: 'vega' }, body: { product: 'DO', window_ms: 5_000, vega: '100' } })
    await quoteDirectly(desks.maker, asked, [20], '50')
    await expect.poll(() => panel.innerText(), SLOW).toMatch(/1 quote, BTC[\s\S]*no bid · −[\d,]+/)
    await expect.poll(() => worstVega(panel), SLOW).toMatch(/over by [\d,]+[\s\S]*limit ±100 in 5 s/)
    expect(await worstVega(panel)).not.toBe(before)
    expect(await panel.innerText()).toMatch(/Worst by expiry: .* vega −[\d,]+/)
    await panel.getByRole('button', { name: 'Cancel quotes…' }).click()
    await page.getByRole('grid', { name: 'open orders' }).waitFor()
  })

  it('13.1 are exported whole, and read anew when it is pressed', async () => {
    const { page } = person
    await page.setViewportSize(sizes.laptop)
    const grid = await positionsTab(page)
    await grid.getByRole('row').filter({ hasText: nameOf() }).waitFor(SLOW)
    const readAt = async () => (await desks.maker.call(positionCalls.listPositions, { query: {} })).results[0]!.read_at
    const before = await readAt()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(readAt, SLOW).toBeGreaterThan(before)
    const downloading = page.waitForEvent('download')
    await page
      .locator('[data-export]')
      .first()
      .evaluate((button: HTMLElement) => button.click())
    const [headings, first] = readFileSync((await (await downloading).path())!, 'utf8').split('\r\n')
    for (const heading of ['Venue', 'Instrument', 'Size', 'Delta', 'Vega $', 'Expiry', 'Currency', 'Updated (UTC)'])
      expect(headings).toContain(heading)
    expect(first).toContain(nameOf())
    await page
      .getByRole('button', { name: 'If quotes trade' })
      .or(page.getByRole('region', { name: 'If your open quotes trade' }))
      .first()
      .waitFor()
  })
})
