import { grfqCalls, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import { type Person, sizes } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
import { areSeen, areSeenWithoutMessages, brokenTexts, ticketDrawnWith } from '../seen.ts'
import {
  bookOf,
  type BookPerson,
  buyAtOnce,
  buyFrom,
  closeTicket,
  levels,
  levelsInSight,
  marketsOf,
  namedIn,
  openMarket,
  ownLevel,
  ownLevels,
  priceOf,
  quoteBothSides,
  replaceOwn,
  showOrderBook,
  shownAs,
  sitsAtBook,
  spokenAt,
  statusOf,
} from './book-work.ts'

/** Only the two windows act here. */
const STRUCTURE = 'Put Butterfly'
/** The market in which the maker quotes again and again. */
const QUOTED = 'Call Condor'
const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let taker: BookPerson
let maker: BookPerson
/** The maker's ticket of that market. */
let ticket: Locator

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  taker = await sitsAtBook(browser, product, desks.takerTrader)
  maker = await sitsAtBook(browser, product, desks.trader)
})

describe('10.1 a market of the order book', () => {
  it('is opened by one and seen by the other at once; whoever builds it again joins it', async () => {
    await openMarket(taker.page, STRUCTURE)
    await expect.poll(() => marketsOf(maker.page).filter({ hasText: STRUCTURE }).count(), LONG).toBe(1)
    await openMarket(maker.page, STRUCTURE, 'Join')
    const name = /g_\d+/
    const [one, other] = await Promise.all([taker, maker].map(async ({ page }) => name.exec(await ticketOf(page).innerText())?.[0]))
    expect(one).toBeDefined()
    expect(other).toBe(one)
    expect(await marketsOf(maker.page).filter({ hasText: STRUCTURE }).count()).toBe(1)
  })

  it('10.2 shows both sides of a quote to everybody, marked to its own desk alone, and names nobody', async () => {
    await quoteBothSides(maker.page, '200')
    const ask = await ownLevel(maker.page, 'Ask')
    const bid = await ownLevel(maker.page, 'Bid')
    await expect.poll(() => levels(taker.page, 'Ask'), LONG).toContain(shownAs(ask))
    await expect.poll(() => levels(taker.page, 'Bid'), LONG).toContain(shownAs(bid))
    expect(await ownLevels(taker.page, 'Ask')).toEqual([])
    const tickers = product.demo.desks.map(({ ticker }) => ticker).join('|')
    expect(await bookOf(taker.page).innerText()).not.toMatch(new RegExp(`\\b(${tickers})\\b`))
    await expect.poll(() => statusOf(maker.page, STRUCTURE), LONG).toContain('Open')
  })

  it('10.7 gives a part to whoever presses it; both see it settle, and the rest goes on resting', async () => {
    const ask = await ownLevel(maker.page, 'Ask')
    await buyFrom(taker.page, shownAs(ask), '25')
    await expect.poll(() => ticketOf(taker.page).innerText(), LONG).toMatch(/Traded 25[\s\S]*Filled on DBT/)
    await expect.poll(() => statusOf(taker.page, STRUCTURE), LONG).toMatch(/\+25[\s\S]*Filled/)
    await expect.poll(() => ticketOf(maker.page).innerText(), LONG).toMatch(/Sold 25 @ [\s\S]*Filled/)
    await expect.poll(() => ownLevels(maker.page, 'Ask'), LONG).toContain(`${shownAs(ask).replace(/for .*/, 'for 175')}, yours`)
  })

  it('shows on a phone the newest trade alone and a bid below the asks, and the other trades after a press', async () => {
    const { page } = maker
    const [ask, bid] = [await ownLevel(page, 'Ask'), await ownLevel(page, 'Bid')]
    for (const left of [150, 125]) {
      await buyFrom(taker.page, shownAs(await ownLevel(page, 'Ask')), '25')
      await expect.poll(() => ownLevels(page, 'Ask'), LONG).toContain(`${shownAs(ask).replace(/for .*/, `for ${left}`)}, yours`)
    }
    await page.setViewportSize(sizes.phone)
    const sheet = page.getByRole('dialog', { name: 'Ticket' })
    const trades = sheet.getByRole('status', { name: 'Your trades' }).getByText(/^Sold 25 @/)
    await expect.poll(() => trades.count(), LONG).toBe(1)
    await expect.poll(() => areSeenWithoutMessages(page, sheet.getByRole('button', { name: bid, exact: true })), LONG).toBe(true)
    await sheet.getByRole('button', { name: /^\d earlier trades?$/ }).click()
    expect(await trades.count()).toBeGreaterThan(1)
    await sheet.getByRole('button', { name: 'Last trade only' }).click()
    expect(await trades.count()).toBe(1)
    await page.setViewportSize(sizes.desk)
    await bookOf(page).waitFor()
  })

  // Proves T 1.11, T 9.27.
  it('is used through /v1/grfq alone while the flag um_ui_ob_v1_api is off', () => {
    const [ofMaker, ofTaker] = [maker, taker].map(({ spoken }) => spokenAt('/v1/grfq', spoken))
    const expected = { elsewhere: [], sockets: 1 }
    expect(ofMaker).toEqual({ ...expected, posts: ['/pricing/', '/quotes/batch/'] })
    expect(ofTaker).toEqual({ ...expected, posts: ['/pricing/', '/rfqs/', '/rfqs/{id}/quotes/'] })
  })

  it('is found by the part one has in it: who took sees it under what they take, who quotes under what they quote', async () => {
    const chip = ({ page }: Person, name: RegExp) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name })
    const shown = ({ page }: Person) => marketsOf(page).filter({ hasText: STRUCTURE }).count()
    await chip(taker, /^I take/).click()
    await chip(maker, /^I take/).click()
    await expect.poll(() => shown(maker), LONG).toBe(0)
    expect(await shown(taker)).toBe(1)
    await chip(maker, /^I quote/).click()
    await expect.poll(() => shown(maker), LONG).toBe(1)
    for (const person of [taker, maker]) await chip(person, /^All \d/).click()
  })

  it('10.19 lets a maker say that it will not quote; the taker reads how many will not and why, until it quotes again', async () => {
    const declined = ({ page }: Person) => ticketOf(page).getByRole('region', { name: 'Decline' })
    await declined(maker).getByRole('button', { name: 'Decline' }).click()
    await maker.page.getByRole('menuitem', { name: 'At risk limit' }).click()
    await declined(maker).getByText('You declined. Quoting reverses the decline.').waitFor()
    await declined(taker).getByText('1 desk will not quote: at risk limit.').waitFor()
    await expect.poll(() => ownLevels(maker.page, 'Ask'), LONG).toEqual([])
    await quoteBothSides(maker.page, '175')
    await declined(taker).getByText('Not interested?').waitFor()
    await declined(maker).getByRole('button', { name: 'Decline' }).waitFor()
  })

  it('10.9 cancels of an IOC what it does not find, and says so before and after', async () => {
    const ask = await ownLevel(maker.page, 'Ask')
    const ticket = ticketOf(taker.page)
    await bookOf(taker.page)
      .getByRole('button', { name: shownAs(ask), exact: true })
      .click()
    await ticket.getByLabel('Quantity', { exact: true }).fill('250')
    await ticket
      .getByText(/fills only .*; .* cancelled/)
      .first()
      .waitFor()
    await ticket.getByRole('button', { name: /^Buy 250 · limit / }).hover()
    expect(await ticket.getByRole('note', { name: 'Order to be sent' }).innerText()).toMatch(
      /^(.* mark\. )?Buy 250, limit [\d.]+, immediate or cancel: .*; [\d,.]+ is cancelled; pay [\d.]+ BTC /,
    )
    await buyAtOnce(taker.page)
    await expect.poll(() => ticket.innerText(), LONG).toMatch(/Traded [\d.,]+, [\d.,]+ cancelled[\s\S]*Filled on DBT/)
    await expect.poll(() => ownLevels(maker.page, 'Ask'), LONG).toEqual([])
  })

  it('10.20 hides a quote by replacing it: the other desk’s book loses it, its own keeps it, until another replacement shows it', async () => {
    const bid = await ownLevel(maker.page, 'Bid')
    await expect.poll(() => levels(taker.page, 'Bid'), LONG).toContain(shownAs(bid))
    await replaceOwn(maker.page, bid, (hidden) => hidden.check())
    await expect.poll(() => levels(taker.page, 'Bid'), LONG).not.toContain(shownAs(bid))
    await expect.poll(() => levels(maker.page, 'Bid'), LONG).toContain(`${bid} and hidden`)
    await replaceOwn(maker.page, `${bid} and hidden`, (hidden) => hidden.uncheck())
    await expect.poll(() => levels(taker.page, 'Bid'), LONG).toContain(shownAs(bid))
  })

  it('10.12 lets a desk pull its own quote with one press, and it leaves every screen', async () => {
    const bid = await ownLevel(maker.page, 'Bid')
    await bookOf(maker.page)
      .getByRole('button', { name: `Cancel bid ${priceOf(bid)}` })
      .click()
    await expect.poll(() => ownLevels(maker.page, 'Bid'), LONG).toEqual([])
    await expect.poll(() => levels(taker.page, 'Bid'), LONG).not.toContain(shownAs(bid))
    // No quantity is resting any more and all fills have settled: COMPLETED is shown as Filled.
    await expect.poll(() => statusOf(maker.page, STRUCTURE), LONG).toContain('Filled')
  })
})

describe('the order book by keyboard alone', () => {
  it('goes through the rows with arrows, quotes with B and Enter, walks the levels, and closes with Esc', async () => {
    const { page } = maker
    await closeTicket(page)
    await marketsOf(page).filter({ hasText: STRUCTURE }).first().focus()
    await page.keyboard.press('Enter')
    await ticketOf(page).getByRole('radio', { name: 'Make' }).waitFor()
    await ticketOf(page).getByRole('radio', { name: 'Make' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('b')
    await page.keyboard.type('0.0001')
    await ticketOf(page)
      .getByText(/Bid for .* rests in the book/)
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => ownLevels(page, 'Bid'), LONG).toEqual([expect.stringMatching(/^Bid 0\.0001 for .*, yours$/)])
    await bookOf(page)
      .getByRole('button', { name: /^Bid 0\.0001 / })
      .focus()
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^(Bid|Ask) /)
    await closeTicket(page)
  })

  it('is remembered: who comes back sees the order book again, and both flows in one list with All', async () => {
    const { page } = maker
    await page.reload()
    await marketsOf(page).filter({ hasText: STRUCTURE }).first().waitFor()
    await page.getByRole('radiogroup', { name: 'Flow' }).getByRole('radio', { name: 'All' }).click()
    await page.getByRole('grid', { name: 'RFQs' }).getByText('Order book').first().waitFor()
    await showOrderBook(page)
  })
})

describe('the screens of the order book', () => {
  it('show no error in either console, and no serious axe finding', async () => {
    await marketsOf(taker.page).filter({ hasText: STRUCTURE }).first().click()
    for (const person of [taker, maker]) {
      expect(person.consoleErrors).toEqual([])
      expect(await seriousFindings(person.page)).toEqual([])
    }
  })

  it('fit a phone: cards, and a sheet to quote from', async () => {
    const phone = taker
    await closeTicket(phone.page)
    await phone.page.setViewportSize(sizes.phone)
    const card = phone.page.getByRole('button', { name: new RegExp(STRUCTURE) }).first()
    await card.waitFor()
    // The card responds to the click, and its ticket opens after that frame.
    expect(await ticketDrawnWith(card)).toBeUndefined()
    const sheet = phone.page.getByRole('dialog', { name: 'Ticket' })
    await sheet.getByRole('radio', { name: 'Make' }).click()
    await sheet.getByRole('region', { name: 'Order book' }).waitFor()
    const { width, height } = (await sheet.boundingBox())!
    expect([width, height]).toEqual([390, 844])
    const pressed = (await sheet.getByRole('button', { name: /^Quote/ }).boundingBox())!
    expect(pressed.y + pressed.height).toBeLessThanOrEqual(844)
    expect(pressed.height).toBeGreaterThanOrEqual(44)
    expect(phone.consoleErrors).toEqual([])
    expect(await seriousFindings(phone.page)).toEqual([])
  })
})

const PRICES = String.raw`[\d.−-]+ / [\d.−-]+`
const layer = () => ticket.getByRole('button', { name: /^\+ layer/ })
const own = () => ticket.getByRole('group', { name: 'Your levels' }).getByRole('button')

async function standAround(ticks: string): Promise<void> {
  await ticket.getByLabel('Spread from mid, ticks').fill(ticks)
  await ticket.getByRole('button', { name: 'Set', exact: true }).click()
}

/** The resting quotes of the desk as `BUY 0.0158`, by price. */
async function resting(): Promise<readonly string[]> {
  const { results } = await desks.maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
  return results.map(({ side, price }) => `${side} ${Number(price).toFixed(4)}`).sort()
}

/** Runs in the page: nothing covers its middle, and no list or pane has scrolled it away. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

describe('10.12 quoting again in the order book', () => {
  beforeAll(async () => {
    await desks.maker.call(protectionCalls.cancelAll, { body: {} })
    await openMarket(maker.page, QUOTED)
    ticket = ticketOf(maker.page)
    await ticket.getByRole('radio', { name: 'Make' }).click()
  })

  it('replaces what rests, and the button says what is sent', async () => {
    await expect.poll(() => layer().getAttribute('aria-disabled')).toBe('true')
    await standAround('9')
    const quote = ticket.getByRole('button', { name: new RegExp(`^Quote ${PRICES}$`) })
    const first = namedIn(await quote.innerText())
    await quote.click()
    await expect.poll(resting, LONG).toEqual(first)
    await expect.poll(() => own().count(), LONG).toBe(2)

    // Prices, sizes and options stay, and a second click sends nothing twice.
    const kept = async (name: string) => Number((await ticket.getByLabel(name).inputValue()).replaceAll(',', '')).toFixed(4)
    expect([`BUY ${await kept('Bid (BTC)')}`, `SELL ${await kept('Ask (BTC)')}`]).toEqual(first)
    const same = ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}`) })
    await expect.poll(() => same.getAttribute('aria-disabled'), LONG).toBe('true')
    expect(await same.getAttribute('title')).toMatch(/ is already live\. Change its terms to replace it\.$/)

    await ticket.getByRole('checkbox', { name: 'Post-only' }).check()
    await standAround('6')
    const replace = ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}$`) })
    const second = namedIn(await replace.innerText())
    expect(await brokenTexts(replace)).toEqual([])
    expect(second).not.toEqual(first)
    await replace.click()
    await expect.poll(resting, LONG).toEqual(second)
    expect(await ticket.getByRole('checkbox', { name: 'Post-only' }).isChecked()).toBe(true)
    await ticket.getByRole('checkbox', { name: 'Post-only' }).uncheck()
    expect(await seriousFindings(maker.page)).toEqual([])
  })

  it('adds a layer by a button of its own, and lists all that is the desk’s however deep it stands', async () => {
    const before = await resting()
    await standAround('3')
    const ready = ticket.getByRole('button', { name: new RegExp(String.raw`^\+ layer ${PRICES}$`) })
    await ready.waitFor()
    const name = (await ready.textContent())!
    await ready.click()
    const both = [...before, ...namedIn(name)].sort()
    await expect.poll(resting, LONG).toEqual(both)
    await expect.poll(() => own().count(), LONG).toBe(4)
    const labels = await own().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    expect(labels.map((label) => /, (best price|1 level behind the best)$/.exec(label)?.[1]).sort()).toEqual(['1 level behind the best', '1 level behind the best', 'best price', 'best price']) // prettier-ignore
    for (const level of await own().all()) expect(await level.isVisible()).toBe(true)
  })

  it('shows prices of both sides in a low window too, and more in a high one, with the prices of both coins above', async () => {
    const { page } = maker
    for (const [size, fewest] of [
      ['laptop', 2],
      ['desk', 3],
    ] as const) {
      await page.setViewportSize(sizes[size])
      expect(Math.min(...(await levelsInSight(page))), size).toBeGreaterThanOrEqual(fewest)
      for (const side of ['Ask', 'Bid'] as const)
        expect(await areSeen(bookOf(page).getByRole('button', { name: new RegExp(`^${side} `) })), `${side} ${size}`).toBe(true)
      // Prices that do not fit are wrapped below the edge of the header.
      const topOf = async (coin: string) =>
        (await page
          .getByRole('banner')
          .getByTitle(new RegExp(`^Deribit ${coin} index`))
          .boundingBox())!.y
      expect(await topOf('ETH'), size).toBe(await topOf('BTC'))
    }
  })

  it('10.22 leaves both sides as they stand where a limit that only the server knows refuses them, and says so', async () => {
    const administrator = await clientOf(product, desks.administrator)
    const bounds = (percent: string | null) =>
      administrator.call(protectionCalls.setDeskBounds, { body: { most_notional: null, most_deviation_percent: percent } })
    const before = await resting()
    await standAround('8')
    await bounds('0.01')
    await ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}$`) }).click()
    await ticket.getByText(/Neither side was changed\. .*rejected: .*your desk's limit of 0\.01 %/).waitFor()
    expect(await resting()).toEqual(before)
    await bounds(null)
  })

  it('says that a quote was pulled, and by whom, in place of its acceptance', async () => {
    await standAround('5')
    await ticket.getByRole('button', { name: new RegExp(`^Replace mine ${PRICES}$`) }).click()
    await ticket
      .getByText(/Bid: Accepted/)
      .first()
      .waitFor()
    await ticket.getByRole('button', { name: /^Cancel my 4 quotes$/ }).click()
    await ticket
      .getByText(/^Bid cancelled \d\d:\d\d:\d\d\.\d{3} by you, in a mass cancel$/)
      .first()
      .waitFor()
    await expect.poll(() => ticket.getByText(/Bid: Accepted/).count(), LONG).toBe(0)
  })

  it('says that a quote was dealt in place of its acceptance, replaces it no more, and shows both sides of the book below the deal', async () => {
    await standAround('2')
    await ticket.getByRole('button', { name: new RegExp(`^Quote ${PRICES}$`) }).click()
    await ticket
      .getByText(/Bid: Accepted/)
      .first()
      .waitFor()
    const { results } = await desks.maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
    const { rfq_id: id, price, quantity } = results.find(({ side }) => side === 'BUY')!
    const body = { limit_price: price, quantity, execution_side: 'SELL' } as const
    await desks.taker.call(grfqCalls.createOrder, { params: { id }, body })
    await ticket
      .getByText(/^Bid bought [\d.,]+ @ [\d.−-]+ \d\d:\d\d:\d\d\.\d{3}$/)
      .first()
      .waitFor()
    await expect.poll(() => ticket.getByText(/Bid: Accepted/).count(), LONG).toBe(0)
    // Both sides of the book at once, without scrolling the ticket.
    const books = ticket.getByRole('region', { name: 'Order book' })
    await expect.poll(() => books.getByRole('list', { name: 'Asks' }).getByRole('listitem').first().evaluate(isInSight), LONG).toBe(true)
    await expect.poll(() => books.getByText('No bids').evaluate(isInSight), LONG).toBe(true)
    await ticket.getByText(/^replaces /).waitFor()
    await ticket.getByRole('button', { name: 'Cancel my quote' }).click()
    await expect.poll(resting, LONG).toEqual([])
    await ticket.getByText(/^replaces /).waitFor({ state: 'detached' })
    expect(maker.consoleErrors).toEqual([])
  })
})
