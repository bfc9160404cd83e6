import { type GroupRfqView, grfqCalls, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Person } from '../browser.ts'
import { clearPage } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, openOrders, protectionsAt, pulls, sits } from './desks.ts'
import { openMarketOf, quoteAround } from './maker-bot.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let market: GroupRfqView
let trader: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  market = await openMarketOf(desks.maker, 'ETH')
  trader = await sits(browser, product, desks.trader)
})
afterEach(async () => {
  const { maker } = desks
  const { limits } = await maker.call(protectionCalls.getProtection, {})
  for (const { limit } of limits)
    if (limit.id !== 'MMP') await maker.call(protectionCalls.removeLimit, { params: { id: limit.id } }).catch(() => undefined)
  await maker.call(protectionCalls.resetProtection, { body: {} })
  await maker.call(protectionCalls.cancelAll, { body: {} })
  await clearPage(trader.page)
})

type Wanted = {
  readonly name: string
  readonly measure: string
  readonly most: string
  readonly label?: string
  readonly frozen: 'for a time' | 'until reset'
}

/** Fills the form and answers the card of the new limit. */
async function setLimit(page: Page, { name, measure, most, label, frozen }: Wanted): Promise<Locator> {
  const dialog = await protectionsAt(page, 'Limits')
  await dialog.getByRole('button', { name: 'Set a limit' }).click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Product').selectOption('EH')
  if (label !== undefined) await dialog.getByLabel('Label, where it is for a group of quotes').fill(label)
  await dialog.getByLabel('On trip, frozen').selectOption({ label: frozen })
  await dialog.getByLabel('Window').fill('600')
  await dialog.getByLabel(measure, { exact: true }).fill(most)
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  return dialog.getByRole('region', { name: new RegExp(`^${name}`) })
}

/** A block more than others offer up to the desk's best ask, as soon as the pace of taking allows. Answers what the desk traded by it. */
async function takeBlock(): Promise<number> {
  const { maker, taker } = desks
  const traded = async () => {
    const { results } = await maker.call(obCalls.listTrades, { query: {} })
    return results.filter(({ rfq_id: id }) => id === market.id).reduce((sum, { quantity }) => sum + Number(quantity), 0)
  }
  const before = await traded()
  const { results: own } = await maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
  const [best] = own.filter(({ side }) => side === 'SELL').toSorted((one, other) => Number(one.price) - Number(other.price))
  const { asks } = await taker.call(obCalls.getRfqQuotes, { params: { id: market.id } })
  const others = asks.filter(({ id, price }) => id !== best!.id && Number(price) <= Number(best!.price))
  const quantity = others.reduce((sum, { remaining_quantity: rests }) => sum + Number(rests), Number(market.min_block_size))
  const body = { limit_price: best!.price, quantity: String(quantity), execution_side: 'BUY' } as const
  await vi.waitFor(() => taker.call(grfqCalls.createOrder, { params: { id: market.id }, body }), SLOW)
  return (await traded()) - before
}

const limitOf = async (name: string) => {
  const { limits } = await desks.maker.call(protectionCalls.getProtection, {})
  return limits.find(({ limit }) => limit.id === name)!
}
const usedOf = async (name: string, measure: string): Promise<number> => Number((await limitOf(name)).use[measure]!.used)
const twoBlocks = () => String(2 * Number(market.min_block_size))

/** Two blocks are quoted and one of them trades: what the limit counts afterwards, and how much of it is the block. */
async function usedByBlock(name: string, measure: string): Promise<{ readonly used: number; readonly byBlock: number }> {
  const before = await usedOf(name, measure)
  await quoteAround(desks.maker, market, [6], { quantity: twoBlocks() })
  expect(await takeBlock()).toBe(Number(market.min_block_size))
  const used = await usedOf(name, measure)
  const byBlock = Math.abs(used - before)
  expect(byBlock).toBeGreaterThan(0)
  return { used, byBlock }
}

/** The part of a second block that would exceed the limit does not trade, and the rest is less than a block. */
async function expectNoSecondBlock(name: string, measure: string, used: number): Promise<void> {
  expect(await takeBlock()).toBe(0)
  expect(await usedOf(name, measure)).toBeCloseTo(used, 6)
}

describe('11.2 a limit of a maker, from the screen', () => {
  it.each<[string, string, (block: string) => string, Wanted['frozen'], string | undefined]>([
    ['executions, for all quotes in the product', 'Executions', () => '1', 'for a time', undefined],
    ['quantity, for the quotes of a label', 'Quantity', (block) => block, 'until reset', 'wing'],
  ])('11.2 on %s shows its use, fires, holds its quotes back and is reset', async (_title, measure, mostOf, frozen, label) => {
    const name = `eth-${measure.toLowerCase()}`
    const most = mostOf(market.min_block_size)
    const { page, consoleErrors } = trader
    const grid = await openOrders(page)
    const card = await setLimit(page, { name, measure, most, frozen, ...(label === undefined ? {} : { label }) })
    await card.getByText(`Window 10 min · on trip: pull, freeze ${frozen === 'until reset' ? 'until reset' : '30 s'}`).waitFor()
    await card.getByText('Armed').waitFor()
    await quoteAround(desks.maker, market, [6], { quantity: twoBlocks(), ...(label === undefined ? {} : { label }) })
    await quoteAround(desks.maker, market, [40], { label: 'body' })

    expect(await takeBlock()).toBe(Number(market.min_block_size))
    await card.getByText(new RegExp(`^Frozen by ${measure.toLowerCase()} ·`)).waitFor()
    await card.getByText(new RegExp(`^${Number(most)} / ${Number(most)}\\b`)).waitFor()
    // A limit for a label leaves other quotes where they are.
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(label === undefined ? 0 : 1)
    const again = quoteAround(desks.maker, market, [6], label === undefined ? {} : { label })
    await expect(again).rejects.toMatchObject({ error: 'ProtectionActive', message: expect.stringContaining(`${name} has fired in EH`) })
    expect(await seriousFindings(page)).toEqual([])

    if (label === undefined) await card.getByRole('button', { name: 'Reset', exact: true }).click()
    else {
      // The message that it fired waits behind the dialog, and has the same press.
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Reset', exact: true }).click()
      await protectionsAt(page, 'Limits')
    }
    await card.getByText('Armed').waitFor()
    await quoteAround(desks.maker, market, [6], label === undefined ? {} : { label })
    await card.getByText(new RegExp(`^0 / ${Number(most)}\\b`)).waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('11.3 on Notional shows its use, what would exceed it does not trade, and it fires when it has no room for a block', async () => {
    const { page, consoleErrors } = trader
    const card = await setLimit(page, { name: 'eth-notional', measure: 'Notional', most: '1000000000', frozen: 'until reset' })
    const gauge = card.getByText(/ \/ 1,000,000,000/)
    // It counts what has traded in its window before it was set (rulebook 11.2), as in the tests above.
    const shown = await gauge.innerText()
    const { used, byBlock } = await usedByBlock('eth-notional', 'notional')
    await expect.poll(() => gauge.innerText(), SLOW).not.toBe(shown)

    await card.getByRole('button', { name: 'Edit' }).click()
    const dialog = await protectionsAt(page, 'Limits')
    await dialog.getByLabel('Notional', { exact: true }).fill((Math.abs(used) + byBlock / 2).toFixed(8))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByRole('button', { name: 'Edit' }).waitFor()
    await expectNoSecondBlock('eth-notional', 'notional', used)
    await card.getByText(/^Frozen by notional ·/).waitFor()
    await card.getByRole('button', { name: 'Reset', exact: true }).click()
    await card.getByText('Armed').waitFor()
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove eth-notional?' }).getByRole('button', { name: 'Remove' }).click()
    await card.waitFor({ state: 'detached' })
    await quoteAround(desks.maker, market, [6], { quantity: twoBlocks() })
    expect(await takeBlock()).toBe(Number(market.min_block_size))
    expect(consoleErrors).toEqual([])
  })
})

describe('11.3 a limit of a maker, over the wire', () => {
  // Limits.test.tsx in web proves how the screen sets and shows both.
  it.each(['delta', 'vega'] as const)(
    '11.3 on %s: what would exceed it does not trade, and it fires when it has no room for a block',
    async (measure) => {
      const { maker } = desks
      const id = `eth-${measure}`
      const setMost = (most: string) =>
        maker.call(protectionCalls.setLimit, { params: { id }, body: { product: 'EH', window_ms: 600_000, [measure]: most } })
      await setMost('1000000000')
      const { used, byBlock } = await usedByBlock(id, measure)
      await setMost((Math.abs(used) + byBlock / 2).toFixed(8))
      await expectNoSecondBlock(id, measure, used)
      expect(await limitOf(id)).toMatchObject({ state: 'FROZEN', fired_by: measure })
      await maker.call(protectionCalls.resetProtection, { body: { product: 'EH', limit: id } })
      expect(await limitOf(id)).toMatchObject({ state: 'READY' })
      await maker.call(protectionCalls.removeLimit, { params: { id } })
      await quoteAround(maker, market, [6], { quantity: twoBlocks() })
      expect(await takeBlock()).toBe(Number(market.min_block_size))
    },
  )
})
