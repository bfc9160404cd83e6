import { spreadCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { type Person, sizes } from '../browser.ts'
import { pressTwice } from '../press-twice.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
import { refuseNextBlock } from '../venue.ts'
import { cellOf, ladderOf, type Listed, listedSpread, markOf, openSpreads, orderNow, placeBy, pressCell, ticketOf } from './spread-work.ts'

let product: Product
let browser: Browser
let desks: Desks
let person: Person
let page: Page
let spread: Listed
let mark: number

const PATIENCE = { timeout: 60_000 }
/** All prices that a test uses on the centred ladder are closer to the mark than this. */
const NEAR_TICKS = 8

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  spread = await listedSpread(desks.maker)
  person = await openSpreads(browser, product, desks.takerTrader)
  page = person.page
  await cellOf(page, spread).click()
  await ticketOf(page).getByRole('heading', { name: spread.name }).waitFor()
  mark = await markOf(page, spread)
})

const rowsOfOrders = () => page.getByRole('grid', { name: 'your spread orders' }).locator('[data-row]')
const own = async () => (await desks.taker.call(spreadCalls.listOrders, { query: { state: 'OPEN' } })).results
const price = (ticks: number, from = mark): string =>
  (from + ticks * spread.tick).toLocaleString('en', { minimumFractionDigits: 1 }).replace('-', '−')
/** The current mark, in the middle of the ladder. The venue moves it while the tests run, also between the centring and the reading. */
async function centredMark(): Promise<number> {
  let now = mark
  const isInLadder = async (ticks: number): Promise<boolean> => {
    const name = new RegExp(`@ ${price(ticks, now).replaceAll('.', '\\.')}(;|$)`)
    return (await ladderOf(page).getByRole('button', { name }).count()) > 0
  }
  const centre = async (): Promise<boolean> => {
    await ladderOf(page).getByRole('button', { name: 'Recentre' }).click()
    now = await markOf(page, spread)
    return (await isInLadder(-NEAR_TICKS)) && isInLadder(NEAR_TICKS)
  }
  await expect.poll(centre, PATIENCE).toBe(true)
  return now
}
/** `100k` for one block. */
const size = (blocks: number): string => `${(blocks * spread.minimum) / 1_000}k`
const button = (name: string | RegExp) => ticketOf(page).getByRole('button', { name })

describe('listed spreads at their screen', () => {
  // Proves A 10.22, T 1.6.
  it('an order is placed, changed and taken back, and each button says what it sends', async () => {
    expect(await seriousFindings(page)).toEqual([])
    await ticketOf(page)
      .getByLabel('Price (USD)')
      .fill(String(mark - 10 * spread.tick))
    await ticketOf(page)
      .getByLabel('Amount (USD)')
      .fill(String(2 * spread.minimum))
    await pressTwice(button(`Buy ${size(2)} @ ${price(-10)}`), button(`Again: Buy ${size(2)} @ ${price(-10)}`))
    await expect.poll(() => rowsOfOrders().count(), PATIENCE).toBe(1)
    expect(await own()).toMatchObject([
      { side: 'BUY', price: `${mark - 10 * spread.tick}`, amount: 2 * spread.minimum, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
    ])

    // Its table returns with it, whichever one is shown.
    await page.getByRole('banner').getByRole('radio', { name: 'ETH', exact: true }).click()
    await ticketOf(page).getByRole('heading', { name: spread.name }).waitFor({ state: 'detached' })
    await rowsOfOrders()
      .first()
      .getByRole('button', { name: /^Edit buy/ })
      .click()
    await ticketOf(page).getByRole('heading', { name: spread.name }).waitFor()
    await ticketOf(page)
      .getByLabel('Price (USD)')
      .fill(String(mark - 8 * spread.tick))
    await pressTwice(button(`Amend buy to ${size(2)} @ ${price(-8)}`), button(`Again: Amend buy to ${size(2)} @ ${price(-8)}`))
    await expect.poll(() => rowsOfOrders().allInnerTexts(), PATIENCE).toEqual([expect.stringContaining(price(-8))])
    await ladderOf(page)
      .getByRole('button', { name: `Cancel buy ${size(2)} @ ${price(-8)}` })
      .click()
    await expect.poll(() => rowsOfOrders().count(), PATIENCE).toBe(0)
    expect(await own()).toEqual([])
  })

  // Proves T 1.6.
  it('what another desk offers is taken by one press in the ladder, and both are filled', async () => {
    const offer = await placeBy(desks.maker, spread, 'SELL', mark + 2 * spread.tick, spread.minimum)
    await ticketOf(page).getByRole('switch', { name: '1-click' }).check()
    await ticketOf(page).getByLabel('Amount (USD)').fill(String(spread.minimum))
    await pressCell(page, `Take: buy ${size(1)} @ ${price(2)}; ${size(1)} available`)
    await page
      .getByText(`Bought ${spread.minimum.toLocaleString('en')} @ ${price(2)}, filled`)
      .first()
      .waitFor()
    await expect.poll(async () => (await orderNow(desks.maker, offer)).filled_amount, PATIENCE).toBe(spread.minimum)
    await page.getByRole('tab', { name: 'Positions' }).click()
    await expect
      .poll(() => page.getByRole('grid', { name: 'your spread positions' }).locator('[data-row]').first().innerText(), PATIENCE)
      .toContain(`+${spread.minimum.toLocaleString('en')}`)
  })

  it('17.8 where the venue rejects, both orders are cancelled with what rested of them, and the words are read', async () => {
    await page.getByRole('tab', { name: /^My Orders/ }).click()
    const offer = await placeBy(desks.maker, spread, 'SELL', mark + 3 * spread.tick, 2 * spread.minimum)
    await ladderOf(page)
      .getByRole('button', { name: `Take: buy ${size(1)} @ ${price(3)}; ${size(2)} available` })
      .waitFor()
    await refuseNextBlock(product, 'not enough margin')
    await pressCell(page, `Take: buy ${size(1)} @ ${price(3)}; ${size(2)} available`)
    await page.getByText('DBT rejected the trade').first().waitFor()
    await page
      .getByText(/not enough margin/)
      .first()
      .waitFor()
    await expect.poll(async () => (await orderNow(desks.maker, offer)).state, PATIENCE).toBe('CLOSED')
    expect(await own()).toEqual([])
  })

  it('the hold that pulls all that is one’s own pulls orders of spreads too', async () => {
    await page.keyboard.press('Escape')
    const now = await centredMark()
    await pressCell(page, `Improve bid: buy ${size(1)} @ ${price(-4, now)}`)
    await expect.poll(async () => (await own()).length, PATIENCE).toBe(1)
    await page.keyboard.down('Shift')
    await page.keyboard.down('X')
    await expect.poll(own, PATIENCE).toEqual([])
    await page.keyboard.up('X')
    await page.keyboard.up('Shift')
    await expect.poll(() => rowsOfOrders().count(), PATIENCE).toBe(0)
  })

  // Proves T 2.9.
  it('what the desk has in spreads stands in the tabs of Unified Markets: an order is pulled there, trades are read, a row leads back', async () => {
    await placeBy(desks.taker, spread, 'BUY', mark - 6 * spread.tick, spread.minimum)
    await page.getByRole('navigation', { name: 'Markets and settings' }).getByRole('link', { name: 'Unified Markets' }).click()
    const rowsIn = async (tab: RegExp, list: string) => {
      await page.getByRole('tab', { name: tab }).click()
      return page.getByRole('grid', { name: list }).locator('[data-row]').filter({ hasText: spread.name })
    }
    const open = await rowsIn(/^Open Orders/, 'open orders')
    await open.getByRole('button', { name: `Cancel bid ${price(-6)}` }).click()
    await expect.poll(own, PATIENCE).toEqual([])
    await open.waitFor({ state: 'detached' })
    const past = await rowsIn(/^Order History/, 'order history')
    await past
      .filter({ hasText: /Cancelled.*by / })
      .first()
      .waitFor()
    const printed = await rowsIn(/^Trade Tape/, 'the trade tape')
    await expect.poll(() => printed.allInnerTexts(), PATIENCE).toEqual([expect.stringContaining(price(2))])
    const dealt = await rowsIn(/^Trade History/, 'your trades')
    await expect
      .poll(() => dealt.allInnerTexts(), PATIENCE)
      .toEqual(
        // Newest first: the one that the venue rejected.
        [`${price(3)}[^]*Rejected[^]*not enough margin`, `${price(2)}[^]*Filled`].map((words) => expect.stringMatching(words)),
      )
    await dealt.first().click()
    await ticketOf(page).getByRole('heading', { name: spread.name }).waitFor()
    expect(new URL(page.url()).search).toBe(`?strategy=${spread.id}`)
    await ticketOf(page).getByLabel('Amount (USD)').fill(String(spread.minimum))
  })

  // Proves T 2.9.
  it('a book that changed while the line was cut is right once it is back', async () => {
    // Market maker protection counts two fills within a second.
    await desks.maker.call(spreadCalls.resetMmp, { body: {} })
    const now = await centredMark()
    // The ladder follows the mark only while the book is empty, and then the price that this test uses could scroll out of it.
    const above = await placeBy(desks.maker, spread, 'SELL', now + 6 * spread.tick, spread.minimum)
    await ladderOf(page)
      .getByRole('button', { name: `Take: buy ${size(1)} @ ${price(6, now)}; ${size(1)} available` })
      .waitFor()
    await page.context().setOffline(true)
    await expect.poll(() => ticketOf(page).getByRole('region', { name: 'Order' }).innerText(), PATIENCE).toMatch(/Offline|[Nn]ot connected/)
    const offer = await placeBy(desks.maker, spread, 'SELL', now + 4 * spread.tick, spread.minimum)
    await page.context().setOffline(false)
    await ladderOf(page)
      .getByRole('button', { name: `Take: buy ${size(1)} @ ${price(4, now)}; ${size(1)} available` })
      .waitFor()
    await desks.maker.call(spreadCalls.cancelOrder, { params: { id: offer.id } })
    await ladderOf(page)
      .getByRole('button', { name: `Improve ask: sell ${size(1)} @ ${price(4, now)}`, exact: true })
      .waitFor()
    await desks.maker.call(spreadCalls.cancelOrder, { params: { id: above.id } })
  })

  it('11.1 fills of what rests, and protection that pulls the rest, are told on other screens too', async () => {
    await desks.taker.call(spreadCalls.resetMmp, { body: {} })
    for (const ticks of [-2, -3, -12]) await placeBy(desks.taker, spread, 'BUY', mark + ticks * spread.tick, spread.minimum)
    await page.getByRole('navigation', { name: 'Markets and settings' }).getByRole('link', { name: 'Unified Markets' }).click()
    await page.getByRole('grid', { name: 'Spreads', exact: true }).waitFor({ state: 'detached' })
    // Two of them trade in one decision, which market maker protection counts.
    await placeBy(desks.maker, spread, 'SELL', mark - 3 * spread.tick, 2 * spread.minimum)
    await page.getByText('All Future Spreads quotes canceled: MMP limit reached').first().waitFor()
    // The newest are shown as cards, and the earlier ones behind the bell.
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Messages/ })
      .click()
    for (const ticks of [-2, -3])
      await page
        .getByText(`Bought ${spread.minimum.toLocaleString('en')} @ ${price(ticks)}, filled`)
        .first()
        .waitFor()
    await page.keyboard.press('Escape')
    expect(await own()).toEqual([])
    await page.getByRole('navigation', { name: 'Markets and settings' }).getByRole('link', { name: 'Delta-1 Spreads' }).click()
    await page.getByRole('grid', { name: 'Spreads', exact: true }).waitFor()
  })

  // Proves T 4.6.
  it('no screen stands before the products are here: what keeps them is said, and they are asked for again', async () => {
    let isAway = true
    await page.route('**/v1/fs/instruments/**', (route) => (isAway ? route.abort() : route.continue()))
    await page.goto(`/fs?strategy=${spread.id}`)
    const failure = page.getByRole('alert').filter({ hasText: 'Could not load the products' })
    await failure.getByRole('button', { name: 'Try again' }).click()
    await failure.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    isAway = false
    await page.getByRole('grid', { name: 'Spreads', exact: true }).waitFor()
    await page.unroute('**/v1/fs/instruments/**')
    // The address was for one spread, however long it took.
    await ticketOf(page).getByRole('heading', { name: spread.name }).waitFor()
  })

  // Proves T 2.14.
  it('is a column of tabs on a phone, without 1-click', async () => {
    await page.setViewportSize(sizes.phone)
    await page.getByRole('tab', { name: 'All spreads' }).waitFor()
    await ladderOf(page).waitFor()
    expect(await page.getByRole('switch', { name: '1-click' }).count()).toBe(0)
  })
})
