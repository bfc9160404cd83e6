/** `npm run screenshots [-- group …]`: opens the product as its users see it and writes the pictures to docs/screens/. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { accessScreens } from './access-screens.ts'
import { dashboardScreens } from './desk-screens.ts'
import { settingsScreens } from './settings-screens.ts'
import { openBrowser, openWindow, signIn, type sizes } from '../browser.ts'
import { buildRfq, quoteTighter, rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { operatorScreens } from './operator-screens.ts'
import { orderBookScreens } from './order-book-screens.ts'
import { leaderboardScreens } from './leaderboard-screens.ts'
import { protectionScreens } from './protection-screens.ts'
import { endingOnFailure, newDataDir, removeDataDir, startProduct, type DemoDesk, type DemoUser, type Product } from '../product.ts'
import { pressNewRfq } from '../press-new-rfq.ts'
import { auctionScreens } from './auction-screens.ts'
import { perpetualScreens } from './perpetual-screens.ts'
import { spreadScreens } from './spread-screens.ts'
import { venueScreens } from './venue-screens.ts'
import { firstMinutes } from './first-minutes.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/screens/', import.meta.url))
type Size = keyof typeof sizes
type Theme = 'dark' | 'light' | 'colour-blind'

const traderOf = (product: Product, desk: DemoDesk): DemoUser =>
  product.demo.users.find((one) => one.desk === desk.ticker && one.role === 'trader')!

async function windowOf(browser: Browser, product: Product, desk: DemoDesk, size: Size, theme: Theme): Promise<Page> {
  const person = await openWindow(browser, product.baseUrl, size)
  await person.page.goto('/')
  await person.page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
  await signIn(person, traderOf(product, desk))
  return person.page
}

const requests = [
  ['Call Butterfly', '75'],
  ['Straddle', '40'],
  ['Risk Reversal (Call)', '120'],
  ['Put', '50'],
  ['Call Calendar', '60'],
  ['Call Spread', '250'],
] as const

/** A picture of a part shows its upper end only, so that it fits into a page of text. */
const PART_PX = 664

async function keep(page: Page, name: string, part?: Locator): Promise<void> {
  // Messages are temporary; a picture shows the screen behind them.
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  // One may disappear on its own before that.
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined)
  await page.mouse.move(0, 0)
  await page.waitForTimeout(700)
  const box = await part?.boundingBox()
  await page.screenshot({ path: `${FOLDER}${name}.png`, ...(box ? { clip: { ...box, height: Math.min(box.height, PART_PX) } } : {}) })
  console.log(`docs/screens/${name}.png`)
}

async function takersScreens(browser: Browser, product: Product, taker: DemoDesk, makers: readonly string[]): Promise<void> {
  const page = await windowOf(browser, product, taker, 'desk', 'dark')
  await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
  await builder.getByLabel('Quantity (BTC)').fill('250')
  await builder.getByLabel('Automatic delta hedge').check()
  await keep(page, 'rfq-builder')
  await page.keyboard.press('Escape')
  for (const [structure, quantity] of requests) await buildRfq(page, { structure, quantity, label: 'screens', makers })
  await ticketOf(page).getByRole('button', { name: /^Ask / }).nth(3).waitFor()
  await keep(page, 'unified-markets')
  for (const [name, size, theme] of [
    ['laptop', 'laptop', 'dark'],
    ['light-theme', 'desk', 'light'],
    ['colour-blind', 'desk', 'colour-blind'],
  ] as const) {
    const other = await windowOf(browser, product, taker, size, theme)
    await rowsOf(other).nth(1).click()
    await ticketOf(other).getByRole('button', { name: /^Ask / }).first().waitFor()
    await keep(other, name)
    await other.context().close()
  }
  await page.context().close()
}

async function phoneScreens(browser: Browser, product: Product, taker: DemoDesk): Promise<void> {
  const page = await windowOf(browser, product, taker, 'phone', 'dark')
  const card = page.getByRole('button', { name: /Call Spread/ }).first()
  await card.waitFor()
  await keep(page, 'phone')
  await card.click()
  await page.getByRole('dialog', { name: 'Ticket' }).getByRole('button', { name: /^Ask / }).first().waitFor()
  await keep(page, 'phone-ticket')
}

async function makersScreens(browser: Browser, product: Product, maker: DemoDesk, taker: DemoDesk): Promise<void> {
  const page = await windowOf(browser, product, maker, 'desk', 'dark')
  // Simulated takers send RFQs as well. The maker quotes what it can, and then everything is marked as seen again.
  const filter = page.getByLabel('Filter, or paste an RFQ')
  await filter.fill(taker.ticker)
  await quoteTighter(page)
  await filter.fill('')
  await keep(page, 'maker-quote')
}

async function marketScreens(browser: Browser, product: Product): Promise<void> {
  const [taker, maker] = product.demo.desks.filter((desk) => !desk.simulated) as [DemoDesk, DemoDesk]
  await takersScreens(browser, product, taker, [maker.ticker, 'ORRY', 'KEST', 'HLYD', 'MRDN'])
  await makersScreens(browser, product, maker, taker)
  await phoneScreens(browser, product, taker)
}

/** In this order; without a name, all of them. */
const groups: Readonly<Record<string, (browser: Browser, product: Product) => Promise<void>>> = {
  // Before much has traded: its past days and today's first trades would otherwise share a row.
  leaderboard: (browser, product) => leaderboardScreens(browser, product, keep),
  'first-minutes': (browser, product) => firstMinutes(browser, product, keep),
  access: (browser, product) => accessScreens(browser, product, keep),
  settings: (browser, product) => settingsScreens(browser, product, keep),
  markets: marketScreens,
  protection: (browser, product) => protectionScreens(browser, product, keep),
  dashboard: (browser, product) => dashboardScreens(browser, product, keep),
  'order-book': (browser, product) => orderBookScreens(browser, product, keep),
  venues: (browser, product) => venueScreens(browser, product, keep),
  spreads: (browser, product) => spreadScreens(browser, product, keep),
  perpetuals: (browser, product) => perpetualScreens(browser, product, keep),
  auctions: (browser, product) => auctionScreens(browser, product, keep),
  // It suspends a user and makes announcements, which the other pictures would show.
  operator: (browser, product) => operatorScreens(browser, product, keep),
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  mkdirSync(FOLDER, { recursive: true })
  const dataDir = newDataDir()
  const product = await startProduct({ dataDir, flags: ['--seed', '7', '--scenario', 'busy'] })
  const browser = await endingOnFailure(product.stop, openBrowser)
  try {
    for (const [name, look] of Object.entries(groups)) if (asked.length === 0 || asked.includes(name)) await look(browser, product)
  } finally {
    await browser.close()
    await product.stop()
    removeDataDir(dataDir)
  }
}

await main()
