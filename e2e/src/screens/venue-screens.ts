/** The screens about venues, for the pictures in the documentation: comparing them, positions at them, reconciliation, and a trade to book. */
import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { setTimeout as delay } from 'node:timers/promises'
import { openDashboard } from '../account/desk-work.ts'
import { openSeat, type sizes } from '../browser.ts'
import { lift, rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'
import type { Product } from '../product.ts'
import { type Desks, desksOf } from '../protection/desks.ts'
import { askDirectly, quoteDirectly } from '../protection/maker-bot.ts'
import { tamper } from '../venue.ts'

type Keep = (page: Page, name: string) => Promise<void>

const looks = [
  ['', 'desk'],
  ['-laptop', 'laptop'],
  ['-phone', 'phone'],
] as const satisfies readonly (readonly [string, keyof typeof sizes])[]

export async function venueScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const desks = desksOf(product)
  await traded(product, desks)
  await bookedScreen(browser, product, desks, keep)
  for (const [suffix, size] of looks) {
    await compared(browser, product, desks, { size, keep, name: `compare-venues${suffix}` })
    await held(browser, product, desks, { size, keep, name: `positions${suffix}` })
    await reconciled(browser, product, desks, { size, keep, name: `reconciliation${suffix}` })
  }
}

type Look = { readonly size: keyof typeof sizes; readonly keep: Keep; readonly name: string }

/** Two calls, one of which Deribit's record shows with half its fee. */
async function traded(product: Product, { taker, maker, makerDesk }: Desks): Promise<void> {
  const ids: string[] = []
  for (const quantity of ['25', '50']) {
    const asked = await askDirectly(taker, makerDesk.ticker)
    const [price] = await quoteDirectly(maker, asked, [5], quantity)
    await taker.call(directRfqCalls.createOrder, {
      body: { rfq_id: asked.rfq.id, side: 'BUY', quantity: '25', price: price!, time_in_force: 'FILL_OR_KILL' },
    })
    const ofRfq = async () => (await taker.call(directRfqCalls.listTrades, { query: { rfq_id: asked.rfq.id } })).results[0]
    while ((await ofRfq())?.state !== 'FILLED') await delay(200)
    ids.push((await ofRfq())!.venue_trade_id!)
  }
  await tamper(product, { kind: 'ALTER', block: ids[0], leg: 0, fee: { of: 'TAKER', amount: '0.00375' } })
}

async function compared(browser: Browser, product: Product, desks: Desks, { size, keep, name }: Look): Promise<void> {
  const { page } = await openSeat(browser, product.baseUrl, desks.takerTrader, size)
  await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  if (size === 'phone') await page.getByRole('button', { name: 'New RFQ' }).click()
  else await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
  await builder.getByLabel('Quantity (BTC)').fill('50')
  await builder.getByRole('button', { name: /^Compare venues/ }).click()
  await page
    .getByRole('dialog', { name: 'Compare venues' })
    .getByText(/^You pay, net/)
    .first()
    .waitFor()
  await delay(2_000)
  await keep(page, name)
  await page.context().close()
}

async function held(browser: Browser, product: Product, desks: Desks, { size, keep, name }: Look): Promise<void> {
  const { page } = await openSeat(browser, product.baseUrl, desks.trader, size)
  await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  if (size === 'phone') await page.getByRole('button', { name: 'Trade Tape' }).click()
  await page.getByRole('tab', { name: /^Positions/ }).click()
  await delay(2_500)
  await keep(page, name)
  await page.context().close()
}

async function reconciled(browser: Browser, product: Product, desks: Desks, { size, keep, name }: Look): Promise<void> {
  const boss = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
  const { page } = await openDashboard(browser, product, boss, size)
  await page.goto(`/dashboard/reconciliation/?show=${new Date().toISOString().slice(0, 10)}`)
  await page.getByRole('button', { name: 'Compare again' }).click()
  await page.getByRole('button', { name: 'Fee differs' }).first().click()
  await delay(1_500)
  await keep(page, name)
  await page.context().close()
}

/** An inverse perpetual of Bybit, traded and to be booked by both desks. */
async function bookedScreen(browser: Browser, product: Product, desks: Desks, keep: Keep): Promise<void> {
  const { page } = await openSeat(browser, product.baseUrl, desks.takerTrader, 'desk')
  await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('radiogroup', { name: 'Venue' }).getByText('BYB', { exact: true }).click()
  await builder.getByRole('radiogroup', { name: 'Currency' }).getByText('BTC', { exact: true }).click()
  await builder.getByRole('button', { name: 'Future', exact: true }).click()
  await builder.getByLabel('Quantity (USD)').fill('250000')
  await builder.getByRole('button', { name: 'None' }).click()
  await builder.getByRole('checkbox', { name: desks.makerDesk.ticker }).check()
  await builder.getByRole('button', { name: /^Send RFQ to/ }).click()
  await builder.waitFor({ state: 'detached' })
  const [rfq] = (await desks.taker.call(directRfqCalls.listRfqs, { query: { page_size: 1 } })).results
  const marks = await desks.maker.call(directRfqCalls.getRfqBbo, { params: { id: rfq!.id } })
  const legs = marks.legs.map(({ instrument_id, mark_price }) => ({ instrument_id, price: (Number(mark_price) * 1.002).toFixed(0) }))
  await desks.maker.call(directRfqCalls.createOrder, { body: { rfq_id: rfq!.id, side: 'SELL', quantity: '250000', legs } })
  await rowsOf(page).nth(1).click()
  await lift(page, desks.makerDesk.ticker)
  await ticketOf(page).getByRole('region', { name: 'Booking' }).waitFor()
  await keep(page, 'booking')
  await page.context().close()
}
