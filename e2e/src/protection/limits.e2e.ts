import { type GroupRfqView, grfqCalls, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Person } from '../browser.ts'
import { clearPage } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, openOrders, protectionsAt, pulls, sits } from './desks.ts'
import { openMarketOf, quoteAround, takeUpTo } from './maker-bot.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let market: GroupRfqView
/** A trader of the making desk. */
let person: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  market = await openMarketOf(desks.maker, 'ETH')
  person = await sits(browser, product, desks.trader)
})
afterEach(async () => {
  const { maker } = desks
  const { limits } = await maker.call(protectionCalls.getProtection, {})
  for (const { limit } of limits)
    if (limit.id !== 'MMP') await maker.call(protectionCalls.removeLimit, { params: { id: limit.id } }).catch(() => undefined)
  await maker.call(protectionCalls.resetProtection, { body: {} })
  await maker.call(protectionCalls.cancelAll, { body: {} })
  await clearPage(person.page)
})

type Wanted = {
  readonly name: string
  readonly measure: string
  readonly most: string
  readonly label?: string
  readonly frozen: 'for a time' | 'until reset'
}

/** Fills in the form and returns the card of the new limit. */
async function setLimit(page: Page, { name, measure, most, label, frozen }: Wanted): Promise<Locator> {
  const dialog = await protectionsAt(page, 'Limits')
  await dialog.getByRole('button', { name: 'Set a limit' }).click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Product').selectOption('EH')
  if (label !== undefined) await dialog.getByLabel('Label (for a group of quotes)').fill(label)
  await dialog.getByLabel('Freeze when triggered').selectOption({ label: frozen })
  await dialog.getByLabel('Window').fill('600')
  await dialog.getByLabel(measure, { exact: true }).fill(most)
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  return dialog.getByRole('region', { name: new RegExp(`^${name}`) })
}

/** The fills that market maker protection counts at present. */
async function fillsOfLastSecond(): Promise<number> {
  const { limits } = await desks.maker.call(protectionCalls.getProtection, {})
  const counted = limits.filter(({ limit }) => limit.id === 'MMP').flatMap(({ use }) => Object.values(use).map(({ used }) => Number(used)))
  expect(counted.length).toBeGreaterThan(0)
  return counted.reduce((sum, used) => sum + used, 0)
}

/** Takes a block more than others offer up to the desk's best ask, as soon as the taker throttle allows. Returns what the desk traded. */
async function takeBlock(): Promise<number> {
  const { maker, taker } = desks
  const traded = async () => {
    const { results } = await maker.call(obCalls.listTrades, { query: {} })
    return results.filter(({ rfq_id: id }) => id === market.id).reduce((sum, { quantity }) => sum + Number(quantity), 0)
  }
  const before = await traded()
  // Two fills within a second trigger market maker protection (11.1), and on a fast machine the previous one is newer than that.
  await expect.poll(fillsOfLastSecond, SLOW).toBe(0)
  const { results: own } = await maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
  const [best] = own.filter(({ side }) => side === 'SELL').toSorted((one, other) => Number(one.price) - Number(other.price))
  const { asks } = await taker.call(obCalls.getRfqQuotes, { params: { id: market.id } })
  const others = asks.filter(({ id, price }) => id !== best!.id && Number(price) <= Number(best!.price))
  const quantity = others.reduce((sum, { remaining_quantity: rests }) => sum + Number(rests), Number(market.min_block_size))
  const body = { limit_price: best!.price, quantity: String(quantity), execution_side: 'BUY' } as const
  await vi.waitFor(() => taker.call(grfqCalls.createOrder, { params: { id: market.id }, body }), SLOW)
  return (await traded()) - before
}

const usedOf = async (name: string, measure: string): Promise<number> => {
  const { limits } = await desks.maker.call(protectionCalls.getProtection, {})
  return Number(limits.find(({ limit }) => limit.id === name)!.use[measure]!.used)
}
const twoBlocks = () => String(2 * Number(market.min_block_size))

describe('11.2 a limit of a maker, from the screen', () => {
  it.each<[string, string, (block: string) => string, Wanted['frozen'], string | undefined]>([
    ['executions, for all quotes in the product', 'Executions', () => '1', 'for a time', undefined],
    ['quantity, for the quotes of a label', 'Quantity', (block) => block, 'until reset', 'wing'],
  ])('11.2 on %s shows its use, fires, holds its quotes back and is reset', async (_title, measure, mostOf, frozen, label) => {
    const name = `eth-${measure.toLowerCase()}`
    const most = mostOf(market.min_block_size)
    const { page, consoleErrors } = person
    const grid = await openOrders(page)
    const card = await setLimit(page, { name, measure, most, frozen, ...(label === undefined ? {} : { label }) })
    await card.getByText(`Window 10 min · when triggered: cancel, freeze ${frozen === 'until reset' ? 'until reset' : '30 s'}`).waitFor()
    await card.getByText('Armed').waitFor()
    await quoteAround(desks.maker, market, [6], { quantity: twoBlocks(), ...(label === undefined ? {} : { label }) })
    await quoteAround(desks.maker, market, [40], { label: 'body' })

    expect(await takeBlock()).toBe(Number(market.min_block_size))
    await card.getByText(new RegExp(`^Frozen by ${measure.toLowerCase()} ·`)).waitFor()
    await card.getByText(new RegExp(`^${Number(most)} / ${Number(most)}\\b`)).waitFor()
    // A limit for a label does not affect other quotes.
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(label === undefined ? 0 : 1)
    const again = quoteAround(desks.maker, market, [6], label === undefined ? {} : { label })
    await expect(again).rejects.toMatchObject({
      error: 'ProtectionActive',
      message: expect.stringContaining(`${name} was triggered in EH`),
    })
    expect(await seriousFindings(page)).toEqual([])

    if (label === undefined) await card.getByRole('button', { name: 'Reset', exact: true }).click()
    else {
      // The message that it has triggered is behind the dialog, with the same button.
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Reset', exact: true }).click()
      await protectionsAt(page, 'Limits')
    }
    await card.getByText('Armed').waitFor()
    await quoteAround(desks.maker, market, [6], label === undefined ? {} : { label })
    await card.getByText(new RegExp(`^0 / ${Number(most)}\\b`)).waitFor()
    expect(consoleErrors).toEqual([])
  })

  it.each<[string, string]>([
    ['Notional', 'notional'],
    ['Delta', 'delta'],
    ['Vega', 'vega'],
  ])(
    '11.3 on %s shows its use, what would exceed it does not trade, and it fires when it has no room for a block',
    async (measure, member) => {
      const name = `eth-${member}`
      const { page, consoleErrors } = person
      const card = await setLimit(page, { name, measure, most: '1000000000', frozen: 'until reset' })
      const gauge = card.getByText(/ \/ 1,000,000,000/)
      // It also counts what traded in its window before it was set (rulebook 11.2), as in the tests above.
      const shown = await gauge.innerText()
      const before = await usedOf(name, member)
      await quoteAround(desks.maker, market, [6], { quantity: twoBlocks() })
      expect(await takeBlock()).toBe(Number(market.min_block_size))
      await expect.poll(() => gauge.innerText(), SLOW).not.toBe(shown)
      const used = await usedOf(name, member)
      const byBlock = Math.abs(used - before)
      expect(byBlock).toBeGreaterThan(0)

      await card.getByRole('button', { name: 'Edit' }).click()
      const dialog = await protectionsAt(page, 'Limits')
      await dialog.getByLabel(measure, { exact: true }).fill((Math.abs(used) + byBlock / 2).toFixed(8))
      await dialog.getByRole('button', { name: 'Save' }).click()
      await card.getByRole('button', { name: 'Edit' }).waitFor()
      // The part of a second block that would exceed it is not filled, and the rest is less than a block.
      expect(await takeBlock()).toBe(0)
      expect(await usedOf(name, member)).toBeCloseTo(used, 6)
      await card.getByText(new RegExp(`^Frozen by ${member} ·`)).waitFor()
      await card.getByRole('button', { name: 'Reset', exact: true }).click()
      await card.getByText('Armed').waitFor()
      await card.getByRole('button', { name: 'Remove' }).click()
      await page
        .getByRole('dialog', { name: `Remove ${name}?` })
        .getByRole('button', { name: 'Remove' })
        .click()
      await card.waitFor({ state: 'detached' })
      await quoteAround(desks.maker, market, [6], { quantity: twoBlocks() })
      expect(await takeBlock()).toBe(Number(market.min_block_size))
      expect(consoleErrors).toEqual([])
    },
  )
})

const chip = (page: Page): Locator => page.getByRole('button', { name: /protections of your desk$/ })

describe('11.1 market maker protection', () => {
  it('fires by two fills within a second: quotes go, the header counts down, and a reset ends it', async () => {
    const { page } = person
    const grid = await openOrders(page)
    const [, , highest] = await quoteAround(desks.maker, market, [-40, 6, 7])
    await quoteAround(desks.maker, market, [44])
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(4)
    await expect.poll(() => chip(page).innerText(), SLOW).toMatch(/armed:\s*MMP\s*0 \/ 2/)
    await takeUpTo(desks.taker, market, highest!)
    await page.getByText('All GRFQ/DRFQ quotes canceled: MMP limit reached').waitFor()
    await expect.poll(() => chip(page).innerText(), SLOW).toMatch(/MMP\s*00:\d\d/)
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(0)
    await page.getByRole('banner').getByRole('button', { name: 'Reset', exact: true }).click()
    await expect.poll(() => chip(page).innerText(), SLOW).toMatch(/armed:\s*MMP\s*0 \/ 2/)
    await chip(page).click()
    await page.getByRole('dialog', { name: 'Protections' }).getByText('Market maker protection').waitFor()
    await quoteAround(desks.maker, market, [-40])
    expect(person.consoleErrors).toEqual([])
  })
})

describe('11.2 a limit of one’s own', () => {
  it('is set, judged before it is sent, changed and removed by keyboard and label', async () => {
    const { page } = person
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Protections' })
    await dialog.getByRole('button', { name: 'Set a limit' }).click()
    await dialog.getByLabel('Name').fill('eth size')
    await dialog.getByRole('button', { name: 'Set limit' }).click()
    await dialog.getByText('The name of a limit must not contain spaces and must not be MMP.').waitFor()
    await dialog.getByLabel('Name').fill('eth-size')
    await dialog.getByLabel('Product').selectOption('EH')
    await dialog.getByLabel('Quantity').fill('50')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByLabel('Quantity').press('Enter')
    const card = dialog.getByRole('region', { name: /^eth-size/ })
    await card.getByText('0 / 50 ETH').waitFor()
    await card.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Freeze when triggered').selectOption('reset')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Window 1 min · when triggered: cancel, freeze until reset').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove eth-size?' }).getByRole('button', { name: 'Remove' }).click()
    await card.waitFor({ state: 'detached' })
    expect(person.consoleErrors).toEqual([])
  })
})
