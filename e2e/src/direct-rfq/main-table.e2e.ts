import { directRfqCalls, type GroupRfqView, obCalls, type RfqView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { operator } from '../account/operator.ts'
import { type Person, sizes } from '../browser.ts'
import { bookOf } from '../group-rfq/book-work.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Product } from '../product.ts'
import { sits, type Desks } from '../protection/desks.ts'
import { markOf, openMarketOf, quoteAround } from '../protection/maker-bot.ts'
import { isSeen } from '../seen.ts'
import { pickCallSpread } from '../structures.ts'
import { sendQuote, ticketOf } from './desk-work.ts'

const LONG = { timeout: 60_000 }
const RULE = 'Best price first, then time priority.'

let product: Product
let browser: Browser
let desks: Desks
let taker: Person
let maker: Person
/** An RFQ of the taking desk to every maker. */
let rfq: RfqView
/** Both desks quote in it. */
let market: GroupRfqView

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')

beforeAll(async () => {
  const { legs } = await pickCallSpread(desks.taker, 'BTC')
  const { results } = await desks.taker.call(directRfqCalls.listCounterparties, { query: { group: 'LP' } })
  const body = { venue: 'DBT', quantity: '25', counterparties: results.map(({ desk_name }) => desk_name), label: 'whole list' }
  rfq = await desks.taker.call(directRfqCalls.createRfq, { body: { ...body, legs } })
  await desks.taker.call(directRfqCalls.createRfq, { body: { ...body, label: 'one leg', legs: [(await pickCallSpread(desks.taker, 'ETH')).legs[0]!], quantity: '250' } }) // prettier-ignore
  market = await openMarketOf(desks.maker, 'BTC')
  // The venue's marks keep moving, and the ranks of both desks depend on one of them.
  const mark = await markOf(desks.maker, market)
  await quoteAround(desks.maker, market, [-3, 3], { mark })
  await quoteAround(desks.taker, market, [3, 4], { mark })
  taker = await sits(browser, product, desks.takerTrader)
  maker = await sits(browser, product, desks.trader)
})

const flow = (page: Page, name: 'All' | 'Direct' | 'Order book') =>
  page.getByRole('radiogroup', { name: 'Flow' }).getByRole('radio', { name, exact: true }).click()
const rows = (page: Page): Locator => page.getByRole('grid').first().getByRole('row')
/** Uses Enter to open the command that Ctrl+K finds by this text. */
async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command, an RFQ or a market' }).fill(words)
  // A user who has just signed in may be faster than the first list.
  await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}

/** Two keys in one frame: the selected row after the first, and the ticket after each. */
async function pressDownAndShift(): Promise<{ readonly row: string; readonly drawnFirst: string; readonly pressed: string }> {
  const press = async (key: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    // A change is drawn when the click is processed, before the next frame.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const ticket = () => /r_(\w{4})/.exec(document.querySelector<HTMLElement>('[data-ticket]')!.innerText)![1]!
  await press('ArrowDown')
  const row = document.querySelector<HTMLElement>('[role="row"][aria-selected="true"]')!.dataset['row']!.slice(-4)
  const drawnFirst = ticket()
  await press('Shift')
  return { row, drawnFirst, pressed: ticket() }
}

/** A side as shown on the screen, best first: `1 Ask 0.04 for 25 by KEST`. */
const shown = (list: Locator): Promise<string[]> =>
  list.getByRole('listitem').evaluateAll((lines) =>
    lines.map((line) => {
      const name = line.querySelector('button[aria-label^="Ask "], button[aria-label^="Bid "]')?.getAttribute('aria-label')
      const rank = line.querySelector('[title^="Rank "]')?.textContent.replace(/\D/g, '')
      return `${rank ?? '-'} ${name}`
    }),
  )

describe('5.9 the whole list of quotes, with the rank of each and the rule', () => {
  it("is shown to the taker in the server's ranking", async () => {
    await goTo(taker.page, rfq.id)
    const quotes = ticketOf(taker.page).getByRole('region', { name: 'Quotes' })
    await quotes.getByRole('button', { name: 'Show the quotes by price' }).click()
    await quotes.getByText(RULE, { exact: true }).waitFor(LONG)
    await expect.poll(() => quotes.getByRole('button', { name: /^Ask / }).count(), LONG).toBeGreaterThan(4)
    // Makers keep moving their quotes, so both are read again until nothing has changed in between.
    await expect
      .poll(async () => {
        const { asks, bids } = await desks.taker.call(directRfqCalls.getRfqOrders, { params: { id: rfq.id } })
        const lineOf = (word: string) => (one: (typeof asks)[number]) =>
          `${one.rank} ${word} ${one.price} for ${one.quantity} by ${one.desk_name}`
        const server = [asks.map(lineOf('Ask')), bids.map(lineOf('Bid'))]
        const screen = [await shown(quotes.getByRole('list', { name: 'Asks' })), await shown(quotes.getByRole('list', { name: 'Bids' }))]
        return JSON.stringify(server) === JSON.stringify(screen) ? 'the same' : JSON.stringify({ server, screen })
      }, LONG)
      .toBe('the same')
  })

  it('is hidden from a maker, who sees its own quotes without a rank, and the reason', async () => {
    await goTo(maker.page, rfq.id)
    const ticket = ticketOf(maker.page)
    await sendQuote(ticket)
    await ticket.getByText('Other makers’ quotes and your rank are hidden from you').waitFor(LONG)
    expect(await ticket.getByTitle(/^Rank /).count()).toBe(0)
  })

  it('10.6 10.12 is public in the order book; a quote that grows moves behind those at its price', async () => {
    await goTo(maker.page, `g_${market.id}`)
    const asks = bookOf(maker.page).getByRole('list', { name: 'Asks' })
    const ranks = async () => (await shown(asks)).map((line) => line.replace(/ Ask .* for .*?(, yours)?$/, '$1'))
    await bookOf(maker.page).getByText(RULE, { exact: true }).waitFor(LONG)
    await expect.poll(ranks, LONG).toEqual(['1, yours', '2', '3'])
    const { results } = await desks.maker.call(obCalls.listQuotes, { query: { rfq_id: market.id, side: 'SELL', status: 'OPEN' } })
    const { id, legs, remaining_quantity: rests } = results[0]!
    const body = {
      side: 'SELL' as const,
      quantity: String(Number(rests) + 1),
      legs: legs.map(({ instrument_id, price }) => ({ instrument_id, price })),
    }
    await desks.maker.call(obCalls.replaceQuote, { params: { id: market.id, quote_id: id }, body })
    await expect.poll(ranks, LONG).toEqual(['1', '2, yours', '3'])
    const book = await desks.maker.call(obCalls.getRfqQuotes, { params: { id: market.id } })
    expect(book.asks.map(({ rank, is_own: isOwn }) => `${rank}${isOwn === true ? ', yours' : ''}`)).toEqual(['1', '2, yours', '3'])
  })
})

describe('the table of both flows', () => {
  const chip = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name })
  const choose = async (page: Page, menu: RegExp, what: string) => {
    await chip(page, menu).click()
    await page.getByRole('menuitemcheckbox', { name: what, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  const texts = async (page: Page) => (await rows(page).allInnerTexts()).slice(1).map((text) => text.replace(/\s+/g, ' '))

  // Proves T 1.5, T 3.73.
  it('is filtered by flow, role, strategy and product, each with one click', async () => {
    const { page } = taker
    const all = async (what: RegExp) =>
      expect.poll(async () => [...new Set((await texts(page)).map((text) => what.test(text)))], LONG).toEqual([true])
    const flows = async () => new Set((await texts(page)).map((text) => /Direct|Order book/.exec(text)?.[0]))
    await flow(page, 'All')
    await expect.poll(flows, LONG).toEqual(new Set(['Direct', 'Order book']))
    // In a smaller window, redundant columns are hidden before the column with the taker.
    await page.setViewportSize(sizes.laptop)
    const last = page.getByRole('grid', { name: 'RFQs' }).getByRole('columnheader', { name: 'Left' })
    await page.getByRole('columnheader', { name: 'Counterparty' }).waitFor()
    await expect.poll(() => isSeen(last)).toBe(true)
    await expect.poll(flows, LONG).toEqual(new Set([undefined, 'Order book']))
    await page.setViewportSize(sizes.desk)
    await flow(page, 'Direct')
    await expect.poll(() => texts(page), LONG).toEqual([expect.stringContaining('ETH Call'), expect.stringContaining('BTC Call Spread')])
    await flow(page, 'Order book')
    await page.getByRole('grid', { name: 'Markets' }).getByText('Call Spread').first().waitFor()
    await flow(page, 'All')
    await chip(page, /^For me/).click()
    await all(/Order book .* Maker/)
    await page.getByLabel('Filter, or paste an RFQ').fill('no such request')
    await page.getByRole('button', { name: 'Clear filter' }).click()
    await expect.poll(() => chip(page, /^All/).getAttribute('aria-pressed')).toBe('true')
    await chip(page, /^I take/).click()
    await all(/Direct .* Taker/)
    await chip(page, /^All/).click()
    await choose(page, /^Strategies/, 'Call')
    await all(/ Call \d/)
    await page.getByRole('grid').getByText('Direct').first().waitFor()
    await chip(page, /^Strategies/).click()
    await page.getByRole('menuitem', { name: 'All strategies' }).click()
    await choose(page, /^Products/, 'ETH options')
    await all(/ ETH /)
    // Choices survive a reload.
    await page.getByLabel('Filter, or paste an RFQ').fill('call')
    await page.reload()
    await expect.poll(() => page.getByLabel('Filter, or paste an RFQ').inputValue(), LONG).toBe('call')
    await all(/ ETH /)
    await page.getByLabel('Filter, or paste an RFQ').fill('')
    await chip(page, /^Products/).click()
    await page.getByRole('menuitem', { name: 'All products' }).click()
    await page.getByRole('grid').getByText('BTC', { exact: true }).first().waitFor()
  })

  // Proves T 1.16.
  it('works by keyboard alone: commands, the filter, rows, pins, the ticket, and back', async () => {
    const { page } = taker
    await goTo(page, 'show direct RFQs')
    await page.keyboard.press('/')
    await page.keyboard.type('no such request')
    await expect.poll(() => texts(page), LONG).toHaveLength(0)
    // An empty table has no row to go to, and the lists below it are not part of it.
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.getByLabel('Filter, or paste an RFQ').fill('')
    await page.keyboard.type('whole list')
    await expect.poll(() => texts(page), LONG).toHaveLength(1)
    await page.keyboard.press('Enter')
    await ticketOf(page).getByRole('heading', { name: 'Call Spread' }).waitFor()
    await page.keyboard.press('Escape')
    await rows(page).nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('p')
    await expect
      .poll(
        () =>
          rows(page)
            .getByRole('button', { name: /^Pinned/, includeHidden: true })
            .count(),
        LONG,
      )
      .toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-ticket]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    // A row is drawn before its ticket is built. The next key or click applies to the ticket of that row.
    await page.getByLabel('Filter, or paste an RFQ').fill('')
    await expect.poll(() => texts(page), LONG).toHaveLength(2)
    await rows(page).nth(1).click()
    const idOf = (row: number) =>
      rows(page)
        .nth(row)
        .evaluate((element) => element.dataset['row']!.slice(-4))
    await ticketOf(page)
      .getByText(`r_${await idOf(1)}`)
      .waitFor()
    expect(await page.evaluate(pressDownAndShift)).toEqual({ row: await idOf(2), drawnFirst: await idOf(1), pressed: await idOf(2) })
    await page.keyboard.press('Escape')
    for (const [key, dialog] of [
      ['n', 'New RFQ'],
      ['?', 'Keyboard shortcuts'],
      ['m', 'Protections'],
      ['Control+k', 'Commands'],
    ] as const) {
      await page.locator('body').click({ position: { x: 5, y: 5 } })
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached' })
    }
  })

  it('has a menu in each row, for the pointer: send the same RFQ again, copy its line', async () => {
    const { page, context } = taker
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const menu = rows(page).nth(1).getByRole('button', { name: 'More actions' })
    await menu.click()
    await page.getByRole('menuitem', { name: /^Copy line/ }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(BTC|ETH) .* (25|250)x/)
    await menu.click()
    await page.getByRole('menuitem', { name: /^Ask again/ }).click()
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await expect.poll(() => builder.getByLabel(/^Quantity \(/).inputValue()).toMatch(/^(25|250)$/)
    // The click was not on the row, which would open its ticket.
    expect(await ticketOf(page).getByRole('heading').count()).toBe(0)
    await page.keyboard.press('Escape')
    await builder.waitFor({ state: 'detached' })
  })

  it('leads to an order-book market by its name, from any place', async () => {
    const { page } = taker
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /a market$/ }).fill(`order book call spread g_${market.id}`)
    const found = page.getByRole('option', { name: new RegExp(`g_${market.id}$`) })
    await found.click()
    await bookOf(page).waitFor()
    expect(await ticketOf(page).innerText()).toContain(`g_${market.id}`)
    expect(await page.getByRole('radio', { name: 'Order book', exact: true }).getAttribute('aria-checked')).toBe('true')
  })
})

describe('the ticket of a market in a small window', () => {
  const windows: readonly (keyof typeof sizes)[] = ['laptop', 'phone']

  it.each(windows)('%s: what pulls the desk’s own quotes is never cut, whatever is typed, refused or closed', async (size) => {
    const { page } = await sits(browser, product, desks.trader, size)
    await goTo(page, `g_${market.id}`)
    const ticket = page.locator('[data-ticket]')
    const pull = ticket.getByRole('button', { name: /^Cancel my 2 quotes/ })
    await pull.waitFor()
    const seen = async (state: string) => expect.poll(async () => `${state}: ${await isSeen(pull)}`).toBe(`${state}: true`)
    await ticket.getByRole('radio', { name: 'Take' }).click()
    await seen('taking')
    await ticket.getByRole('radio', { name: 'Make' }).click()
    await seen('making')
    await ticket.getByRole('button', { name: 'Set', exact: true }).click()
    await seen('both sides')
    for (const option of ['IOC', 'Post-only', 'Hidden']) {
      await ticket.getByLabel(option).check()
      await seen(option)
      await ticket.getByLabel(option).uncheck()
    }
    await ticket.getByLabel('Bid quantity').fill('1')
    await ticket
      .getByText(/^The quantity must be at least the minimum block: /)
      .first()
      .waitFor()
    await seen('refused')
    const banner = page.getByRole('region', { name: 'State of the platform' })
    for (const state of ['UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']) {
      const [before = ''] = await banner.allInnerTexts()
      await operator(product, 'platform', '--state', state)
      await expect.poll(async () => (await banner.allInnerTexts()).some((text) => text !== before), LONG).toBe(true)
      await seen(state)
    }
    await operator(product, 'platform', '--state', 'AVAILABLE')
    await banner.waitFor({ state: 'detached', ...LONG })
    if (size === 'phone') await ratioIsRead(page)
  })

  it('a market without quotes shows that on both sides', async () => {
    const empty = await openMarketOf(desks.maker, 'ETH')
    const { page } = await sits(browser, product, desks.takerTrader, 'laptop')
    await goTo(page, `g_${empty.id}`)
    await bookOf(page).getByText('No offers').waitFor(LONG)
    expect(await isSeen(bookOf(page).getByText('No bids'))).toBe(true)
  })
})

/** Between its two buttons, the ratio of a leg has room for three digits. */
async function ratioIsRead(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New RFQ' }).click()
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  const ratio = builder.getByRole('textbox', { name: /^Ratio of / }).first()
  await ratio.fill('100')
  await expect.poll(() => ratio.evaluate((field) => field.clientWidth > 0 && field.scrollWidth <= field.clientWidth)).toBe(true)
}
