/**
 * After a trade: the post-trade card, opened from the ticket and from the rows of the past, and its links. The days of a history are selectable in
 * every tab of the past, read from the server, and never after today.
 */
import { catalogueCalls, directRfqCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { type Person, sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, type Desks, sits } from '../protection/desks.ts'
import { askDirectly, quoteDirectly } from '../protection/maker-bot.ts'
import { pickCallSpread } from '../structures.ts'
import { clearPage, rowsOf, ticketOf } from './desk-work.ts'

const SLOW = { timeout: 60_000, interval: 200 }
const TICK = 0.0001
const DAY_MS = 86_400_000
/** A simulated desk that quotes by itself, wider than the test's maker. */
const OTHER = 'KEST'

let product: Product
let browser: Browser
let desks: Desks
let maker: string

let person: Person
let page: Page

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  maker = desks.makerDesk.ticker
  await dealt()
  person = await sits(browser, product, desks.takerTrader)
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = person.page
}, 120_000)
afterEach(() => clearPage(page))

/** A hedged call spread of 50: an attempt that filled nothing, then 25 from the maker and 25 from the other desk, settled. */
async function dealt(): Promise<void> {
  const { taker, maker: bot } = desks
  const { legs } = await pickCallSpread(taker, 'BTC')
  const query = { venue: 'DBT', base_currency: 'BTC', include_greeks: 'true', page_size: 1000 } as const
  const futures = (await taker.call(catalogueCalls.listInstruments, { query: { ...query, kind: 'FUTURE' } })).results
  const options = (await taker.call(catalogueCalls.listInstruments, { query: { ...query, kind: 'OPTION' } })).results
  const perpetual = futures.find(({ expires_at: at }) => at === null)!
  // The venue accepts a hedge only near its mark, which moves. The nearest multiple of a hundred is inside the band.
  const fixed = String(Math.round(Number(options.find(({ greeks }) => greeks !== null)!.greeks!.underlying_price) / 100) * 100)
  const hedge = { instrument_id: perpetual.id, ratio: '20000', side: 'SELL' as const, price: fixed }
  const body = { venue: 'DBT', quantity: '50', legs: [...legs, hedge], counterparties: [maker, OTHER], label: 'record' }
  const asked = await taker.call(directRfqCalls.createRfq, { body })
  const { legs: marks } = await bot.call(directRfqCalls.getRfqBbo, { params: { id: asked.id } })
  const prices = marks.map(({ instrument_id, mark_price }) => ({
    instrument_id,
    price: instrument_id === perpetual.id ? fixed : mark_price,
  }))
  await bot.call(directRfqCalls.createOrder, { body: { rfq_id: asked.id, side: 'SELL', quantity: '25', legs: prices } })
  const book = () => taker.call(directRfqCalls.getRfqOrders, { params: { id: asked.id } })
  await vi.waitFor(async () => expect((await book()).asks.map(({ desk_name }) => desk_name)).toContain(OTHER), SLOW)
  const { asks } = await book()
  const [best, worst] = [Number(asks[0]!.price), Number(asks.at(-1)!.price)]
  const buy = (price: number) =>
    taker.call(directRfqCalls.createOrder, {
      body: { rfq_id: asked.id, side: 'BUY', quantity: '50', price: price.toFixed(4), time_in_force: 'FILL_OR_KILL' },
    })
  await buy(best - 20 * TICK)
  await buy(worst + 10 * TICK)
  const states = async () =>
    (await taker.call(directRfqCalls.listTrades, { query: { rfq_id: asked.id, page_size: 20 } })).results.map(({ state }) => state)
  await vi.waitFor(async () => expect(await states()).toEqual(['FILLED', 'FILLED']), SLOW)
}

const cardOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Post-trade card' })
const tab = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  return page.getByRole('tabpanel').getByRole('row')
}
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PARLEY_SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe('the post-trade card', () => {
  it('6.15, 8.12 shows what was traded, the cover, the savings, who responded and when', async () => {
    await (await tab(page, 'RFQ History')).nth(1).click()
    const card = cardOf(page)
    await expect.poll(() => card.innerText(), SLOW).toContain('Settled')
    await shot(page, 'card-desk')
    const words = await card.innerText()
    expect(words).toMatch(/Bought 50 @ 0\.\d{4,6} · [\d.]+ BTC/)
    expect(words).toContain(`${maker} 25 @`)
    expect(words).toContain(`${OTHER} 25 @`)
    const rows = card.getByRole('region', { name: 'Responses' }).getByRole('row')
    expect(await rows.filter({ hasText: maker }).innerText()).toContain('Traded 25 @')
    expect(await card.getByRole('group', { name: /^Saved vs venue/ }).innerText()).toMatch(/BTC|—/)
    const times = card.getByRole('region', { name: 'Timeline' })
    for (const name of ['Asked', 'First quote', 'Not filled', 'Traded', 'Settled']) expect(await times.innerText()).toContain(name)
    await times.getByRole('button', { name: /every quote change/ }).click()
    expect(await times.getByRole('row').count()).toBeGreaterThan(2)
    expect(await card.getByRole('region', { name: 'My risk from this trade' }).innerText()).toMatch(/Net[\s\S]*Max loss/)
    expect(await seriousFindings(page)).toEqual([])
  })

  it('repeats and reverses in a prefilled builder, by key, and copies the line', async () => {
    await (await tab(page, 'Trade History')).nth(1).click()
    const copy = cardOf(page).getByRole('button', { name: /^Copy line/ })
    await expect.poll(() => copy.getAttribute('aria-disabled'), SLOW).toBeNull()
    await page.keyboard.press('c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^BTC .*call spread/i)
    await page.keyboard.press('a')
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await expect.poll(() => builder.getByLabel('Quantity (BTC)').inputValue()).toBe('50')
    await builder.getByRole('button', { name: 'Send RFQ to 2 makers' }).waitFor()
    await expect.poll(() => builder.getByLabel('Automatic delta hedge').isChecked()).toBe(true)
    await shot(page, 'again')
    await page.keyboard.press('Escape')
    await (await tab(page, 'Trade History')).nth(1).click()
    await cardOf(page)
      .getByRole('button', { name: /^Reverse/ })
      .click()
    await expect.poll(() => builder.innerText()).toMatch(/Inverse|Call Spread/)
    expect(await builder.getByLabel('Quantity (BTC)').inputValue()).toBe('50')
  })

  // Proves T 2.46.
  it('copies trades with what an accountant needs, and adds up positions at the mark', async () => {
    await (await tab(page, 'Trade History')).nth(1).waitFor()
    await page.getByRole('button', { name: 'Copy the table' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain('Trade id')
    const [headings, first] = (await copied()).split('\n').map((line) => line.split('\t'))
    const cell = (heading: string) => first![headings!.indexOf(heading)]!
    expect(cell('RFQ id')).toMatch(/^r_/)
    // A spreadsheet would evaluate it without the apostrophe.
    expect(cell('Instruments')).toMatch(/^'\+1 BTC-\S+-C -1 BTC-\S+-C -20000 BTC-PERPETUAL$/)
    expect(cell('IV')).toMatch(/^\d\d\.\d \/ \d\d\.\d$/)
    expect(cell('Price')).toMatch(/^\d\.\d{4}$/)
    expect(Number(cell('Value USD'))).toBeGreaterThan(1_000)
    await page
      .getByRole('tabpanel')
      .getByRole('columnheader', { name: /^Time (UTC|[A-Z+0-9:]+)/ })
      .waitFor()
    await tab(page, 'Trade Tape')
    await page.getByRole('columnheader', { name: /^IV/ }).waitFor()
    const rows = await tab(page, 'Positions')
    await expect.poll(() => rows.filter({ hasText: 'BTC-PERPETUAL' }).innerText(), SLOW).toMatch(/−1,000,000 \$[\s\S]*−1\d\.\d\d/)
    await expect.poll(() => rows.last().innerText(), SLOW).toMatch(/^BTC[\s\S]*3 positions/)
  })

  it('is in the filled ticket immediately, and opens from it', async () => {
    const asked = await askDirectly(desks.taker, maker)
    const [price] = await quoteDirectly(desks.maker, asked, [5], '100')
    await rowsOf(page).nth(1).click()
    await ticketOf(page).getByRole('button', { name: /^Ask / }).first().waitFor()
    await desks.taker.call(directRfqCalls.createOrder, {
      body: { rfq_id: asked.rfq.id, side: 'BUY', quantity: '100', price: price!, time_in_force: 'FILL_OR_KILL' },
    })
    // One record, one component: without a click, the ticket shows the same as the card about the quotes and who responded.
    const saidIn = (place: Locator) =>
      Promise.all(['Quotes at the time of the trade', 'Responses'].map((name) => place.getByRole('region', { name }).textContent()))
    const ticket = ticketOf(page)
    await ticket.getByRole('img', { name: new RegExp(`^Quotes at the time of the trade: ${maker} ask `) }).waitFor(SLOW)
    await ticket.getByRole('group', { name: 'Cover' }).waitFor()
    await ticket.getByText(`Traded 100 @ ${price}`).waitFor()
    expect(await ticket.getByRole('button', { name: /^(Buy|Sell|Ask) / }).count()).toBe(0)
    const said = await saidIn(ticket)
    await ticket.getByRole('button', { name: 'Post-trade card' }).click()
    await expect.poll(() => saidIn(cardOf(page)), SLOW).toEqual(said)
    await expect.poll(() => cardOf(page).innerText(), SLOW).toMatch(/Bought 100 @[\s\S]*Settled/)
    await cardOf(page)
      .getByRole('button', { name: /^Hedge: sell/ })
      .click()
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await expect.poll(() => builder.innerText()).toContain('BTC-PERPETUAL')
    await shot(page, 'hedge')
  })

  it('opens on a phone as a sheet', async () => {
    await page.keyboard.press('Escape')
    await tab(page, 'Trade Tape')
    await page.setViewportSize(sizes.phone)
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /Call Spread/ })
      .first()
      .click()
    await expect.poll(() => cardOf(page).innerText(), SLOW).toContain('Settled')
    await cardOf(page).getByRole('region', { name: 'Responses' }).waitFor()
    await shot(page, 'phone')
  })
})

const panel = (page: Page) => page.getByRole('tabpanel')
const days = (page: Page) => page.getByRole('button', { name: /^Date range/ })

describe('the days of a history', () => {
  // Proves T 2.37, T 2.46.
  it('are chosen once for every list of the past, filter on the server too, and are never after today', async () => {
    const { consoleErrors } = person
    await page.setViewportSize(sizes.desk)
    // Filled RFQs leave the table of open ones, so there is another one to select.
    await askMaker(desks, '25')
    const asked: URL[] = []
    page.on('request', (request) => void asked.push(new URL(request.url())))
    // The day on the screen, which another process may begin a moment earlier.
    const [year, month, day] = await page.evaluate(() => [new Date().getFullYear(), new Date().getMonth() + 1, new Date().getDate()])
    const today = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    const other = (by: number): string => new Date(Date.parse(`${today}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

    await page.getByRole('tab', { name: /^Trade Tape/ }).click()
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
    await shot(page, 'period')
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
})
