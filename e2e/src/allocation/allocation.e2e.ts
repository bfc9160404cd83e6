import { createHash } from 'node:crypto'
import type { Client } from '@parley/client'
import { directRfqCalls, grfqCalls, protectionCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import { pressTwice } from '../press-twice.ts'
import { bookOf, marketsOf, showOrderBook } from '../group-rfq/book-work.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { openSession, openWindow } from '../browser.ts'
import { askDirectly, openMarketOf, quoteAround, quoteDirectly } from '../protection/maker-bot.ts'

const SLOW = { timeout: 60_000 }
const RULES_ARE_COMING = 'Loading the market’s rules.'

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(async () => {
  await addAccount('fund-2')
})

/** A second name at the desk for the same account at the simulated venue. It settles like any other. */
async function addAccount(name: string): Promise<void> {
  const { ticker } = desks.takerDesk
  const boss = await clientOf(
    product,
    product.demo.users.find((one) => one.desk === ticker && one.role === 'administrator')!,
  )
  const secret = {
    client_id: `parley-${ticker.toLowerCase()}`,
    client_secret: createHash('sha256').update(`parley demo ${ticker}`).digest('hex'),
  }
  await boss.call(venueAccountCalls.addVenueAccount, { body: { venue: 'DBT', name, ...secret } })
}

const entryOf = (page: Page): Locator => ticketOf(page).getByRole('region', { name: 'Trade' })
const shareOf = (page: Page, account: string): Locator => entryOf(page).getByLabel(account, { exact: true })

const splitOf = (page: Page): Locator => entryOf(page).getByRole('button', { name: 'Split' })

/** The page's requests to this address wait until they are released. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The pointer is on *Split* when the rules arrive: their changes to the ticket must not move it away. */
async function splitWhileRulesCome(page: Page, letRulesCome: () => void): Promise<void> {
  const { x, y, width, height } = (await splitOf(page).boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  letRulesCome()
  await expect.poll(() => entryOf(page).innerText()).not.toContain(RULES_ARE_COMING)
  await page.mouse.up()
}

/** Splits a quantity, sees the warnings about a wrong sum and about a part that is too small, and allocates 60 and 40 of a hundred. */
async function mendShares(page: Page): Promise<void> {
  const entry = entryOf(page)
  await expect.poll(() => shareOf(page, 'prop-1').inputValue()).toBe('50')
  await shareOf(page, 'prop-1').fill('60')
  await entry.getByText('The parts must add up to 100; they add up to 110.').first().waitFor()
  expect(await entry.getByRole('button', { name: /^Buy/ }).first().getAttribute('aria-disabled')).toBe('true')
  await shareOf(page, 'fund-2').fill('0.5')
  await entry
    .getByText(/^Each part must be at least the minimum block, [\d.]+\.$/)
    .first()
    .waitFor()
  await entry.getByRole('button', { name: 'Split evenly' }).click()
  await expect.poll(() => shareOf(page, 'prop-1').inputValue()).toBe('50')
  await shareOf(page, 'prop-1').fill('60')
  await shareOf(page, 'fund-2').fill('40')
  await entry.getByText('100 of 100 allocated.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
}

async function buy(page: Page): Promise<void> {
  const button = (name: RegExp) => entryOf(page).getByRole('button', { name })
  await pressTwice(button(/^Buy /), button(/^Again: Buy /))
}

const settled = (client: Client) => async (): Promise<readonly string[]> => {
  const { results } = await client.call(directRfqCalls.listTrades, { query: { state: 'COMPLETED' } })
  return results.map((trade) => `${trade.account_name} ${trade.quantity}`).toSorted()
}

/** The quantity settled in the order book, from any maker. */
async function byAccount(): Promise<Readonly<Record<string, number>>> {
  const { results } = await desks.taker.call(grfqCalls.listTrades, { query: { hide_public: true } })
  const sums: Record<string, number> = {}
  for (const { account, quantity, status } of results)
    if (status === 'COMPLETED' && account !== null) sums[account] = (sums[account] ?? 0) + Number(quantity)
  return sums
}

describe('5.20 one fill over several accounts', () => {
  it('5.20 of a direct RFQ is split in the ticket, refused as a whole if the parts are wrong, and settles in each', async () => {
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    const [price] = await quoteDirectly(desks.maker, asked, [4], '100')
    const wrong = { rfq_id: asked.rfq.id, side: 'BUY', price: price!, quantity: '100', time_in_force: 'FILL_OR_KILL' } as const
    const parts = (one: string, other: string) => [{ account_name: 'prop-1', quantity: one }, { account_name: 'fund-2', quantity: other }] // prettier-ignore
    await expect(
      desks.taker.call(directRfqCalls.createOrder, { body: { ...wrong, allocations: parts('60', '50') } }),
    ).rejects.toMatchObject({ error: 'AllocationInvalid', message: 'The parts must add up to 100; they add up to 110.' })

    const person = await openWindow(browser, product.baseUrl)
    const { page, consoleErrors } = person
    const letCatalogueCome = await hold(page, '**/drfq/instruments/*')
    await openSession(person, desks.takerTrader)
    await page.getByRole('grid', { name: 'RFQs' }).getByRole('row').nth(1).click()
    await ticketOf(page)
      .getByRole('button', { name: new RegExp(`^Ask .* by ${desks.makerDesk.ticker}$`) })
      .click()
    expect(await entryOf(page).count()).toBe(0)
    letCatalogueCome()
    // The form starts with the level that was clicked before it opened.
    await expect.poll(async () => Number(await entryOf(page).getByLabel('Buy limit', { exact: true }).inputValue())).toBe(Number(price))
    await splitOf(page).click()
    await mendShares(page)
    await entryOf(page).getByRole('radio', { name: 'Limit', exact: true }).click()
    expect(await entryOf(page).getByRole('button', { name: /^Buy/ }).first().getAttribute('title')).toBe(
      'Orders over several accounts cannot rest. Choose “Fill now”.',
    )
    await entryOf(page).getByRole('radio', { name: 'Fill now' }).click()
    expect(await settled(desks.taker)()).toEqual([])
    await buy(page)
    await expect.poll(settled(desks.taker), SLOW).toEqual(['fund-2 40', 'prop-1 60'])
    await expect.poll(() => ticketOf(page).innerText(), SLOW).toContain('Filled')
    expect(consoleErrors).toEqual([])
  })

  it('10.18 of an order-book market is split in the ticket, refused as a whole if the parts are wrong, and settles in each', async () => {
    await desks.maker.call(protectionCalls.resetProtection, { body: {} })
    await desks.maker.call(protectionCalls.cancelAll, { body: {} })
    const market = await openMarketOf(desks.maker, 'BTC')
    const [price] = await quoteAround(desks.maker, market, [1], { quantity: '100' })
    const order = { limit_price: price!, quantity: '100', execution_side: 'BUY' } as const
    const parts = [{ account_name: 'prop-1', quantity: '60' }, { account_name: 'fund-2', quantity: '50' }] // prettier-ignore
    await expect(
      desks.taker.call(grfqCalls.createOrder, { params: { id: market.id }, body: { ...order, allocations: parts } }),
    ).rejects.toMatchObject({ error: 'AllocationInvalid' })

    const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
    const letRulesCome = await hold(page, '**/check-quote*')
    await showOrderBook(page)
    await page.getByLabel('Filter, or paste an RFQ').fill(String(market.id))
    await marketsOf(page).nth(1).click()
    await expect.poll(() => ticketOf(page).innerText()).toContain(`g_${market.id}`)
    await bookOf(page)
      .getByRole('button', { name: new RegExp(`^Ask ${price!.replace('.', '\\.')} for`) })
      .click()
    await entryOf(page).getByLabel('Quantity', { exact: true }).fill('100')
    await entryOf(page).getByText(RULES_ARE_COMING).first().waitFor()
    await splitWhileRulesCome(page, letRulesCome)
    await mendShares(page)
    await buy(page)
    await expect.poll(byAccount, SLOW).toEqual({ 'prop-1': 60, 'fund-2': 40 })
    expect(consoleErrors).toEqual([])
  })
})
