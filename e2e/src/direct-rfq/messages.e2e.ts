/** Messages that do not get in the way: one dock at the foot of the markets, one card for each RFQ, and the bell. */
import { directRfqCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { pickCallSpread } from '../structures.ts'
import { ticketOf } from './desk-work.ts'

const SLOW = { timeout: 60_000, interval: 200 }

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

const dock = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })
const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Messages/ })
/** On the markets' entry in the side bar, while something new is unread. */
const dot = (page: Page): Locator => page.getByRole('img', { name: 'New notifications' })
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PARLEY_SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** A call spread that the test's maker offers at its marks. */
async function asked(label: string, quantity = '50'): Promise<{ readonly id: string; readonly orderId: string; readonly price: string }> {
  const { taker, maker, makerDesk } = desks
  const { legs } = await pickCallSpread(taker, 'BTC')
  const body = { venue: 'DBT', quantity, legs, counterparties: [makerDesk.ticker], label }
  const { id } = await taker.call(directRfqCalls.createRfq, { body })
  const { legs: marks } = await maker.call(directRfqCalls.getRfqBbo, { params: { id } })
  const prices = marks.map(({ instrument_id, mark_price }) => ({ instrument_id, price: mark_price }))
  const quote = await maker.call(directRfqCalls.createOrder, { body: { rfq_id: id, side: 'SELL', quantity, legs: prices, label } })
  return { id, orderId: quote.id, price: quote.price }
}

const buy = (id: string, price: string, quantity: string) =>
  desks.taker.call(directRfqCalls.createOrder, { body: { rfq_id: id, side: 'BUY', quantity, price, time_in_force: 'FILL_OR_KILL' } })

describe('messages', () => {
  // Proves T 1.15, T 2.13.
  it('never report quotes; fills of one RFQ share a card at the foot of the markets, wait behind a dialog, and are kept behind the bell', async () => {
    const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
    const { id, price } = await asked('messages')
    const row = page.getByRole('grid', { name: 'RFQs' }).getByRole('row').nth(1)
    await row.click()
    await ticketOf(page).getByRole('button', { name: /^Ask / }).first().waitFor()
    const hints = ticketOf(page).getByRole('note', { name: 'Hint' })
    await hints.getByText('Click a quote, then Buy or Sell twice').waitFor()
    expect(await dock(page).getByRole('button', { name: 'Dismiss' }).count()).toBe(0)
    // The response to the user's own click is not a notification.
    await page.context().grantPermissions(['clipboard-write'])
    await page.getByRole('button', { name: 'Copy the table' }).click()
    await dock(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Copy the table' }).click()
    await dock(page).getByRole('button', { name: 'Dismiss' }).waitFor()
    expect(await dot(page).count()).toBe(0)
    await dock(page).getByRole('button', { name: 'Dismiss' }).click()

    await page.keyboard.press('?')
    const keys = page.getByRole('dialog').first()
    await keys.waitFor()
    await buy(id, price, '25')
    const states = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { rfq_id: id, page_size: 5 } })).results
    await expect.poll(async () => (await states()).map(({ state }) => state), SLOW).toEqual(['FILLED'])
    await expect.poll(() => bell(page).count()).toBe(1)
    expect(await dock(page).isVisible()).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => dock(page).innerText(), SLOW).toMatch(/Bought 25 @ [\d.]+, filled\s+\d\d:\d\d:\d\d/)

    await buy(id, price, '25')
    await expect.poll(async () => (await states()).map(({ state }) => state), SLOW).toEqual(['FILLED', 'FILLED'])
    await expect
      .poll(
        () =>
          dock(page)
            .getByRole('button', { name: /filled$/ })
            .count(),
        SLOW,
      )
      .toBe(1)
    await shot(page, 'messages-desk')
    expect(await dot(page).count()).toBe(1)
    await dock(page).getByRole('button', { name: 'and 1 more' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // The cards cover the foot of the markets, and the ticket keeps its full height.
    const [card, ticket] = await Promise.all([dock(page).boundingBox(), ticketOf(page).locator('> *').first().boundingBox()])
    expect(card!.width).toBe(400)
    expect(card!.x + card!.width).toBeLessThanOrEqual(ticket!.x)
    expect(ticket!.y + ticket!.height).toBeGreaterThan(card!.y + card!.height - 1)

    await hints.getByText('Cover, savings and risk').waitFor()

    // The first fill was merged into the second. Dismissing marks the card as read, and the bell keeps both.
    await page.keyboard.press('Escape')
    await expect.poll(() => dock(page).isVisible()).toBe(false)
    await page.getByRole('banner').getByRole('button', { name: 'Messages, 1 unread' }).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toHaveLength(2)
    await shot(page, 'messages-bell')
    expect(await page.getByRole('menuitem').last().innerText()).toMatch(/Unread:\s+Bought 25 @ [\d.]+, filled/)
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByRole('button', { name: 'Messages', exact: true }).waitFor()
    expect(await dot(page).count()).toBe(0)

    // 8.14: when a colleague cancels an RFQ, the message names the colleague, to the desk only.
    const colleague = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
    const lost = await asked('taken back')
    await expect.poll(() => page.getByRole('grid', { name: 'RFQs' }).getByRole('row').count(), SLOW).toBeGreaterThan(2)
    // At the second RFQ, no earlier hint appears again.
    await row.click()
    await ticketOf(page)
      .getByText(`r_${lost.id.slice(-4)}`)
      .waitFor()
    await ticketOf(page).getByText('Twice, within 4 s').waitFor()
    expect(await hints.count()).toBe(0)
    await (await clientOf(product, colleague)).call(directRfqCalls.cancelRfq, { params: { id: lost.id } })
    await expect.poll(() => dock(page).innerText(), SLOW).toContain(`RFQ cancelled by ${colleague.name}`)
    await dock(page).getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('dialog').getByText('Call Spread').first().waitFor()
    await shot(page, 'messages-ask-again')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^RFQ History/ }).click()
    await expect.poll(() => page.getByRole('tabpanel').innerText(), SLOW).toContain(`cancelled by ${colleague.name}`)
    const own = await desks.taker.call(directRfqCalls.getRfq, { params: { id: lost.id } })
    expect([own.cancel_reason, own.canceled_by]).toEqual(['USER', { name: colleague.name, is_sender: false }])
    const theirs = await desks.maker.call(directRfqCalls.getRfq, { params: { id: lost.id } })
    expect([theirs.closed_reason, theirs.cancel_reason, theirs.canceled_by]).toEqual(['CANCELED_BY_CREATOR', undefined, undefined])
    expect(consoleErrors).toEqual([])
  })

  it("8.14 name the user who cancelled a colleague's quotes, in the dock, in the ticket and in the history", async () => {
    const { page, consoleErrors } = await sitsAtAll(browser, product, desks.trader)
    const { id, orderId } = await asked('pulled')
    await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').filter({ hasText: desks.takerDesk.ticker }).first().click()
    await expect.poll(() => ticketOf(page).innerText(), SLOW).toContain('accepted')
    const boss = await clientOf(product, desks.administrator)
    await boss.call(protectionCalls.cancelAll, { body: {} })
    await expect.poll(() => dock(page).innerText(), SLOW).toMatch(/1 order cancelled by \w+ \w+/)
    const name = /cancelled by (\w+ \w+)/.exec(await dock(page).innerText())![1]!
    expect(await ticketOf(page).innerText()).toContain(`by ${name}, in a mass cancel`)
    await shot(page, 'messages-pulled')
    await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').filter({ hasText: 'Cancelled' }).first().waitFor()
    // The same user cancels once more: one card counts both.
    await asked('pulled too')
    await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').filter({ hasText: 'Ask only' }).first().waitFor()
    await boss.call(protectionCalls.cancelAll, { body: {} })
    await expect.poll(() => dock(page).innerText(), SLOW).toContain(`2 orders cancelled by ${name}`)
    expect(
      await dock(page)
        .getByRole('button', { name: /cancelled by/ })
        .count(),
    ).toBe(1)
    await page.getByRole('tab', { name: /^Order History/ }).click()
    await expect.poll(() => page.getByRole('tabpanel').innerText(), SLOW).toContain(`by ${name}, in a mass cancel`)
    const own = await desks.maker.call(directRfqCalls.getOrder, { params: { id: orderId } })
    expect(own.canceled_by).toEqual({ name, is_sender: false })
    // The refusal of an order from one of the desk's programs appears in the open list, with its full reason.
    const refused = { rfq_id: id, side: 'BUY', quantity: '5', legs: own.legs } as const
    await expect(desks.maker.call(directRfqCalls.createOrder, { body: refused })).rejects.toThrow('minimum block')
    await expect.poll(() => page.getByRole('tabpanel').innerText(), SLOW).toMatch(/Rejected[\s\S]*minimum block/)
    // The taker's whole view of it contains no name.
    expect(JSON.stringify(await desks.taker.call(directRfqCalls.getRfqRecord, { params: { id } }))).not.toContain(name)

    // 11.10: a fill that one of the desk's limits refused gets its own card, while the limit remains.
    const limit = { product: 'DO', label: 'refused', window_ms: 600_000, frozen_ms: 30_000, quantity: '50' }
    await desks.maker.call(protectionCalls.setLimit, { params: { id: 'q50' }, body: limit })
    const next = await asked('refused', '100')
    await buy(next.id, next.price, '20')
    await expect.poll(() => dock(page).innerText(), SLOW).toMatch(/Sold 20 @ [\d.]+, filled/)
    await buy(next.id, next.price, '40')
    await expect.poll(() => dock(page).innerText(), SLOW).toContain('A fill of 40 was blocked by q50 (20 of 50 used)')
    // Fills of one RFQ share a card, and a late one takes no space from the refusal.
    await buy(next.id, next.price, '13')
    await expect.poll(() => dock(page).innerText(), SLOW).toMatch(/A fill of 40 was blocked by q50[\s\S]*Sold 13 @ [\d.]+, filled/)
    // Messages beyond the visible cards are counted, and one click away.
    const more = dock(page).getByRole('button', { name: /^and \d+ more$/ })
    const folded = Number(/\d+/.exec(await more.innerText())![0])
    await more.click()
    const unread = page.getByRole('menuitem').filter({ hasText: 'Unread:' })
    await expect.poll(() => unread.count()).toBeGreaterThan(folded)
    await shot(page, 'messages-more')
    await page.keyboard.press('Escape')
    await more.waitFor({ state: 'detached' })
    // A phone shows a single card: the first unread message, with the number of waiting ones.
    await page.setViewportSize(sizes.phone)
    await expect.poll(() => dock(page).innerText(), SLOW).toMatch(/2 orders cancelled by \w+ \w+[\s\S]*\+2/)
    await desks.maker.call(protectionCalls.removeLimit, { params: { id: 'q50' } })
    expect(consoleErrors).toEqual([])
  })
})
