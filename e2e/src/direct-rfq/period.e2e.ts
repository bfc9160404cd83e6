/** The days of a history: selectable in every tab of the past, read from the server, and never after today. */
import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, type Desks, sits } from '../protection/desks.ts'
import { pickCallSpread } from '../structures.ts'

const SLOW = { timeout: 60_000, interval: 200 }
const DAY_MS = 86_400_000

let product: Product
let browser: Browser
let desks: Desks
withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

const panel = (page: Page) => page.getByRole('tabpanel')
const days = (page: Page) => page.getByRole('button', { name: /^Date range/ })

/** An RFQ that the maker fills. */
async function trade(): Promise<void> {
  const { taker, maker, makerDesk } = desks
  const { legs } = await pickCallSpread(taker, 'BTC')
  const body = { venue: 'DBT', quantity: '25', legs, counterparties: [makerDesk.ticker] }
  const { id } = await taker.call(directRfqCalls.createRfq, { body })
  const { legs: marks } = await maker.call(directRfqCalls.getRfqBbo, { params: { id } })
  const prices = marks.map(({ instrument_id, mark_price }) => ({ instrument_id, price: mark_price }))
  const { price } = await maker.call(directRfqCalls.createOrder, { body: { rfq_id: id, side: 'SELL', quantity: '25', legs: prices } })
  await taker.call(directRfqCalls.createOrder, {
    body: { rfq_id: id, side: 'BUY', quantity: '25', price, time_in_force: 'FILL_OR_KILL' },
  })
  const states = async () => (await taker.call(directRfqCalls.listTrades, { query: { rfq_id: id } })).results.map(({ state }) => state)
  await expect.poll(states, SLOW).toEqual(['FILLED'])
}

// Proves T 2.37, T 2.46.
it('are chosen once for every list of the past, filter on the server too, and are never after today', async () => {
  const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
  await trade()
  // Filled RFQs leave the table of open ones, so there is another one to select.
  await askMaker(desks, '25')
  const asked: URL[] = []
  page.on('request', (request) => void asked.push(new URL(request.url())))
  // The day on the screen, which another process may begin a moment earlier.
  const [year, month, day] = await page.evaluate(() => [new Date().getFullYear(), new Date().getMonth() + 1, new Date().getDate()])
  const today = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const other = (by: number): string => new Date(Date.parse(`${today}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

  // The tools of the tape are next to the tabs, even with a ticket open.
  await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Same structure' }).waitFor()
  const [tab, tool] = await Promise.all([page.getByRole('tab', { name: 'Trade Tape' }).boundingBox(), days(page).boundingBox()])
  expect(tool!.y).toBeLessThan(tab!.y + tab!.height)
  await page.getByRole('tab', { name: /^Trade History/ }).click()
  await panel(page).getByText('Filled').first().waitFor()
  await days(page).click()
  const choice = page.getByRole('dialog', { name: 'Date range' })
  const [from, to] = [choice.getByLabel('From'), choice.getByLabel('To')]
  expect([await from.getAttribute('max'), await to.getAttribute('max')]).toEqual([today, today])
  await choice.getByRole('button', { name: '7 days' }).click()
  expect([await from.inputValue(), await to.inputValue()]).toEqual([other(-6), today])
  await panel(page).getByText('Filled').first().waitFor()
  const folder = process.env['PARLEY_SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/period.png` })
  expect(await seriousFindings(page)).toEqual([])

  await to.fill(other(-1))
  await panel(page).getByText('Nothing in this period').waitFor()
  const last = asked.findLast(({ pathname }) => pathname === '/v2/drfq/trades/')!
  const midnight = (of: string): Promise<number> => page.evaluate((text) => new Date(`${text}T00:00:00`).getTime(), of)
  expect([last.searchParams.get('start'), last.searchParams.get('end')]).toEqual([
    String(await midnight(other(-6))),
    String(await midnight(today)),
  ])

  // A day after today, typed beyond the calendar, becomes today.
  await to.fill(other(30))
  expect(await to.inputValue()).toBe(today)
  await to.fill(other(-1))
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })

  for (const [name, shows] of [
    ['RFQ History', 'Filled'],
    ['Order History', 'Filled'],
    ['Trade Tape', 'Call Spread'],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    await panel(page).getByText('Nothing in this period').waitFor()
    await panel(page).getByRole('button', { name: 'Show all dates' }).click()
    await panel(page).getByText(shows).first().waitFor()
    await days(page).click()
    await choice.getByLabel('To').fill(other(-1))
    await page.keyboard.press('Escape')
  }
  expect(consoleErrors).toEqual([])
})
