import type { Client } from '@parley/client'
import { type GroupRfqView, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { operator } from '../account/operator.ts'
import type { Person } from '../browser.ts'
import { clearPage } from '../direct-rfq/desk-work.ts'
import type { DemoDesk, DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { openOrders, protectionsAt, pullBy, pulls, sits, stopped } from './desks.ts'
import { openMarketOf, quoteAround, takeUpTo } from './maker-bot.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let maker: Client
let taker: Client
let administrator: DemoUser
let trader: DemoUser
let market: GroupRfqView
let makerDesk: DemoDesk
/** A trader of the making desk. */
let person: Person

withProductAndBrowser((opened) => {
  ;({ product, browser } = opened)
  ;({ administrator, trader, maker, taker, makerDesk } = opened.desks)
}, 'kept')
beforeAll(async () => {
  market = await openMarketOf(maker, 'ETH')
  person = await sits(browser, product, trader)
})
afterEach(async () => {
  if (isStopped) await allow()
  await maker.call(protectionCalls.resetProtection, { body: {} })
  await maker.call(protectionCalls.cancelAll, { body: {} })
  await clearPage(person.page)
})

let isStopped = false
const ofDesk = (): readonly string[] => ['--desk', makerDesk.ticker]
async function stop(why: string): Promise<void> {
  await operator(product, 'stop-trading', ...ofDesk(), '--why', why)
  isStopped = true
}
async function allow(): Promise<void> {
  await operator(product, 'resume-trading', ...ofDesk())
  isStopped = false
}

const chip = (page: Page): Locator => page.getByRole('button', { name: /protections of your desk$/ })

describe('11.6 the kill switch', () => {
  it('pressed in one window pulls everything and stops the desk in the other, until an administrator allows it again', async () => {
    await quoteAround(maker, market, [-40, 40, 44])
    const boss = await sits(browser, product, administrator)
    const other = person
    const grid = await openOrders(other.page)
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(3)

    const dialog = await protectionsAt(boss.page, 'Kill switch')
    await dialog.getByLabel('Reason (visible to your desk)').fill('A program runs wild')
    await dialog.getByRole('button', { name: 'Stop the desk' }).click()
    const question = boss.page.getByRole('dialog', { name: 'Stop the whole desk?' })
    await question.getByText('This cancels 3 quotes, in both flows and all markets.').waitFor()
    expect(await seriousFindings(boss.page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel all and stop' }).click()
    await boss.page.getByText('Your desk is stopped · 3 orders cancelled').waitFor()
    await boss.page.getByText(/^No fills after sequence number \d{16}/).waitFor()

    await stopped(other.page).waitFor()
    const words = await stopped(other.page).innerText()
    expect(words).toContain('Trading is stopped for your desk.')
    expect(words).toMatch(/By .+ at \d\d:\d\d:\d\d UTC: A program runs wild/)
    await expect.poll(() => other.page.getByText('No open orders').count(), SLOW).toBe(1)
    expect(
      await other.page
        .getByRole('banner')
        .getByRole('button', { name: /^New RFQ/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    await expect(quoteAround(maker, market, [-40])).rejects.toMatchObject({ error: 'TradingIsStopped' })
    expect(await stopped(other.page).getByRole('button').count()).toBe(0)
    expect(await seriousFindings(other.page)).toEqual([])

    await boss.page.keyboard.press('Escape')
    await stopped(boss.page).getByRole('button', { name: 'Resume trading' }).click()
    await boss.page.getByRole('dialog', { name: 'Resume trading?' }).getByRole('button', { name: 'Resume trading' }).click()
    // A person who signed in a moment ago has proved who they are; later the dialog asks for the password first.
    await stopped(boss.page).waitFor({ state: 'detached' })
    await stopped(other.page).waitFor({ state: 'detached' })
    expect(other.consoleErrors).toEqual([])
    expect(boss.consoleErrors).toEqual([])
    await boss.context.close()
  })
})

describe('11.1 market maker protection', () => {
  it('fires by two fills within a second: quotes go, the header counts down, and a reset ends it', async () => {
    const { page } = person
    const grid = await openOrders(page)
    const [, , highest] = await quoteAround(maker, market, [-40, 6, 7])
    await quoteAround(maker, market, [44])
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(4)
    await expect.poll(() => chip(page).innerText(), SLOW).toMatch(/armed:\s*MMP\s*0 \/ 2/)
    await takeUpTo(taker, market, highest!)
    await page.getByText('All GRFQ/DRFQ quotes canceled: MMP limit reached').waitFor()
    await expect.poll(() => chip(page).innerText(), SLOW).toMatch(/MMP\s*00:\d\d/)
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(0)
    await page.getByRole('banner').getByRole('button', { name: 'Reset', exact: true }).click()
    await expect.poll(() => chip(page).innerText(), SLOW).toMatch(/armed:\s*MMP\s*0 \/ 2/)
    await chip(page).click()
    await page.getByRole('dialog', { name: 'Protections' }).getByText('Market maker protection').waitFor()
    await quoteAround(maker, market, [-40])
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

describe('all my quotes', () => {
  it('11.7 are pulled by side, by key and all at once, and the fence is said', async () => {
    await quoteAround(maker, market, [-40, -44, 40, 44])
    const { page } = person
    const grid = await openOrders(page)
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(4)
    expect(await seriousFindings(page)).toEqual([])
    await pullBy(page, 'Cancel bids 2')
    await page.getByText('2 quotes cancelled').waitFor()
    await page.getByText(/^No fills after sequence number \d{16}/).waitFor()
    await expect.poll(() => grid.getByRole('button', { name: /^Cancel bid / }).count(), SLOW).toBe(0)
    expect(await pulls(grid).count()).toBe(2)

    await grid.getByRole('row').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('3')
    await page.keyboard.press('Delete')
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(1)

    await pullBy(page, 'Cancel desk quotes')
    await page.getByRole('dialog', { name: 'Cancel the desk’s quote?' }).getByRole('button', { name: 'Cancel desk quotes' }).click()
    await page.getByText('No open orders').waitFor()
    expect(person.consoleErrors).toEqual([])
  })

  it('are selected by Space and pulled together', async () => {
    await quoteAround(maker, market, [-40, 40, 44])
    const { page } = person
    const grid = await openOrders(page)
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(3)
    await grid.getByRole('row').nth(1).focus()
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Cancel selected 2' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('3')
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Cancel selected 3' }).click()
    await page.getByText('3 quotes cancelled').waitFor()
    await page.getByText('No open orders').waitFor()
  })
})

describe('the state of the platform', () => {
  it('stands in the header at all times, and below it with what still works while it is not open', async () => {
    const { page } = person
    const banner = page.getByRole('region', { name: 'State of the platform' })
    const state = page.getByRole('banner').getByRole('button', { name: /^Platform / })
    await expect.poll(() => state.innerText(), SLOW).toMatch(/open$/i)
    expect(await banner.count()).toBe(0)
    await state.focus()
    await page.getByRole('tooltip', { name: /All functions are available\.\s+No change is scheduled\./ }).waitFor({ state: 'attached' })
    await operator(product, 'platform', '--state', 'UNAVAILABLE')
    await banner.getByText('The platform is closed.').waitFor()
    expect(await state.innerText()).toMatch(/closed$/i)
    expect(
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^New RFQ/ })
        .getAttribute('title'),
    ).toBe('The platform is UNAVAILABLE: nothing is created, changed or cancelled.')
    expect(await seriousFindings(page)).toEqual([])
    await operator(product, 'platform', '--state', 'AVAILABLE_CANCEL_ONLY')
    await banner.getByText('The platform is cancel-only.').waitFor()
    expect(await state.innerText()).toMatch(/cancel only$/i)
    await operator(product, 'platform', '--state', 'AVAILABLE')
    await banner.waitFor({ state: 'detached' })
    expect(await state.innerText()).toMatch(/open$/i)
    expect(person.consoleErrors).toEqual([])
  })
})

describe('11.6 a stop of trading at the screen', () => {
  it('is heard, not read: of a desk with nothing open, by a page that cannot read what protects it', async () => {
    const { page } = person
    await page.getByRole('button', { name: /^Protected/ }).waitFor()
    await page.route('**/v2/protection/status/', (route) => route.abort())
    await stop('A program runs wild')
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toContain('A program runs wild')
    await page.getByRole('button', { name: /^Stopped/ }).waitFor()
    const newRfq = page.getByRole('banner').getByRole('button', { name: /^New RFQ/ })
    expect(await newRfq.getAttribute('aria-disabled')).toBe('true')
    await allow()
    await stopped(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Protected/ }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('that began before the page was opened is shown on it from the start', async () => {
    await stop('Overnight')
    const { page } = person
    await page.reload()
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toMatch(
      /By operator at .*: Overnight\. Only the operator can resume it\. You can still cancel orders\./,
    )
    await allow()
    await stopped(page).waitFor({ state: 'detached' })
  })
})
