/**
 * The taker's ticket under a pointer and while the server is silent. taker-ticket.test.tsx and risk-in-ticket.test.tsx in web test what its button
 * shows and sends, its refusals and the risk.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { askDirectly, quoteDirectly } from '../protection/maker-bot.ts'
import { rowsOf, ticketOf } from './desk-work.ts'

const SLOW = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

const entryOf = (page: Page): Locator => ticketOf(page).getByRole('region', { name: 'Trade' })
const button = (page: Page, name: RegExp): Locator => entryOf(page).getByRole('button', { name })
const quantityField = (page: Page): Locator => entryOf(page).getByLabel('Quantity', { exact: true })
const isDisabled = (one: Locator): Promise<string | null> => one.getAttribute('aria-disabled')

describe("the taker's ticket", () => {
  it('shows the risk of the side under the pointer, keeps its height when it refuses, and draws and confirms old prices once the server is silent', async () => {
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    await quoteDirectly(desks.maker, asked, [4], '100')
    const { page } = await sits(browser, product, desks.takerTrader)
    await rowsOf(page).nth(1).click()
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
    await expect.poll(() => isDisabled(buy)).toBe('true')
    expect((await buy.boundingBox())!.y).toBe(pressableAt)
    expect(await seriousFindings(page)).toEqual([])
    await quantityField(page).fill('100')
    // The price to confirm has arrived before the server stops responding.
    await expect.poll(() => isDisabled(button(page, /^Buy 100/))).not.toBe('true')
    const armed = button(page, /^Again: Buy 100 @ .*Prices are [\d.]+ [sm] old/)
    process.kill(product.pid, 'SIGSTOP')
    try {
      await page.getByText(/^Silent · /).waitFor()
      const inkOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).textDecorationStyle)
      const prices = [
        ticketOf(page).getByRole('button', { name: /^Ask / }).first(),
        ticketOf(page).getByRole('region', { name: 'Legs' }).getByRole('row').nth(1).getByRole('cell').nth(3),
        page
          .getByRole('grid')
          .first()
          .getByRole('row')
          .nth(1)
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
