/** After a trade: the post-trade card, opened from the ticket and from the rows of the past, and its links. */
import { catalogueCalls, directRfqCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { askDirectly, quoteDirectly } from '../protection/maker-bot.ts'
import { pickCallSpread } from '../structures.ts'
import { rowsOf, ticketOf } from './desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

const SLOW = { timeout: 60_000, interval: 200 }
const TICK = 0.0001
/** A simulated desk that quotes on its own, wider than the test's maker. */
const OTHER = 'KEST'

let product: Product
let browser: Browser
let desks: Desks
let maker: string

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(async () => {
  maker = desks.makerDesk.ticker
  await dealt()
}, 120_000)

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
    const { page } = await sits(browser, product, desks.takerTrader)
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

  it('8.13 is next to each maker in the choice of recipients, and sorts them', async () => {
    const { page } = await sits(browser, product, desks.takerTrader)
    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    const figures = builder.getByRole('group', { name: / in 30 days/ })
    await expect.poll(() => figures.count(), SLOW).toBeGreaterThan(2)
    const answered = /quoted [1-9]\d* of \d+ in 30 days, traded [1-9]\d*, median [\d.]+ s$/
    expect(await builder.getByRole('group', { name: new RegExp(`^${maker}: `) }).getAttribute('aria-label')).toMatch(answered)
    expect(await builder.getByRole('group', { name: new RegExp(`^${OTHER}: `) }).getAttribute('aria-label')).toMatch(answered)
    expect(await figures.filter({ hasText: 'no history' }).count()).toBeGreaterThan(0)
    await builder.getByLabel('Sort makers').selectOption({ label: 'By hit rate' })
    const names = async () => (await builder.getByRole('group', { name: / in 30 days/ }).all()).map((row) => row.getAttribute('aria-label'))
    const known = async () => (await Promise.all(await names())).map((words) => !words!.includes('no history'))
    expect(await known()).toEqual((await known()).toSorted((a, b) => Number(b) - Number(a)))
    expect((await known())[0]).toBe(true)
    await shot(page, 'makers')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('8.16 is next to the taker in a maker’s ticket and queue, but not next to an anonymous one', async () => {
    const named = await askDirectly(desks.taker, maker)
    const { page, consoleErrors } = await sits(browser, product, desks.trader)
    await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
    await page
      .getByRole('group', { name: 'Filter' })
      .getByRole('button', { name: /^For me/ })
      .click()
    await rowsOf(page).filter({ hasText: 'New' }).getByText('100 %').waitFor(SLOW)
    await rowsOf(page).filter({ hasText: 'New' }).nth(0).getByText('100 %').click()
    const history = ticketOf(page).getByRole('note', { name: `History with ${desks.takerDesk.ticker}` })
    await expect.poll(() => history.innerText(), SLOW).toMatch(/ traded 1 of 1 you quoted, last .* ago, 1 traded with any maker$/)
    expect(await seriousFindings(page)).toEqual([])
    await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: named.rfq.id } })
    const { legs } = await pickCallSpread(desks.taker, 'BTC')
    const counterparties = [maker, OTHER, 'LARK']
    const body = { venue: 'DBT', quantity: '25', legs, counterparties, is_taker_anonymous: true }
    const secret = await desks.taker.call(directRfqCalls.createRfq, { body })
    await page.getByLabel('Filter, or paste an RFQ').fill('')
    await rowsOf(page).filter({ hasText: 'Anon' }).getByText('25', { exact: true }).click()
    await ticketOf(page).getByText('for Anonymous').waitFor(SLOW)
    expect(
      await ticketOf(page)
        .getByRole('note', { name: /^History with/ })
        .count(),
    ).toBe(0)
    await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: secret.id } })
    expect(consoleErrors).toEqual([])
  })

  // Proves T 3.53, T 6.6.
  it('2.14 chooses by a group that an administrator keeps in the builder', async () => {
    const administrator = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
    const { page } = await sits(browser, product, administrator)
    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    const groups = builder.getByRole('group', { name: 'Groups of counterparties' })
    await groups.getByRole('button', { name: 'None' }).click()
    for (const desk of [maker, OTHER]) await builder.getByRole('checkbox', { name: desk }).check()
    await groups.getByRole('button', { name: 'Edit…' }).click()
    await builder.getByLabel('Group name').fill('LP Core')
    await builder.getByRole('button', { name: 'Save new · 2' }).click()
    const core = groups.getByRole('button', { name: 'LP Core 2' })
    await expect.poll(() => core.getAttribute('aria-pressed'), SLOW).toBe('true')
    await groups.getByRole('button', { name: /^LP All/ }).click()
    await core.click()
    await builder.getByRole('button', { name: 'Send RFQ to 2 makers' }).waitFor()
    await groups.getByRole('button', { name: 'Edit…' }).click()
    await builder.getByLabel('Group name').fill('LP First')
    await shot(page, 'groups')
    await builder.getByRole('button', { name: 'Save · 2' }).click()
    await groups.getByRole('button', { name: 'LP First 2' }).waitFor()
    // 4.15: only the taker sees the group of the RFQ.
    await builder.getByLabel('Paste or type an RFQ').fill('BTC perp 1m')
    await builder.getByRole('button', { name: 'Send RFQ to 2 makers' }).click()
    await ticketOf(page).getByText('asked LP First').waitFor()
    const [own] = (await desks.taker.call(directRfqCalls.listRfqs, { query: { state: ['OPEN'] } })).results
    expect([own!.groups, own!.counterparties.toSorted()]).toEqual([['LP First'], [maker, OTHER].toSorted()])
    expect((await desks.maker.call(directRfqCalls.getRfq, { params: { id: own!.id } })).groups).toEqual([])
    await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: own!.id } })
    await pressNewRfq(page)
    await groups.getByRole('button', { name: 'LP First 2' }).click()
    await groups.getByRole('button', { name: 'Edit…' }).click()
    await builder.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => groups.getByRole('button', { name: 'LP First 2' }).count(), SLOW).toBe(0)
  })

  it('repeats and reverses in a prefilled builder, by key, and copies the line', async () => {
    const { page, context } = await sits(browser, product, desks.takerTrader)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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
    const { page, context } = await sits(browser, product, desks.takerTrader)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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
    const rows = await tab(page, 'Positions')
    await expect.poll(() => rows.filter({ hasText: 'BTC-PERPETUAL' }).innerText(), SLOW).toMatch(/−1,000,000 \$[\s\S]*−1\d\.\d\d/)
    await expect.poll(() => rows.last().innerText(), SLOW).toMatch(/^BTC[\s\S]*3 positions/)
  })

  it('8.7 shows a trade of others as the tape has it, and a maker its own part', async () => {
    const { page } = await sits(browser, product, desks.trader)
    // Both parts are on the tape, in the order in which they settled.
    const parts = (await tab(page, 'Trade Tape')).filter({ hasText: 'Call Spread' })
    await parts.first().click()
    await expect.poll(() => cardOf(page).innerText(), SLOW).toContain('Settled')
    if (/^Post-trade card\s+Sold/.test(await cardOf(page).innerText())) {
      await page.keyboard.press('Escape')
      await parts.nth(1).click()
    }
    await expect.poll(() => cardOf(page).innerText(), SLOW).toMatch(/^Post-trade card\s+Taker (bought|sold) [\s\S]*Settled/)
    // It shows the figures of the trade, and one sentence explains why there are no others.
    const quotes = cardOf(page).getByRole('region', { name: 'Trade and mark' })
    for (const figure of ['Traded volatility', 'Index at trade', 'Value']) await quotes.getByRole('group', { name: figure }).waitFor()
    expect(await quotes.innerText()).not.toContain('—')
    await cardOf(page)
      .getByText(/so there is no cover or saving to show/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: /^IV/ }).waitFor()
    await (await tab(page, 'Trade History')).nth(1).click()
    await page
      .getByRole('tabpanel')
      .getByRole('columnheader', { name: /^Time (UTC|[A-Z+0-9:]+)/ })
      .waitFor()
    const words = () => cardOf(page).innerText()
    await expect.poll(words, SLOW).toMatch(/Sold 25 @/)
    await shot(page, 'card-maker')
    expect(await words()).toContain('Traded 25 @')
    expect(await words()).not.toContain(OTHER)
  })

  it('is in the filled ticket immediately, and opens from it', async () => {
    const { page } = await sits(browser, product, desks.takerTrader)
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
    const { page } = await sits(browser, product, desks.takerTrader, 'phone')
    await page.getByRole('button', { name: 'Trade Tape' }).click()
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
