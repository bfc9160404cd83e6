import type { Client } from '@parley/client'
import { directRfqCalls, type GroupRfqView, obCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSection } from '../account/desk-work.ts'
import { operator } from '../account/operator.ts'
import { clientOf } from '../account/session-client.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, openOrders, protectionsAt, pulls, sits, stopped } from './desks.ts'
import { askDirectly, openMarketOf, quoteAround, quoteDirectly } from './maker-bot.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let market: GroupRfqView

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(async () => {
  market = await openMarketOf(desks.maker, 'ETH')
})
afterEach(async () => {
  // Lifts stops that a failed test has left.
  for (const { user_name: name } of (await desks.maker.call(protectionCalls.getProtection, {})).stops)
    await operator(product, 'resume-trading', '--desk', desks.makerDesk.ticker, ...whomOf(name))
  await desks.maker.call(protectionCalls.cancelAll, { body: {} })
})

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

describe('11.6 the kill switch of one', () => {
  it('11.6 person cancels what they quoted in both flows and refuses their next quote, while the desk goes on', async () => {
    const person = await clientOf(product, desks.trader)
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    const own = await quoteAround(person, market, [-40, 40])
    await quoteDirectly(person, asked, [-40])
    const ofProgram = await quoteAround(desks.maker, market, [-50])
    const boss = await sits(browser, product, desks.administrator)
    const stoppedOne = await sits(browser, product, desks.trader)
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
    const log = await logOf(boss.page)
    for (const words of [
      /Stopped trading.*why Priced the wrong expiry/s,
      /Cancelled other users’ open orders.*orders 2/s,
      /Cancelled other users’ open orders.*orders 1/s,
    ])
      await log.filter({ hasText: words }).filter({ hasText: desks.administrator.name }).first().waitFor()
    expect([boss.consoleErrors, stoppedOne.consoleErrors]).toEqual([[], []])
  })

  it('11.6 key cancels what its program quoted and refuses its next quote, while the people go on', async () => {
    const person = await clientOf(product, desks.trader)
    await quoteAround(desks.maker, market, [-40, 40, 44])
    const ofPerson = await quoteAround(person, market, [-50])
    const boss = await sits(browser, product, desks.administrator)
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

  it('11.6 person by the operator is told to them, and no administrator of the desk ends it', async () => {
    const person = await clientOf(product, desks.trader)
    await quoteAround(person, market, [-40, 40])
    const { page } = await sits(browser, product, desks.trader)
    const whom = ['--desk', desks.makerDesk.ticker, '--email', desks.trader.email]
    const said = await operator(product, 'stop-trading', ...whom, '--why', 'Asked by the venue')
    expect(said).toMatch(/^Trading is stopped; 2 orders and quotes are cancelled\. None of them can fill after \d+:\d+/)
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toMatch(/By operator at .*: Asked by the venue/)
    expect(await resting()).toEqual([])
    await pastOf(page, 'by operator (kill switch)', 2)
    const message = 'Trading was stopped by the operator: Asked by the venue. Only the operator can resume it.'
    await expect(quoteOnce(person)).rejects.toMatchObject({ error: 'TradingIsStopped', message })

    const boss = await sits(browser, product, desks.administrator)
    const dialog = await protectionsAt(boss.page, 'Kill switch')
    await dialog.getByRole('button', { name: 'Resume trading' }).click()
    const question = boss.page.getByRole('dialog', { name: 'Resume trading?' })
    await question.getByRole('button', { name: 'Resume trading' }).click()
    await question.getByText('Trading was stopped by the operator. Only the operator can resume it.').waitFor()

    const log = await logOf(boss.page)
    for (const words of [/Stopped trading.*why Asked by the venue/s, /Cancelled other users’ open orders.*orders 2/s])
      await log.filter({ hasText: words }).filter({ hasText: 'Operator' }).first().waitFor()

    expect(await operator(product, 'resume-trading', ...whom)).toContain('Trading is resumed.')
    await stopped(page).waitFor({ state: 'detached' })
    await quoteOnce(person)
  })
})
