/**
 * The builder's text line by keyboard, pointer and clipboard, and the taker's ticket under a pointer and while the server is silent. In web,
 * RfqBuilder.test.tsx tests how the builder parses a line and why it rejects one, and taker-ticket.test.tsx and risk-in-ticket.test.tsx test what the
 * ticket's button shows and sends, its refusals and the risk.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Person } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { type Picked, pickCallSpread } from '../structures.ts'
import { askDirectly, quoteDirectly } from '../protection/maker-bot.ts'
import { clearPage, openTicketOf, ticketOf } from './desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
let picked: Picked

let person: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  picked = await pickCallSpread(desks.taker, 'BTC')
  person = await sits(browser, product, desks.takerTrader)
})
afterEach(() => clearPage(person.page))

const isOff = async (button: Locator): Promise<boolean> => (await button.getAttribute('aria-disabled')) === 'true'

const builderOf = (page: Page): Locator => page.getByRole('dialog', { name: 'New RFQ' })
const lineIn = (page: Page): Locator => builderOf(page).getByLabel('Paste or type an RFQ')
const quantityIn = (page: Page): Locator => builderOf(page).getByLabel('Quantity (BTC)')
const sendIn = (page: Page): Locator => builderOf(page).getByRole('button', { name: /^Send RFQ to/ })
const press = (page: Page, name: string): Promise<void> => builderOf(page).getByRole('button', { name, exact: true }).click()
/** The instruments of the legs, as named in their rows. */
const legsIn = (page: Page): Promise<string[]> =>
  builderOf(page)
    .getByRole('radiogroup', { name: /^Side of / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!.replace('Side of ', '')))

describe('3.15 the line of the builder', () => {
  it('3.15 has the focus after N, two tabs before the quantity; the chain and the list of structures are one tab stop each', async () => {
    const { page } = person
    await pressNewRfq(page)
    await expect.poll(() => legsIn(page)).toHaveLength(2)
    // How the example, an unreadable line, and legs that differ from their line are shown.
    await builderOf(page).getByText('Example').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const [call] = picked.instruments
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    await expect.poll(focused).toBe('Paste or type an RFQ')
    await page.keyboard.type(`${call!.name} 12,5x`)
    await builderOf(page).getByRole('button', { name: 'Use 12.5' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await lineIn(page).fill('')
    await page.keyboard.type(`${call!.name} 30`)
    await expect.poll(() => quantityIn(page).inputValue()).toBe('30')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => quantityIn(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => builderOf(page).getByRole('tabpanel', { name: 'Strikes' }).locator('[tabindex="0"]').count()).toBe(1)
    const list = builderOf(page).getByRole('navigation', { name: 'Structure' }).getByRole('listitem').getByRole('button')
    await expect.poll(() => list.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(1)
    await builderOf(page).getByRole('button', { name: 'Straddle', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Strangle')
    const money = builderOf(page).locator('tr[data-money]')
    await expect.poll(() => isInView(money)).toBe(true)
    await expect.poll(() => isInView(builderOf(page).getByRole('tab', { selected: true }))).toBe(true)
    await quantityIn(page).fill('12,5')
    await builderOf(page).getByRole('alert').getByText('12,5 is not a valid number.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await press(page, 'Close')
    await pressNewRfq(page)
    await expect.poll(() => legsIn(page)).toHaveLength(2)
    await expect.poll(() => isInView(money)).toBe(true)
  })

  it('3.15 is understood in the filter box and in the palette as in the builder, which also cancels, and shows lists', async () => {
    const { page, consoleErrors } = person
    const name = picked.instruments[0]!.name
    const filter = page.getByLabel('Filter, or paste an RFQ')
    await filter.fill(`${name} 50 fooo`)
    const hint = page.getByRole('status', { name: 'RFQ line' })
    await expect.poll(() => hint.innerText()).toContain('“fooo” was not recognised.')
    await filter.fill(`sell ${name} 12,5x`)
    await hint.getByRole('button', { name: 'Use 12.5' }).click()
    await expect.poll(() => filter.inputValue()).toBe(`sell ${name} 12.5x`)
    await expect.poll(() => hint.innerText()).toMatch(/✓ Understood: Call · .* · 1 leg · 12\.5 · sell: kept for your ticket/)
    expect(await seriousFindings(page)).toEqual([])
    await filter.press('Enter')
    await expect.poll(() => legsIn(page)).toEqual([name])
    expect(await quantityIn(page).inputValue()).toBe('12.5')
    await press(page, 'Close')
    await filter.fill('')

    const palette = page.getByRole('dialog', { name: 'Commands' })
    const box = palette.getByRole('combobox')
    const opens = async (words: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await box.fill(words)
    }
    await opens('')
    const top = (await box.boundingBox())!.y
    await box.fill(`${name} 25x anon`)
    await palette.getByRole('option', { name: /^New RFQ: Call · .* · 25 · anonymous/ }).waitFor()
    expect((await box.boundingBox())!.y).toBe(top)
    await box.fill(`${name} 25x`)
    await palette.getByRole('option', { name: /^New RFQ: Call · .* · 25/ }).waitFor()
    await box.press('Enter')
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await page.keyboard.press('Control+Enter')
    await builderOf(page).waitFor({ state: 'detached' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect.poll(() => isOff(ticketOf(page).getByRole('button', { name: 'Copy line' }))).toBe(false)
    await opens('copy the shown rfq')
    await palette.getByRole('option', { name: 'Copy the shown RFQ as text' }).waitFor()
    await box.press('Enter')
    await page.getByText('Line copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^BTC \d{1,2}[A-Z]{3}\d{2} [\d.]+k? call 25x$/)
    // The desk has other open RFQs as well.
    await opens('cancel rfq 25 × call')
    const cancel = palette.getByRole('option', { name: /^Cancel RFQ BTC 25 × Call · / })
    // Another row may match as well: the digits of an RFQ's own id count too.
    await cancel.hover()
    await box.press('Enter')
    await palette.getByRole('option', { name: /^Press Enter again: cancel RFQ BTC 25 × Call/ }).waitFor()
    await box.press('Enter')
    await palette.waitFor({ state: 'detached' })
    await opens('cancel rfq 25 × call')
    await expect.poll(() => cancel.count()).toBe(0)
    await box.fill('show order history')
    await box.press('Enter')
    await expect.poll(() => page.getByRole('tab', { name: 'Order History' }).getAttribute('aria-selected')).toBe('true')
    expect(consoleErrors).toEqual([])
  })
})

/** Whether it is completely visible within its scroll container. */
const isInView = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const around = element.closest('[role=tablist], [role=tabpanel]')!.getBoundingClientRect()
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isLevel = element.matches('[role=tab]') ? left >= around.left && right <= around.right : true
    return isLevel && top >= around.top && bottom <= around.bottom + 1
  })

const entryOf = (page: Page): Locator => ticketOf(page).getByRole('region', { name: 'Trade' })
const button = (page: Page, name: RegExp): Locator => entryOf(page).getByRole('button', { name })
const quantityField = (page: Page): Locator => entryOf(page).getByLabel('Quantity', { exact: true })

describe("the taker's ticket", () => {
  it('shows the risk of the side under the pointer, keeps its height when it refuses, and draws and confirms old prices once the server is silent', async () => {
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    await quoteDirectly(desks.maker, asked, [4], '100')
    const { page } = person
    await openTicketOf(page, asked.rfq)
    await button(page, /^Buy \d/).waitFor()
    const risk = ticketOf(page).getByRole('region', { name: 'Greeks and pay-off' })
    await button(page, /^Sell /).hover()
    await risk.getByRole('heading', { name: /^If sold 100 at / }).waitFor()
    await button(page, /^Buy /).hover()
    await risk.getByRole('heading', { name: /^If bought 100 at / }).waitFor()
    await risk.getByRole('img', { name: /^Pay-off from [\d,]+ to [\d,]+, spot [\d,]+$/ }).waitFor()
    // The space below the buttons is reserved with and without a message.
    const buy = button(page, /^Buy /)
    const pressableAt = (await buy.boundingBox())!.y
    await quantityField(page).fill('5')
    await expect.poll(() => buy.getAttribute('aria-disabled')).toBe('true')
    expect((await buy.boundingBox())!.y).toBe(pressableAt)
    expect(await seriousFindings(page)).toEqual([])
    await quantityField(page).fill('100')
    // The price to confirm has arrived before the server stops responding.
    await expect.poll(() => button(page, /^Buy 100/).getAttribute('aria-disabled')).not.toBe('true')
    const armed = button(page, /^Again: Buy 100 @ .*Prices are [\d.]+ [sm] old/)
    process.kill(product.pid, 'SIGSTOP')
    try {
      await page.getByText(/^Silent · /).waitFor()
      const inkOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).textDecorationStyle)
      const prices = [
        ticketOf(page).getByRole('button', { name: /^Ask / }).first(),
        ticketOf(page).getByRole('region', { name: 'Legs' }).getByRole('row').nth(1).getByRole('cell').nth(3),
        page
          .locator(`[role="row"][data-row$="${asked.rfq.id}"]`)
          .getByRole('gridcell')
          .filter({ hasText: /^[\d.]+$/ })
          .last(),
      ]
      for (const price of prices) expect(await inkOf(price)).toBe('dotted')
      await entryOf(page)
        .getByText(/^Prices are [\d.]+ [sm] old\. You will be asked to confirm/)
        .waitFor()
      await button(page, /^Buy 100/).click()
      await armed.waitFor()
    } finally {
      process.kill(product.pid, 'SIGCONT')
    }
    await page.getByText(/^Live/).first().waitFor(SLOW)
  })
})
