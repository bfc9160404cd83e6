/** The two pictures of README's first ten minutes: the quote of the maker, and the taker before the fill. */
import type { Browser, Locator, Page } from 'playwright-core'
import { openWindow } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { desksOf } from '../protection/desks.ts'
import { askOfMaker, openForQuote, sendFirstQuote, sendFirstRfq, signInByCard } from '../start/newcomer.ts'

type Keep = (page: Page, name: string, part?: Locator) => Promise<void>

export async function firstMinutes(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const [{ page: taker }, { page: maker }] = [await openWindow(browser, product.baseUrl), await openWindow(browser, product.baseUrl)]
  await signInByCard(taker, 'Trade as Amber Road')
  await signInByCard(maker, 'Make markets as Linden')
  await sendFirstRfq(taker)
  await openForQuote(maker, desksOf(product).takerDesk.ticker)
  await keep(maker, 'first-quote', ticketOf(maker))
  await sendFirstQuote(maker, taker)
  await askOfMaker(taker).click()
  await keep(taker, 'first-fill', ticketOf(taker))
  for (const page of [taker, maker]) await page.context().close()
}
