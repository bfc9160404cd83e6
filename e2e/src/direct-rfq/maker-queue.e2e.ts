import { directRfqCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { sizes } from '../browser.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Product } from '../product.ts'
import { askMaker, type Desks, restingQuotes, sits } from '../protection/desks.ts'
import { isSeen } from '../seen.ts'
import { ticketOf } from './desk-work.ts'

const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks

let page: Page

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => void ({ page } = await sits(browser, product, desks.trader)))

const chip = (page: Page, name: RegExp): Locator => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name })
const band = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'RFQs' }).getByRole('rowgroup', { name: new RegExp(`^${name},`) })
const rowOf = (page: Page, size: string): Locator =>
  page
    .getByRole('grid', { name: 'RFQs' })
    .getByRole('row')
    .filter({ has: page.getByText(size, { exact: true }) })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected RFQs' })

/** How many rows of the queue there is room for. */
const rowsInSight = (page: Page): Promise<number> =>
  page.getByRole('grid', { name: 'RFQs' }).evaluate((grid) => {
    let pane: Element | null = grid
    while (pane !== null && !/auto|scroll/.test(getComputedStyle(pane).overflowY)) pane = pane.parentElement
    return pane!.clientHeight / grid.querySelector<HTMLElement>('[data-row]')!.offsetHeight
  })

/** The page on which a maker starts. */
async function showQueue(): Promise<void> {
  await expect.poll(() => chip(page, /^For me/).getAttribute('aria-pressed'), LONG).toBe('true')
  // Simulated desks may send RFQs too.
  await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
  await page.getByRole('grid', { name: 'RFQs' }).getByRole('columnheader', { name: 'Vol vs mark' }).waitFor(LONG)
}

/** Clicks, and returns the button's text at that moment, because prices follow the mark. */
const pressed = (button: Locator): Promise<string> =>
  button.evaluate((element: HTMLElement) => {
    const name = element.getAttribute('aria-label') ?? element.innerText
    element.click()
    return name
  })

/** `Quote Bid 25 @ 0.0404, Ask 25 @ 0.0424` as the server lists it. */
const ordersIn = (words: string): readonly string[] =>
  [...words.matchAll(/(Bid|Ask) ([\d.,]+) @ ([\d.−-]+)/g)]
    .map(
      ([, side, quantity, price]) =>
        `${side === 'Bid' ? 'BUY' : 'SELL'} ${Number(quantity!.replace(/,/g, ''))} @ ${Number(price!.replace('−', '-'))}`,
    )
    .sort()

/** An RFQ whose taker discloses that it buys (rulebook 4.14): shown in the row and in the ticket, and quoted on the other side from both. */
async function quotesOneSide(page: Page): Promise<void> {
  const asked = await askMaker(desks, '27', 'BTC', { taker_side: 'BUY' })
  await chip(page, /^For me/).click()
  await expect
    .poll(() => rowOf(page, '27').allInnerTexts(), LONG)
    .toEqual([expect.stringMatching(/New\s+AMBR\s+buys\s+(?:—|\d+ %)?\s*BTC Call Spread/)])
  const quote = rowOf(page, '27').getByRole('button', { name: /^Quote / })
  await page.setViewportSize(sizes.laptop)
  await expect.poll(() => isSeen(quote), LONG).toBe(true)
  await page.setViewportSize(sizes.desk)
  await quote.click()
  await expect.poll(() => quote.getAttribute('aria-label'), LONG).toMatch(/^Quote Ask 27 @ [\d.]+$/)
  const sent = ordersIn(await pressed(quote))
  await expect.poll(() => restingQuotes(desks, asked), LONG).toEqual(sent)
  await rowOf(page, '27').click()
  const ticket = ticketOf(page)
  await ticket.getByText('AMBR buys').waitFor()
  await ticket.getByText('The taker buys: your bid is not needed.').waitFor()
  expect([await ticket.getByLabel(/^Bid \(/).count(), await ticket.getByLabel(/^Ask \(/).count()]).toEqual([0, 1])
  await ticket.getByRole('button', { name: /^Replace quote — \/ / }).waitFor(LONG)
  const { results } = await desks.maker.call(directRfqCalls.listOrders, { query: { rfq_id: asked.id, state: 'OPEN' } })
  const body = { rfq_id: asked.id, side: 'BUY', quantity: '27', legs: results[0]!.legs } as const
  await expect(desks.maker.call(directRfqCalls.createOrder, { body })).rejects.toThrow('The taker buys: only asks are accepted.')
  await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: asked.id } })
}

describe('5.15 the maker’s queue', () => {
  // Proves T 1.4.
  it('groups its RFQs by what they need, sends from a row what the row shows, and cancels it there', async () => {
    const [first, second] = [await askMaker(desks, '26'), await askMaker(desks, '275', 'ETH')]
    await showQueue()
    await expect
      .poll(() => band(page, 'New').getByRole('row').allInnerTexts(), LONG)
      .toEqual([
        expect.stringMatching(/New\s+AMBR\s+2-way\s+(?:—|\d+ %)?\s*BTC Call Spread[\s\S]*26/),
        expect.stringMatching(/New\s+AMBR\s+2-way\s+(?:—|\d+ %)?\s*ETH Call Spread[\s\S]*275/),
      ])
    expect(await seriousFindings(page)).toEqual([])
    const quote = rowOf(page, '26').getByRole('button', { name: /^Quote / })
    await quote.click()
    await expect.poll(() => quote.getAttribute('aria-label'), LONG).toMatch(/^Quote Bid 26 @ [\d.]+, Ask 26 @ [\d.]+$/)
    expect(await restingQuotes(desks, first)).toEqual([])
    const sent = ordersIn(await pressed(quote))
    await expect.poll(() => restingQuotes(desks, first), LONG).toEqual(sent)
    await page.mouse.move(0, 0)
    await page.getByLabel('Filter, or paste an RFQ').focus()
    await band(page, 'Quoted')
      .getByRole('row')
      .filter({ hasText: 'BTC Call Spread' })
      .or(band(page, 'Stale').getByRole('row'))
      .first()
      .waitFor(LONG)
    expect(await band(page, 'New').getByRole('row').count()).toBe(1)
    await rowOf(page, '26')
      .getByRole('button', { name: /^Cancel / })
      .click()
    await expect.poll(() => restingQuotes(desks, first), LONG).toEqual([])
    await page.mouse.move(0, 0)
    await expect.poll(() => band(page, 'New').getByRole('row').count(), LONG).toBe(2)
    // 8.14: it was cancelled and requested again, not merely never quoted.
    await expect.poll(() => rowOf(page, '26').innerText(), LONG).toMatch(/Cancelled\s+by you/)
    // A screen that is opened later did not see the cancellation, and still shows it.
    await page.reload()
    await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
    await expect.poll(() => rowOf(page, '26').allInnerTexts(), LONG).toEqual([expect.stringMatching(/Cancelled\s+by \w+ \w+/)])
    await desks.maker.call(directRfqCalls.declineRfq, { params: { id: second.id }, body: { reason: 'RISK' } })
    await chip(page, /^Declined ?1$/).click()
    await expect
      .poll(() => band(page, 'Not quoting').getByRole('row').allInnerTexts(), LONG)
      .toEqual([expect.stringMatching(/Declined\s+AMBR\s+2-way\s+(?:—|\d+ %)?\s*ETH/)])
    for (const { id } of [first, second]) await desks.taker.call(directRfqCalls.cancelRfq, { params: { id } })
    await quotesOneSide(page)
  })

  it('selects several with the space bar, sends all of them with Ctrl+Enter, and names those it does not send', async () => {
    const asked = [await askMaker(desks, '31'), await askMaker(desks, '310', 'ETH')]
    // Under a resting pointer, rows keep their places and bands, so that a closed RFQ would be the first of New.
    await page.mouse.move(0, 0)
    const rows = band(page, 'New').getByRole('row')
    await expect.poll(() => rows.allInnerTexts(), LONG).toEqual([expect.stringMatching(/\s31\s/), expect.stringMatching(/\s310\s/)])
    await rows.nth(0).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await bar(page).getByText('2 selected').waitFor()
    await bar(page).getByText('all 2 within the 10 % guard').waitFor(LONG)
    await bar(page).getByLabel('Width, vol each side').fill('1,5')
    await bar(page)
      .getByText(/2 not sent · BTC Call Spread .*, ETH Call Spread .*: enter a valid width/)
      .waitFor()
    expect(
      await bar(page)
        .getByRole('button', { name: /^Quote 0/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    await bar(page).getByLabel('Width, vol each side').fill('1.5')
    const send = bar(page).getByRole('button', { name: /^Quote 2/ })
    await bar(page).getByText('all 2 within the 10 % guard').waitFor(LONG)
    await expect.poll(() => send.getAttribute('aria-disabled'), LONG).toBeNull()
    await page.keyboard.press('Control+Enter')
    const outcomes = bar(page).getByRole('list', { name: 'Outcomes' }).getByRole('listitem')
    await expect.poll(() => outcomes.filter({ hasText: /accepted, .* accepted/ }).count(), LONG).toBe(2)
    const said = await outcomes.allInnerTexts()
    for (const [currency, rfq] of [
      ['BTC', asked[0]!],
      ['ETH', asked[1]!],
    ] as const)
      expect(ordersIn(said.find((line) => line.includes(`${currency} Call Spread`))!)).toEqual(await restingQuotes(desks, rfq))
    expect(await seriousFindings(page, 'colour-blind')).toEqual([])
    await rowOf(page, '31').click()
    await ticketOf(page)
      .getByRole('button', { name: /^Replace quote/ })
      .waitFor(LONG)
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(13)
  })
})
