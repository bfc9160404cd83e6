import type { Client } from '@parley/client'
import { directRfqCalls, type GroupRfqView, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSection } from '../account/desk-work.ts'
import { operator } from '../account/operator.ts'
import { clientOf } from '../account/session-client.ts'
import type { Person } from '../browser.ts'
import { clearPage, ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, openOrders, protectionsAt, pulls, sits, stopped } from './desks.ts'
import { askDirectly, openMarketOf, quoteAround, quoteDirectly } from './maker-bot.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let market: GroupRfqView
/** An administrator and a trader of the making desk. */
let boss: Person
let trader: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  market = await openMarketOf(desks.maker, 'ETH')
  await stop('Overnight')
  trader = await sits(browser, product, desks.trader)
  boss = await sits(browser, product, desks.administrator)
})
afterEach(async () => {
  // Lifts stops that a failed test has left.
  for (const { user_name: name } of (await desks.maker.call(protectionCalls.getProtection, {})).stops)
    await operator(product, 'resume-trading', '--desk', desks.makerDesk.ticker, ...whomOf(name))
  await desks.maker.call(protectionCalls.cancelAll, { body: {} })
  for (const { page } of [boss, trader]) await clearPage(page)
})

const ofDesk = (): readonly string[] => ['--desk', desks.makerDesk.ticker]
const stop = (why: string) => operator(product, 'stop-trading', ...ofDesk(), '--why', why)
const allow = () => operator(product, 'resume-trading', ...ofDesk())
const whomOf = (name: string | null): readonly string[] =>
  name === desks.trader.name ? ['--email', desks.trader.email] : name === null ? [] : ['--name', name]

/** The sides and prices of the desk's resting quotes, as its program reads them. */
async function resting(): Promise<readonly string[]> {
  const { results } = await desks.maker.call(obCalls.listQuotes, { query: { status: 'OPEN' } })
  return results.map(({ side, price }) => `${side} ${price}`).toSorted()
}

const quoteOnce = (by: Client) => quoteAround(by, market, [-60])

/** Chooses the user to stop, gives a reason, and confirms. Returns the message that follows. */
async function stopOne(page: Page, who: string, why: string): Promise<string> {
  const dialog = await protectionsAt(page, 'Kill switch')
  await dialog.getByRole('radio', { name: 'One person or key' }).click()
  expect(await dialog.getByRole('button', { name: 'Stop selected' }).getAttribute('title')).toBe('Choose a person or key.')
  await dialog.getByLabel('Person or key', { exact: true }).selectOption({ label: who })
  await dialog.getByLabel('Reason (visible to your desk)').fill(why)
  await dialog.getByRole('button', { name: 'Stop selected' }).click()
  const question = page.getByRole('dialog', { name: `Stop ${who}?` })
  await question.getByText(`All quotes, resting limits and open RFQs sent by ${who} will be cancelled, in both flows.`).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel theirs and stop' }).click()
  const message = page.getByText(new RegExp(`^${who} is stopped · \\d+ orders? cancelled$`))
  await message.waitFor()
  await page.getByText(/^No fills after sequence number \d{16}/).waitFor()
  return message.innerText()
}

async function allowAgain(page: Page): Promise<void> {
  const dialog = await protectionsAt(page, 'Kill switch')
  await dialog.getByRole('button', { name: 'Resume trading' }).click()
  await page.getByRole('dialog', { name: 'Resume trading?' }).getByRole('button', { name: 'Resume trading' }).click()
  await dialog.getByText('Trading is enabled.').waitFor()
}

/** The past orders that ended in this way, once there are as many. */
async function pastOf(page: Page, reason: string, count: number): Promise<Locator> {
  await page.getByRole('tab', { name: /^Order History/ }).click()
  const past = page.getByRole('grid', { name: 'order history' }).getByRole('row').filter({ hasText: reason })
  await expect.poll(() => past.count(), SLOW).toBe(count)
  return past
}

/** The entries of the desk's log, in the window of an administrator. */
async function logOf(page: Page): Promise<Locator> {
  await openSection(page, 'audit-log')
  return page.getByRole('row')
}

describe('11.6 a stop of trading at the screen', () => {
  it('that began before the page was opened is shown on it from the start', async () => {
    const { page } = trader
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toMatch(
      /By operator at .*: Overnight\. Only the operator can resume it\. You can still cancel orders\./,
    )
    await allow()
    await stopped(page).waitFor({ state: 'detached' })
  })
})

describe('11.6 the kill switch of one', () => {
  it('11.6 person cancels what they quoted in both flows and refuses their next quote, while the desk goes on', async () => {
    const person = await clientOf(product, desks.trader)
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    const own = await quoteAround(person, market, [-40, 40])
    await quoteDirectly(person, asked, [-40])
    const ofProgram = await quoteAround(desks.maker, market, [-50])
    const stoppedOne = trader
    const grid = await openOrders(stoppedOne.page)
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(4)

    expect(await stopOne(boss.page, desks.trader.name, 'Priced the wrong expiry')).toBe(
      `${desks.trader.name} is stopped · 3 orders cancelled`,
    )
    await expect.poll(() => pulls(grid).count(), SLOW).toBe(1)
    expect(await resting()).toEqual([`BUY ${ofProgram[0]}`])
    expect(await resting()).not.toContain(`BUY ${own[0]}`)

    const words = await stopped(stoppedOne.page).innerText()
    expect(words).toContain(`Trading is stopped for ${desks.trader.name}.`)
    expect(words).toContain('Priced the wrong expiry')
    const pulledBy = `by ${desks.administrator.name} (kill switch)`
    await stoppedOne.page.getByText(`cancelled ${pulledBy}`).first().waitFor()
    const direct = (await pastOf(stoppedOne.page, pulledBy, 3)).filter({ hasText: /Call (?!Spread)/ })
    await direct.first().click()
    await expect.poll(() => ticketOf(stoppedOne.page).innerText(), SLOW).toMatch(/Bid cancelled [\d:.]+ by [^\n(]+ \(kill switch\)/)
    expect(await ticketOf(stoppedOne.page).innerText()).toContain(pulledBy)
    // The other side sees neither the name nor that a stop has happened.
    const views = await Promise.all([
      desks.taker.call(directRfqCalls.getRfqRecord, { params: { id: asked.rfq.id } }),
      desks.taker.call(directRfqCalls.getRfqOrders, { params: { id: asked.rfq.id } }),
      desks.taker.call(obCalls.getRfqQuotes, { params: { id: market.id } }),
    ])
    for (const unseen of [desks.administrator.name, 'TRADING_STOPPED']) expect(JSON.stringify(views)).not.toContain(unseen)

    const refused = {
      error: 'TradingIsStopped',
      message:
        'Trading was stopped by an administrator of your desk: Priced the wrong expiry. An administrator or the operator can resume it.',
    }
    await expect(quoteOnce(person)).rejects.toMatchObject(refused)
    await expect(quoteDirectly(person, asked, [-41])).rejects.toMatchObject(refused)
    await quoteAround(desks.maker, market, [-51])
    // Only the named user is stopped; the others see it in the panel.
    expect(await stopped(boss.page).count()).toBe(0)

    await allowAgain(boss.page)
    await stopped(stoppedOne.page).waitFor({ state: 'detached' })
    await quoteOnce(person)
    await boss.page.keyboard.press('Escape')
    await pastOf(boss.page, pulledBy, 3)
    expect([boss.consoleErrors, stoppedOne.consoleErrors]).toEqual([[], []])
  })

  it('11.6 key cancels what its program quoted and refuses its next quote, while the people go on', async () => {
    const person = await clientOf(product, desks.trader)
    await quoteAround(desks.maker, market, [-40, 40, 44])
    const ofPerson = await quoteAround(person, market, [-50])
    const dialog = await protectionsAt(boss.page, 'Kill switch')
    await dialog.getByRole('radio', { name: 'One person or key' }).click()
    const names = await dialog.getByLabel('Person or key', { exact: true }).getByRole('option').allInnerTexts()
    const key = names.find((name) => name.startsWith('Key '))!

    expect(await stopOne(boss.page, key, '')).toBe(`${key} is stopped · 3 orders cancelled`)
    expect(await resting()).toEqual([`BUY ${ofPerson[0]}`])
    await expect(quoteOnce(desks.maker)).rejects.toMatchObject({ error: 'TradingIsStopped' })
    await quoteAround(person, market, [-51])
    await allowAgain(boss.page)
    await quoteOnce(desks.maker)
    expect(boss.consoleErrors).toEqual([])
  })
})

describe('11.6 the kill switch', () => {
  it('pressed in one window pulls everything and stops the desk in the other, until an administrator allows it again', async () => {
    await quoteAround(desks.maker, market, [-40, 40, 44])
    const other = trader
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
    await expect(quoteAround(desks.maker, market, [-40])).rejects.toMatchObject({ error: 'TradingIsStopped' })
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
  })
})

describe('11.6 the kill switch of the operator', () => {
  it('11.6 person by the operator is told to them, and no administrator of the desk ends it', async () => {
    const person = await clientOf(product, desks.trader)
    await quoteAround(person, market, [-40, 40])
    const { page } = trader
    const whom = ['--desk', desks.makerDesk.ticker, '--email', desks.trader.email]
    const said = await operator(product, 'stop-trading', ...whom, '--why', 'Asked by the venue')
    expect(said).toMatch(/^Trading is stopped; 2 orders and quotes are cancelled\. None of them can fill after \d+:\d+/)
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toMatch(/By operator at .*: Asked by the venue/)
    expect(await resting()).toEqual([])
    await pastOf(page, 'by operator (kill switch)', 2)
    const message = 'Trading was stopped by the operator: Asked by the venue. Only the operator can resume it.'
    await expect(quoteOnce(person)).rejects.toMatchObject({ error: 'TradingIsStopped', message })

    const dialog = await protectionsAt(boss.page, 'Kill switch')
    await dialog.getByRole('button', { name: 'Resume trading' }).click()
    const question = boss.page.getByRole('dialog', { name: 'Resume trading?' })
    await question.getByRole('button', { name: 'Resume trading' }).click()
    await question.getByText('Trading was stopped by the operator. Only the operator can resume it.').waitFor()

    expect(await operator(product, 'resume-trading', ...whom)).toContain('Trading is resumed.')
    await stopped(page).waitFor({ state: 'detached' })
    await quoteOnce(person)
  })
})

describe('11.6 the audit log of the desk', () => {
  it('11.6 has who stopped whom, why, and whose orders were cancelled', async () => {
    const log = await logOf(boss.page)
    for (const words of [
      /Stopped trading.*why Priced the wrong expiry/s,
      /Cancelled other users’ open orders.*orders 2/s,
      /Cancelled other users’ open orders.*orders 1/s,
    ])
      await log.filter({ hasText: words }).filter({ hasText: desks.administrator.name }).first().waitFor()
    for (const words of [/Stopped trading.*why Asked by the venue/s, /Cancelled other users’ open orders.*orders 2/s])
      await log.filter({ hasText: words }).filter({ hasText: 'Operator' }).first().waitFor()
  })
})

describe('the state of the platform', () => {
  // Proves T 4.23.
  it('stands in the header at all times, and below it with what still works while it is not open', async () => {
    const { page } = trader
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
    expect(trader.consoleErrors).toEqual([])
  })
})

describe('11.6 a stop of trading', () => {
  it('is heard, not read: of a desk with nothing open, by a page that cannot read what protects it', async () => {
    const { page } = trader
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Protected/ })
      .waitFor()
    await page.route('**/v2/protection/status/', (route) => route.abort())
    await stop('A program runs wild')
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toContain('A program runs wild')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Stopped/ })
      .waitFor()
    const newRfq = page.getByRole('banner').getByRole('button', { name: /^New RFQ/ })
    expect(await newRfq.getAttribute('aria-disabled')).toBe('true')
    await allow()
    await stopped(page).waitFor({ state: 'detached' })
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Protected/ })
      .waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
