import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { closeWindows, openBrowser, sizes } from '../browser.ts'

/** The page that the product serves at /docs/api: a single file without scripts. */
const PAGE = new URL('../../../docs/protocol/dist/api.html', import.meta.url).href
/** One of each kind: the hundreds after them are generated in the same way, and axe takes minutes for all. */
const LOOKED_AT = 4

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => closeWindows(browser))

describe('the reference at /docs/api', () => {
  it.each([
    ['light', 'desk'],
    ['dark', 'desk'],
    ['light', 'phone'],
    ['dark', 'phone'],
  ] as const)('has nothing that somebody could not read or reach, %s, on a %s', async (colorScheme, size) => {
    const context = await browser.newContext({ colorScheme, viewport: sizes[size], reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(PAGE)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.evaluate((most) => {
      for (const parent of document.querySelectorAll('main, nav ul, tbody')) {
        const seen = new Map<string, number>()
        for (const child of [...parent.children]) {
          const count = (seen.get(child.tagName) ?? 0) + 1
          seen.set(child.tagName, count)
          if (count > most && /^(ARTICLE|LI|TR)$/.test(child.tagName)) child.remove()
        }
      }
      for (const details of document.querySelectorAll('details')) details.open = true
    }, LOOKED_AT)
    expect(await seriousFindings(page)).toEqual([])
    // Everything in it can be reached with the keyboard, first of all the link that skips the list.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
    await context.close()
  })
})
