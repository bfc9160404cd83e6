import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

/** Undefined while everything in the header has its place. */
const cutIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const header = document.querySelector('header')!
    const title = header.querySelector('h1')!
    if (header.scrollWidth > header.clientWidth) return `the header is ${header.scrollWidth - header.clientWidth} px too long`
    return title.scrollWidth > title.clientWidth ? `the title has ${title.clientWidth} px of ${title.scrollWidth}` : undefined
  })

describe('the header of a market of three venues', () => {
  it.each([1280, 1440, 1500, 1600, 1879, 1880, 1920])('has room for its title and every figure, %d px wide', async (width) => {
    const { page } = await sits(browser, product, desks.takerTrader)
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.locator('header').innerText()).toMatch(/BTC\s+9\d,\d{3}\.\d\d/)
    await expect.poll(() => cutIn(page)).toBeUndefined()
  })
})
