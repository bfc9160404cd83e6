import type { BlockTradeView } from '@parley/contracts'
import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { emailTo } from '../account/emails.ts'
import { dialogOf, goToSection } from '../account/desk-work.ts'
import { openSeat, type Person } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { askMaker, type Desks } from '../protection/desks.ts'
import { tamper } from '../venue.ts'

const PATIENCE = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let boss: DemoUser
let person: Person
let page: Page
let charged: BlockTradeView
let removed: BlockTradeView

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')

/** One block between the two desks, settled at Deribit; the taker buys at the mark of each leg. */
async function settled(): Promise<BlockTradeView> {
  const rfq = await askMaker(desks, '25')
  const marks = await desks.maker.call(directRfqCalls.getRfqBbo, { params: { id: rfq.id } })
  const legs = marks.legs.map(({ instrument_id, mark_price }) => ({
    instrument_id,
    price: (Math.round(Number(mark_price) * 1e4) / 1e4).toFixed(4),
  }))
  const quote = { rfq_id: rfq.id, side: 'SELL', quantity: '25', legs } as const
  const { price } = await desks.maker.call(directRfqCalls.createOrder, { body: quote })
  await desks.taker.call(directRfqCalls.createOrder, {
    body: { rfq_id: rfq.id, side: 'BUY', quantity: '25', price, type: 'LIMIT', time_in_force: 'FILL_OR_KILL' },
  })
  const trade = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { rfq_id: rfq.id } })).results[0]
  await expect.poll(async () => (await trade())?.state, PATIENCE).toBe('FILLED')
  return (await trade())!
}

beforeAll(() => {
  boss = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
})

describe('the fee of a trade', () => {
  it('14.9 stands in Trade History once the venue’s record was read', async () => {
    charged = await settled()
    removed = await settled()
    const { page: trading } = await openSeat(browser, product.baseUrl, desks.takerTrader, 'desk')
    await trading.getByRole('tab', { name: /Trade History/ }).click()
    const table = trading.getByRole('grid', { name: 'your trades' }).or(trading.getByRole('table', { name: 'your trades' }))
    await expect.poll(() => table.first().innerText(), PATIENCE).toMatch(/0\.015 BTC/)
    await trading.close()
  })
})

describe('reconciliation on the dashboard', () => {
  // Proves A 11.14.
  it('14.2 says that every block is the same on both sides', async () => {
    const today = new Date().toISOString().slice(0, 10)
    person = await openSeat(browser, product.baseUrl, boss, 'desk', `/dashboard/reconciliation/?show=${today}`)
    page = person.page
    await page.getByRole('button', { name: 'Compare again' }).click()
    const accounts = page.getByRole('table', { name: 'Accounts' })
    await expect.poll(() => accounts.innerText(), PATIENCE).toMatch(/DBT[\s\S]*2\s+2\s+2\s+0\s+0\s+0\s+All match/)
    expect(await page.getByRole('button', { name: 'Next day' }).isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })

  it('14.3 finds a fee that was halved there, a block that was taken out, and one that was added', async () => {
    await tamper(product, { kind: 'ALTER', block: charged.venue_trade_id!, leg: 1, fee: { of: 'TAKER', amount: '0.00375' } })
    await tamper(product, { kind: 'REMOVE', block: removed.venue_trade_id! })
    const leg = { instrument: charged.legs[0]!.instrument_name, makerSide: 'SELL', price: '0.05', quantity: '30' }
    const parties = { maker: `parley-${desks.makerDesk.ticker.toLowerCase()}`, taker: `parley-${desks.takerDesk.ticker.toLowerCase()}` }
    await tamper(product, { kind: 'ADD', ...parties, at: Date.now() - 300_000, legs: [leg] })
    await page.getByRole('button', { name: 'Compare again' }).click()
    const list = page.getByRole('table', { name: 'Differences' })
    await expect.poll(() => list.getByRole('row').count(), PATIENCE).toBe(4)
    for (const words of ['Fee differs', 'Missing at venue', 'Missing here']) expect(await list.innerText()).toContain(words)
    const email = await emailTo(product, boss.email, 'DifferencesFound')
    expect(email.subject).toContain('3 differences')
    expect(email.text).toContain(charged.venue_trade_id!)
  })

  it('14.6 shows both sides of the fee, and closes it with a reason', async () => {
    await page.getByRole('button', { name: 'Fee differs' }).click()
    const panel = page.getByRole('region', { name: /^Fee differs/ })
    await expect.poll(() => panel.innerText(), PATIENCE).toMatch(/Fees, BTC\s+0\.01500000\s+0\.01125000\s+−0\.00375000/)
    expect(await seriousFindings(page)).toEqual([])
    await panel.getByRole('button', { name: 'Accept venue fee' }).click()
    const dialog = dialogOf(page, /fee$/)
    await dialog.getByLabel('Reason').fill('A discount for the second leg.')
    await dialog.getByRole('button', { name: 'Accept venue fee' }).click()
    await panel.getByText('A discount for the second leg.').waitFor()
    await expect.poll(() => page.getByRole('link', { name: /Reconciliation/ }).innerText(), PATIENCE).toMatch(/2$/)
    await goToSection(page, 'audit-log')
    await page.getByRole('grid').getByText('Accepted a venue’s fee').waitFor()
    expect(person.consoleErrors).toEqual([])
  })
})
