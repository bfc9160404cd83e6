import { directRfqCalls, type GroupRfqView } from '@parley/contracts'
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
import { ticketOf } from './desk-work.ts'

const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let taker: Person
let maker: Person
/** Both desks quote in it. */
let market: GroupRfqView

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')

beforeAll(async () => {
  const { legs } = await pickCallSpread(desks.taker, 'BTC')
  const { results } = await desks.taker.call(directRfqCalls.listCounterparties, { query: { group: 'LP' } })
  const body = { venue: 'DBT', quantity: '25', counterparties: results.map(({ desk_name }) => desk_name), label: 'whole list' }
  await desks.taker.call(directRfqCalls.createRfq, { body: { ...body, legs } })
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

describe('the table of both flows', () => {
  const texts = async (page: Page) => (await rows(page).allInnerTexts()).slice(1).map((text) => text.replace(/\s+/g, ' '))

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

  it('in a smaller window hides redundant columns before the one with the taker', async () => {
    const { page } = taker
    const flows = async () => new Set((await texts(page)).map((text) => /Direct|Order book/.exec(text)?.[0]))
    await flow(page, 'All')
    await expect.poll(flows, LONG).toEqual(new Set(['Direct', 'Order book']))
    await page.setViewportSize(sizes.laptop)
    await page.getByRole('columnheader', { name: 'Counterparty' }).waitFor()
    await expect.poll(() => isSeen(page.getByRole('grid', { name: 'RFQs' }).getByRole('columnheader', { name: 'Left' }))).toBe(true)
    await expect.poll(flows, LONG).toEqual(new Set([undefined, 'Order book']))
    await page.setViewportSize(sizes.desk)
    await flow(page, 'Direct')
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
  const windows = ['laptop', 'phone'] as const

  it('laptop and phone: what pulls the desk’s own quotes is never cut, whatever is typed, refused or closed', async () => {
    const { page } = maker
    await goTo(page, `g_${market.id}`)
    const ticket = page.locator('[data-ticket]')
    const pull = ticket.getByRole('button', { name: /^Cancel my 2 quotes/ })
    await pull.waitFor()
    const seen = async (state: string) => expect.poll(async () => `${state}: ${await isSeen(pull)}`).toBe(`${state}: true`)
    const typeTooLittle = async (size: (typeof windows)[number]) => {
      await page.setViewportSize(sizes[size])
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
    }
    for (const size of windows) await typeTooLittle(size)
    const banner = page.getByRole('region', { name: 'State of the platform' })
    for (const state of ['UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']) {
      const [before = ''] = await banner.allInnerTexts()
      await operator(product, 'platform', '--state', state)
      await expect.poll(async () => (await banner.allInnerTexts()).some((text) => text !== before), LONG).toBe(true)
      for (const size of windows) {
        await page.setViewportSize(sizes[size])
        await seen(`${state} ${size}`)
      }
    }
    await operator(product, 'platform', '--state', 'AVAILABLE')
    await banner.waitFor({ state: 'detached', ...LONG })
    await ratioIsRead(page)
  })

  it('laptop: a market without quotes shows that on both sides', async () => {
    const empty = await openMarketOf(desks.maker, 'ETH')
    const { page } = taker
    await page.setViewportSize(sizes.laptop)
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
