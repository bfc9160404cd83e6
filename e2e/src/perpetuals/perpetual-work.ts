/** Actions on the perpetuals screen, for tests and screenshots. */
import type { Browser, Locator, Page } from 'playwright-core'
import { openSeat, type Person, type sizes } from '../browser.ts'
import { pressTwice } from '../press-twice.ts'
import type { DemoUser, Product } from '../product.ts'
import { PERPETUAL } from '../protocol/perpetual-writes.ts'

export const orderOf = (page: Page): Locator => page.getByRole('region', { name: 'Order', exact: true })
export const bookOf = (page: Page): Locator => page.getByRole('region', { name: 'Order book' })

/** The BTC market, with a book and an account that can trade. */
export async function openPerpetuals(
  browser: Browser,
  product: Product,
  user: DemoUser,
  size: keyof typeof sizes = 'desk',
): Promise<Person> {
  const person = await openSeat(browser, product.baseUrl, user, size, '/paradex')
  const { page } = person
  if (size === 'desk')
    await page.getByRole('grid', { name: 'perpetual markets' }).locator('[data-row]').filter({ hasText: 'BTC' }).first().click()
  else await page.getByLabel('Market', { exact: true }).selectOption(PERPETUAL)
  // Selecting another market closes the ticket.
  if (size === 'phone') await page.getByRole('button', { name: 'Trade BTC' }).click()
  await orderOf(page).waitFor()
  return person
}

/** Enters a coin order in the ticket, and returns its button. */
export async function enterOrder(page: Page, side: 'Buy' | 'Sell', size: string, price?: string): Promise<Locator> {
  const order = orderOf(page)
  await order.getByRole('radio', { name: price === undefined ? 'Market' : 'Limit' }).click()
  if (price !== undefined) await order.getByLabel('Price (USD)').fill(price)
  await order.getByLabel('Size unit').selectOption('COIN')
  await order.getByLabel('Size', { exact: true }).fill(size)
  const button = order.getByRole('button', { name: new RegExp(`^${side} [\\d,.]+ (@|at market)`) })
  await button.waitFor()
  return button
}

/** The button of the ticket after its first click. */
export const againButton = (page: Page, side: 'Buy' | 'Sell'): Locator =>
  orderOf(page).getByRole('button', { name: new RegExp(`^Again: ${side} `) })

/** A coin order from the ticket, with two clicks; the name of the button is what is sent. */
export async function placeOrder(page: Page, side: 'Buy' | 'Sell', size: string, price?: string): Promise<string> {
  const button = await enterOrder(page, side, size, price)
  const words = (await button.locator('b').innerText()).trim()
  await pressTwice(button, againButton(page, side))
  return words
}

/** The best bid, as shown in the book. */
export async function bestBid(page: Page): Promise<number> {
  const row = bookOf(page).getByText(/^[\d,]+\.\d+ \/ [\d,]+\.\d+$/)
  return Number((await row.innerText()).split(' / ')[0]!.replaceAll(',', ''))
}
