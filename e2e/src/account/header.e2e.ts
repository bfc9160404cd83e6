/** The header with every venue of the demo: its title and its button have their room at the usual sizes. */
import type { Browser } from 'playwright-core'
import { expect, it } from 'vitest'
import { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { sits } from '../protection/desks.ts'
import { createUser } from './operator.ts'

let product: Product
let browser: Browser
withProductAndBrowser((opened) => ({ product, browser } = opened))

it('cuts neither its title nor its button, and offers currencies and venues in lists', async () => {
  const { page } = await sits(browser, product, await createUser(product, 'non-us', 'trader'), 'desk')
  const header = page.getByRole('banner')
  await header.getByRole('combobox', { name: 'Venue' }).waitFor()
  const folder = process.env['PARLEY_SHOTS']
  for (const size of ['desk', 'laptop'] as const) {
    await page.setViewportSize(sizes[size])
    const title = header.getByRole('heading', { name: 'Unified Markets' })
    await title.waitFor()
    if (folder !== undefined) await page.screenshot({ path: `${folder}/header-${size}.png` })
    expect(await title.evaluate((words) => words.scrollWidth <= words.clientWidth), size).toBe(true)
    const button = (await header.getByRole('button', { name: /New RFQ/ }).boundingBox())!
    expect(button.x + button.width, size).toBeLessThanOrEqual(sizes[size].width)
  }
})
