/** The first ten minutes as README describes them, step by step: for their test and their pictures. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bidOf } from '../auctions/auction-work.ts'
import { rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'
import { pressTwice, pressUntil } from '../press-twice.ts'
import { ladderOf } from '../spreads/spread-work.ts'

/** The ticker of the desk that makes markets. */
const MAKER = 'LIND'
const QUANTITY = '25'

export async function signInByCard(page: Page, card: 'Trade as Amber Road' | 'Make markets as Linden'): Promise<void> {
  await page.goto('/')
  await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: card }).click()
  await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
}

/** A call spread with the strikes and the makers that the builder suggests. */
export async function sendFirstRfq(taker: Page): Promise<void> {
  await pressNewRfq(taker)
  const builder = taker.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
  await builder.getByLabel('Quantity (BTC)').fill(QUANTITY)
  await builder
    .getByRole('button', { name: /^Send RFQ to/ })
    .and(taker.locator(':not([aria-disabled])'))
    .waitFor()
  await taker.keyboard.press('Control+Enter')
  await builder.waitFor({ state: 'detached' })
}

/** Tighter than the simulated makers quote. */
export async function openForQuote(maker: Page, taker: string): Promise<void> {
  await rowsOf(maker).filter({ hasText: taker }).first().click()
  const quote = ticketOf(maker).getByRole('region', { name: 'Quote' })
  await quote.getByRole('button', { name: /^Quote \d/ }).waitFor()
  await quote.getByLabel('Width').fill('0.2')
}

export const askOfMaker = (taker: Page) => ticketOf(taker).getByRole('button', { name: new RegExp(`^Ask .* by ${MAKER}$`) })

/** Waits until its taker sees the ask. */
export const sendFirstQuote = (maker: Page, taker: Page): Promise<void> =>
  pressUntil({ click: () => maker.keyboard.press('Control+Enter') }, askOfMaker(taker))

export async function buyFromMaker(taker: Page): Promise<void> {
  await askOfMaker(taker).click()
  const again = ticketOf(taker).getByRole('button', { name: /^Again: Buy / })
  const press = () => taker.keyboard.press('b')
  await pressTwice({ click: press }, { click: (options) => again.waitFor(options).then(press) })
}

const openMarket = (page: Page, name: 'Delta-1 Spreads' | 'Defi Auctions'): Promise<void> =>
  page.getByRole('navigation', { name: 'Markets and settings' }).getByRole('link', { name }).click()

/** The lowest price of the ladder is below the best bid, so the order rests. */
export async function placeFirstSpreadOrder(taker: Page): Promise<void> {
  await openMarket(taker, 'Delta-1 Spreads')
  await taker.locator('[data-strategy]').first().click()
  const price = ladderOf(taker)
    .getByRole('button', { name: /^Use price \S+ to buy$/ })
    .last()
  // A level that has just changed ignores clicks (rulebook 21.11).
  await expect.poll(async () => (await price.click(), taker.getByLabel(/^Price \(/).inputValue())).not.toBe('')
  const button = (name: RegExp) => ticketOf(taker).getByRole('button', { name })
  await pressTwice(button(/^Buy .* @ /), button(/^Again: Buy .* @ /))
}

/** In the live auction that closes last, at its reserve. */
export async function bidFirst(taker: Page): Promise<void> {
  await openMarket(taker, 'Defi Auctions')
  await taker.getByRole('button', { name: /^Live/ }).click()
  await taker.getByRole('grid', { name: 'Auctions' }).locator('[data-row]').last().click()
  const reserve = await bidOf(taker)
    .getByText(/^Reserve /)
    .innerText()
  await bidOf(taker)
    .getByLabel(/^My bid/)
    .fill(/^Reserve ([\d.]+)/.exec(reserve)![1]!)
  await bidOf(taker).getByRole('button', { name: 'Review bid' }).click()
  await bidOf(taker).getByRole('button', { name: 'Sign and bid' }).click()
  await bidOf(taker).getByText('Sent, sealed until the auction closes').waitFor()
}
