import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { operator } from '../account/operator.ts'
import type { Person } from '../browser.ts'
import { buildRfq, lift, quoteTighter, rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Product } from '../product.ts'
import type { Desks } from '../protection/desks.ts'
import { refuseNextBlock } from '../venue.ts'
import {
  bookOf,
  type BookPerson,
  buyFrom,
  levels,
  marketsOf,
  openMarket,
  ownLevel,
  ownLevels,
  quoteBothSides,
  shownAs,
  sitsAtBook,
  spokenAt,
  statusOf,
} from './book-work.ts'

const STRUCTURE = 'Put Butterfly'
const WORDS = 'not_enough_funds'
const OTHER_WORDS = 'position_limit_exceeded'
const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let taker: BookPerson
let maker: BookPerson

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')

beforeAll(async () => {
  await operator(product, 'set-flag', '--name', 'um_ui_ob_v1_api', '--value', 'on')
  taker = await sitsAtBook(browser, product, desks.takerTrader)
  maker = await sitsAtBook(browser, product, desks.trader)
})

/** The message that appears everywhere, with the venue's own reason in it. */
async function reads({ page }: Person, words: string): Promise<void> {
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect.poll(() => notices.innerText(), LONG).toMatch(new RegExp(`DBT rejected the trade[\\s\\S]*${words}`))
}

/** The history of trades, once the refused one is in it. */
async function tradeHistory({ page }: Person): Promise<string> {
  await page.getByRole('tab', { name: /^Trade History/ }).click()
  await page.getByRole('tabpanel').getByText(WORDS).first().waitFor(LONG)
  return page.getByRole('tabpanel').innerText()
}

describe('7.3 a venue that refuses a block of the order book', () => {
  it('is heard in its own words by both sides: in the ticket, in a message, and where the order was pressed', async () => {
    await openMarket(maker.page, STRUCTURE)
    await quoteBothSides(maker.page, '200')
    const ask = await ownLevel(maker.page, 'Ask')
    await marketsOf(taker.page).filter({ hasText: STRUCTURE }).first().click()
    await expect.poll(() => levels(taker.page, 'Ask'), LONG).toContain(shownAs(ask))
    await refuseNextBlock(product, WORDS)
    await buyFrom(taker.page, shownAs(ask), '25')
    await ticketOf(taker.page)
      .getByText(new RegExp(`DBT: “[^”]*${WORDS}`))
      .first()
      .waitFor(LONG)
    for (const person of [taker, maker]) {
      const deals = ticketOf(person.page).getByRole('status', { name: 'Your trades' })
      await expect
        .poll(() => deals.innerText(), LONG)
        .toMatch(new RegExp(`Rejected by DBT “[^”]*${WORDS}[\\s\\S]*(Buy|Sell) 25 @ [\\s\\S]*Not traded`))
      await reads(person, WORDS)
    }
  })

  it('costs that part of the quote and nothing else: the rest goes on resting, and the next press deals', async () => {
    await expect.poll(() => ownLevels(maker.page, 'Ask'), LONG).toEqual([expect.stringMatching(/ for 175, yours$/)])
    const left = await ownLevel(maker.page, 'Ask')
    expect(await statusOf(taker.page, STRUCTURE)).not.toContain('+25')
    await buyFrom(taker.page, shownAs(left), '25')
    await expect.poll(() => ticketOf(taker.page).innerText(), LONG).toMatch(/Traded 25[\s\S]*Filled on DBT/)
    await expect.poll(() => statusOf(taker.page, STRUCTURE), LONG).toContain('+25')
    await expect.poll(() => bookOf(maker.page).innerText(), LONG).toContain('150')
  })

  // Proves T 1.11, T 4.7, T 9.27.
  it('is used through /v1/ob alone while the flag um_ui_ob_v1_api is on', () => {
    const [ofMaker, ofTaker] = [maker, taker].map(({ spoken }) => spokenAt('/v1/ob', spoken))
    const expected = { elsewhere: [], sockets: 1 }
    expect(ofMaker).toEqual({ ...expected, posts: ['/pricing/', '/quotes/batch/', '/rfqs/'] })
    expect(ofTaker).toEqual({ ...expected, posts: ['/pricing/', '/rfqs/{id}/quotes/'] })
  })

  it('stands in the history of both, with its words', async () => {
    for (const person of [taker, maker]) expect(await tradeHistory(person)).toMatch(/Put Butterfly/)
  })
})

describe('7.3 a venue that refuses a block of an RFQ', () => {
  it('is heard in its own words by both sides, and the RFQ is still open', async () => {
    for (const { page } of [taker, maker])
      await page.getByRole('radiogroup', { name: 'Flow' }).getByRole('radio', { name: 'Direct' }).click()
    await maker.page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /^All/ }).click()
    await buildRfq(taker.page, { quantity: '25', label: 'refused by the venue', makers: [desks.makerDesk.ticker] })
    await expect.poll(() => rowsOf(maker.page).nth(1).innerText(), LONG).toMatch(/25\s[\s\S]*New/)
    await quoteTighter(maker.page)
    await ticketOf(taker.page).getByRole('button', { name: /^Ask / }).first().waitFor(LONG)
    await refuseNextBlock(product, OTHER_WORDS)
    await lift(taker.page, desks.makerDesk.ticker)
    for (const person of [taker, maker]) {
      const standing = ticketOf(person.page).getByRole('status', { name: 'RFQ status' })
      await expect
        .poll(() => standing.innerText(), LONG)
        .toMatch(new RegExp(`Rejected by DBT “${OTHER_WORDS}.*Nothing was traded; the RFQ is still open\\.[\\s\\S]*Not traded`))
      await reads(person, OTHER_WORDS)
    }
  })

  it('causes no error in either console', () => {
    expect([taker, maker].map(({ consoleErrors }) => consoleErrors)).toEqual([[], []])
  })
})
