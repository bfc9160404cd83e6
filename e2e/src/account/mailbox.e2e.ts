import { describe, expect, it } from 'vitest'
import type { RfqView } from '@parley/contracts'
import type { Browser } from 'playwright-core'
import { seriousFindings } from '../accessibility.ts'
import { openWindow } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { askDirectly } from '../protection/maker-bot.ts'
import { emailTo } from './emails.ts'
import { openSettings } from './settings-work.ts'

let product: Product
let browser: Browser
let desks: Desks
withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

/** `Call · 27 NOV 26 · 90k`, from a description with the same parts. */
function nameOnScreen({ description }: Pick<RfqView, 'description'>): string {
  const { strike, day } = /^Call\s+(?<day>.*?)\s+(?<strike>\d+)$/.exec(description)!.groups!
  return `Call · ${day!.toUpperCase()} · ${Number(strike) / 1_000}k`
}

describe("the demo's mailbox", () => {
  it('says that it is empty', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.goto(`${product.baseUrl}/dev/mail`)
    await page.getByText('No emails yet').waitFor()
  })

  // Proves A 11.15.
  it('shows an email as HTML, as plain text and with its links, on a desktop and on a phone', async () => {
    const { email } = product.demo.users[0]!
    const body = JSON.stringify({ email })
    await fetch(`${product.baseUrl}/account/password-reset/request/`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    await emailTo(product, email, 'PasswordReset')
    for (const size of ['desk', 'phone'] as const) {
      const { page, consoleErrors } = await openWindow(browser, product.baseUrl, size)
      await page.goto(`${product.baseUrl}/dev/mail`)
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('link', { name: 'Reset your Parley password' }).click()
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: 'Reset your password' }).waitFor()
      const link = await frame.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')
      await page.getByRole('link', { name: link! }).waitFor()
      expect(await page.locator('pre').textContent()).toContain(link)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      // The axe script cannot enter a frame without scripts, and would wait forever.
      await page.evaluate(() => document.querySelector('iframe')!.remove())
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('link', { name: link! }).click()
      await page.waitForURL(/\/set-password\//)
      expect(consoleErrors).toEqual([])
    }
  })

  // Proves A 4.47.
  it("contains the desk's notifications for users who have closed the page, while Email is switched on", async () => {
    const { taker, makerDesk, trader, administrator } = desks
    const off = await sits(browser, product, administrator)
    const dialog = await openSettings(off.page, 'Notifications')
    const saved = off.page.waitForResponse((response) => response.request().method() === 'PATCH')
    await dialog
      .getByRole('switch', { name: 'Email' })
      .or(dialog.getByLabel('Email', { exact: true }))
      .first()
      .click()
    expect((await saved).status()).toBe(200)
    const on = await sits(browser, product, trader)
    for (const { context } of [off, on]) await context.close()
    // The product notices that a page is closed when its connection ends, which may take a while on a busy machine. The test sends RFQs to the maker
    // until then.
    const named: string[] = []
    const digest = () => emailTo(product, trader.email, 'Digest', 0).catch(() => undefined)
    const askAgain = async () => {
      named.push(nameOnScreen((await askDirectly(taker, makerDesk.ticker)).rfq))
      return digest()
    }
    await expect.poll(askAgain, { interval: 1_000, timeout: 60_000 }).toBeDefined()
    // The subject of an email about one RFQ is tested in the server.
    const { text } = (await digest())!
    expect(text).toContain('RFQ received')
    expect(named.some((name) => text.replace(/\s+/g, ' ').includes(name))).toBe(true)
    await expect(emailTo(product, administrator.email, 'Digest', 1_000)).rejects.toThrow('no letter of kind Digest')
  })
})
