/** The two desks of the demo that only the test trades for, and their users at the screen. */
import type { Client } from '@parley/client'
import { directRfqCalls, type RfqView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { openSeat, type Person, type sizes } from '../browser.ts'
import type { DemoDesk, DemoUser, Product } from '../product.ts'
import { pickCallSpread } from '../structures.ts'
import { botOf } from './maker-bot.ts'

/** A dialog whose code still has to load may need longer. */
const OPENS_WITHIN_MS = 5_000
const TRIES = 8

export type Desks = {
  readonly makerDesk: DemoDesk
  readonly takerDesk: DemoDesk
  /** The programs of both desks, by their keys. */
  readonly maker: Client
  readonly taker: Client
  /** A user of the making desk. */
  readonly administrator: DemoUser
  readonly trader: DemoUser
  readonly takerTrader: DemoUser
}

export function desksOf(product: Product): Desks {
  const [takerDesk, makerDesk] = product.demo.desks.filter((desk) => !desk.simulated) as [DemoDesk, DemoDesk]
  const personOf = (desk: DemoDesk, role: string) => product.demo.users.find((one) => one.desk === desk.ticker && one.role === role)!
  return {
    makerDesk,
    takerDesk,
    maker: botOf(product, makerDesk),
    taker: botOf(product, takerDesk),
    administrator: personOf(makerDesk, 'administrator'),
    trader: personOf(makerDesk, 'trader'),
    takerTrader: personOf(takerDesk, 'trader'),
  }
}

/** The taking desk sends an RFQ for a call spread to the making desk only. */
export async function askMaker(
  { taker, makerDesk }: Desks,
  quantity: string,
  currency: 'BTC' | 'ETH' = 'BTC',
  terms: { readonly taker_side?: 'BUY' | 'SELL' } = {},
): Promise<RfqView> {
  const { legs } = await pickCallSpread(taker, currency)
  return taker.call(directRfqCalls.createRfq, { body: { venue: 'DBT', quantity, legs, counterparties: [makerDesk.ticker], ...terms } })
}

/** The making desk's resting quotes: `BUY 25 @ 0.0404`. */
export async function restingQuotes({ maker }: Desks, { id }: Pick<RfqView, 'id'>): Promise<readonly string[]> {
  const { results } = await maker.call(directRfqCalls.listOrders, { query: { rfq_id: id, state: 'OPEN' } })
  return results.map(({ side, quantity, price }) => `${side} ${Number(quantity)} @ ${Number(price)}`).sort()
}

/** In a separate window. */
export async function sits(
  browser: Browser,
  { baseUrl }: Product,
  user: Pick<DemoUser, 'email' | 'password'>,
  size: keyof typeof sizes = 'desk',
): Promise<Person> {
  const person = await openSeat(browser, baseUrl, user, size)
  await person.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  return person
}

/** A maker starts on its queue; here it looks at all RFQs, newest first. */
export async function sitsAtAll(...[browser, product, user, size]: Parameters<typeof sits>): Promise<Person> {
  const person = await sits(browser, product, user, size)
  await person.page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /^All/ }).click()
  return person
}

export const openOrders = async (page: Page): Promise<Locator> => {
  await page.getByRole('tab', { name: /^Open Orders/ }).click()
  return page.getByRole('grid', { name: 'open orders' })
}
export const pulls = (grid: Locator): Locator => grid.getByRole('button', { name: /^Cancel (bid|ask) / })
/** The desk's cancel actions, which are in one menu. */
export async function pullBy(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancel quotes', exact: true }).click()
  await page.getByRole('menuitem', { name: way, exact: true }).click()
}
export const stopped = (page: Page): Locator => page.getByRole('alert', { name: 'Trading is stopped' })

/** The protections of the desk at one of their tabs. */
export async function protectionsAt(page: Page, tab: 'Limits' | 'Kill switch' | 'Pre-trade limits'): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Protections' })
  // A click on a screen that is still rendering may hit a button that is being redrawn.
  for (let tries = 1; (await dialog.count()) === 0; tries += 1) {
    if (tries > TRIES) throw new Error('the protections do not open')
    await page.getByRole('button', { name: /protections of your desk$/ }).click()
    await dialog.waitFor({ timeout: OPENS_WITHIN_MS }).catch(() => undefined)
  }
  await dialog.getByRole('tab', { name: tab, exact: true }).click()
  return dialog
}
