/** Actions on the screen of listed spreads, for tests and screenshots. */
import type { Client } from '@parley/client'
import { spreadCalls, type SpreadOrderView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Person, sizes } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { sits } from '../protection/desks.ts'

export type Listed = { readonly id: string; readonly name: string; readonly tick: number; readonly minimum: number }

/** A spread of two dated Deribit futures: the two that are furthest apart, starting with the first expiry. */
export async function listedSpread(client: Client): Promise<Listed> {
  const query = { venue: 'DBT', base_currency: 'BTC', margin_type: 'INVERSE' } as const
  for (let tries = 0; tries < 100; tries += 1) {
    const { results } = await client.call(spreadCalls.listStrategies, { query: { ...query, page_size: 100 } })
    const dated = results.filter(({ legs }) => legs.every(({ expires_at: expiresAt }) => expiresAt > 0))
    const one = dated.at(-1)
    if (one !== undefined) return { id: one.id, name: nameOf(one.legs), tick: Number(one.min_tick_size), minimum: one.min_block_size }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('no spread of two dated futures is listed')
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
function dayOf(ns: number): string {
  const day = new Date(ns / 1e6)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${String(day.getUTCFullYear()).slice(2)}`
}
const nameOf = (legs: readonly { readonly expires_at: number }[]): string => legs.map(({ expires_at: at }) => dayOf(at)).join(' / ')

export async function openSpreads(browser: Browser, product: Product, user: DemoUser, size: keyof typeof sizes = 'desk'): Promise<Person> {
  const person = await sits(browser, product, user, size)
  await person.page.getByRole('navigation', { name: 'Markets and settings' }).getByRole('link', { name: 'Delta-1 Spreads' }).click()
  await person.page.getByRole('grid', { name: 'Spreads', exact: true }).waitFor()
  return person
}

export const cellOf = (page: Page, { id }: Listed): Locator => page.locator(`[data-strategy="${id}"]`)
export const ticketOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Ticket' })
export const ladderOf = (page: Page): Locator => page.getByRole('region', { name: 'Ladder' })

/** Clicks a cell of the ladder. A cell that has just changed ignores the click and asks for another one. */
export async function pressCell(page: Page, name: string): Promise<void> {
  const ladder = ladderOf(page)
  do await ladder.getByRole('button', { name, exact: true }).click()
  while (await ladder.getByText('Click again').isVisible())
}

/** The spread's mark on its tick, as shown in the ladder. */
export async function markOf(page: Page, { tick }: Listed): Promise<number> {
  const foot = ladderOf(page).getByText(/mark −?[\d,.]+$/)
  const text = (await foot.innerText())
    .replace(/^.*mark /, '')
    .replaceAll(',', '')
    .replace('−', '-')
  return Math.round(Number(text) / tick) * tick
}

/** Places an order under market maker protection, as the program of a maker does. */
export const placeBy = (client: Client, { id }: Listed, side: 'BUY' | 'SELL', price: number, amount: number): Promise<SpreadOrderView> =>
  client.call(spreadCalls.createOrder, { body: { strategy_id: id, side, price: String(price), amount, mmp: true } })

export const orderNow = (client: Client, { id }: Pick<SpreadOrderView, 'id'>): Promise<SpreadOrderView> =>
  client.call(spreadCalls.getOrder, { params: { id } })
