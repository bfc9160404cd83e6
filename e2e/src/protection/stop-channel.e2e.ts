import type { Browser } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { operator } from '../account/operator.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, stopped } from './desks.ts'

let product: Product
let browser: Browser
let desks: Desks
let isStopped = false

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
afterEach(async () => {
  if (isStopped) await allow()
})

const ofDesk = (): readonly string[] => ['--desk', desks.makerDesk.ticker]
async function allow(): Promise<void> {
  await operator(product, 'allow-trading', ...ofDesk())
  isStopped = false
}

describe('11.6 a stop of trading at the screen', () => {
  it('is heard, not read: of a desk with nothing open, by a page that cannot read what protects it', async () => {
    const { page } = await sits(browser, product, desks.trader)
    await page.getByRole('button', { name: /^Protected/ }).waitFor()
    await page.route('**/v2/protection/status/', (route) => route.abort())
    await operator(product, 'stop-trading', ...ofDesk(), '--why', 'A program runs wild')
    isStopped = true
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toContain('A program runs wild')
    await page.getByRole('button', { name: /^Stopped/ }).waitFor()
    const newRfq = page.getByRole('banner').getByRole('button', { name: /^New RFQ/ })
    expect(await newRfq.getAttribute('aria-disabled')).toBe('true')
    await allow()
    await stopped(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Protected/ }).waitFor()
  })

  it('that began before the page was opened stands on it from the start', async () => {
    await operator(product, 'stop-trading', ...ofDesk(), '--why', 'Overnight')
    isStopped = true
    const { page } = await sits(browser, product, desks.trader)
    await stopped(page).waitFor()
    expect(await stopped(page).innerText()).toMatch(
      /By operator at .*: Overnight\. Only the operator allows it again; you can still cancel\./,
    )
    await allow()
    await stopped(page).waitFor({ state: 'detached' })
  })
})
