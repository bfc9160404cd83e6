/** The order book as its users see it, for the pictures in the documentation. */
import type { Browser, Page } from 'playwright-core'
import { openWindow, signIn, type sizes } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { DemoDesk, Product } from '../product.ts'
import { bookOf, buyAtOnce, marketsOf, openMarket, quoteBothSides, showOrderBook } from '../group-rfq/book-work.ts'

type Keep = (page: Page, name: string) => Promise<void>
type Look = { readonly size: keyof typeof sizes; readonly theme: 'dark' | 'light' }
const STRUCTURE = 'Call Condor'
const BOOK = { timeout: 60_000 }

async function windowOf(browser: Browser, product: Product, desk: DemoDesk, { size, theme }: Look): Promise<Page> {
  const person = await openWindow(browser, product.baseUrl, size)
  await person.page.goto('/')
  await person.page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
  await signIn(
    person,
    product.demo.users.find((one) => one.desk === desk.ticker && one.role === 'trader')!,
  )
  await showOrderBook(person.page)
  return person.page
}

export async function orderBookScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const [taker, maker] = product.demo.desks.filter((desk) => !desk.simulated) as [DemoDesk, DemoDesk]
  const page = await windowOf(browser, product, maker, { size: 'desk', theme: 'dark' })
  await openMarket(page, STRUCTURE)
  await bookOf(page)
    .getByRole('button', { name: /^Ask .*\d$/ })
    .nth(1)
    .waitFor(BOOK)
  await quoteBothSides(page, '75')
  await ticketOf(page).getByRole('button', { name: 'Set', exact: true }).click()
  await keep(page, 'order-book')
  await takersScreen(browser, product, taker, keep)
  for (const [name, size, theme] of [
    ['order-book-light', 'desk', 'light'],
    ['order-book-laptop', 'laptop', 'dark'],
  ] as const) {
    const other = await windowOf(browser, product, maker, { size, theme })
    await marketsOf(other).filter({ hasText: STRUCTURE }).first().click()
    await ticketOf(other).getByRole('radio', { name: 'Make' }).click()
    await ticketOf(other).getByRole('button', { name: 'Set', exact: true }).click()
    await keep(other, name)
  }
  await phoneScreens(browser, product, maker, keep)
}

/** At the best price, whatever its price guard: others take from this market too, and the first order may find nothing. */
async function takersScreen(browser: Browser, product: Product, taker: DemoDesk, keep: Keep): Promise<void> {
  const page = await windowOf(browser, product, taker, { size: 'desk', theme: 'dark' })
  await marketsOf(page).filter({ hasText: STRUCTURE }).first().click()
  const ticket = ticketOf(page)
  await ticket.getByRole('radio', { name: 'Take' }).click()
  const settled = ticket.getByRole('status', { name: 'Your trades' }).getByText(/Filled/)
  for (let tries = 0; tries < 5 && (await settled.count()) === 0; tries += 1) {
    await buyAtOnce(page)
    await settled
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => undefined)
  }
  await settled.first().waitFor()
  await keep(page, 'order-book-taken')
}

async function phoneScreens(browser: Browser, product: Product, maker: DemoDesk, keep: Keep): Promise<void> {
  const page = await windowOf(browser, product, maker, { size: 'phone', theme: 'dark' })
  const card = page.getByRole('button', { name: new RegExp(STRUCTURE) }).first()
  await card.waitFor()
  await keep(page, 'order-book-phone')
  await card.click()
  const sheet = page.getByRole('dialog', { name: 'Ticket' })
  await sheet.getByRole('radio', { name: 'Make' }).click()
  await sheet.getByRole('button', { name: 'Set', exact: true }).click()
  await keep(page, 'order-book-phone-ticket')
}
