/** The screen of listed spreads, for the pictures in the documentation. */
import type { Browser, Page } from 'playwright-core'
import { setTimeout as delay } from 'node:timers/promises'
import { openSeat, type sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { type Desks, desksOf } from '../protection/desks.ts'
import { cellOf, type Listed, listedSpread, markOf, openSpreads, placeBy } from '../spreads/spread-work.ts'

type Keep = (page: Page, name: string) => Promise<void>

const looks = [
  ['', 'desk'],
  ['-laptop', 'laptop'],
] as const satisfies readonly (readonly [string, keyof typeof sizes])[]

export async function spreadScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const desks = desksOf(product)
  const spread = await listedSpread(desks.maker)
  for (const [suffix, size] of looks) {
    const { page } = await openSpreads(browser, product, desks.takerTrader, size)
    await cellOf(page, spread).click()
    await page
      .getByText(/mark −?[\d,.]+$/)
      .first()
      .waitFor()
    if (size === 'desk') await quoted(page, desks, spread)
    await page.getByRole('button', { name: /^Buy .* @ / }).waitFor({ timeout: 60_000 })
    await delay(1_500)
    await keep(page, `spreads${suffix}`)
    await page.context().close()
  }
  const { page } = await openSeat(browser, product.baseUrl, desks.takerTrader, 'phone')
  await page.goto('/fs')
  await page.getByRole('tab', { name: 'All spreads' }).waitFor()
  await keep(page, 'spreads-phone')
  await page.context().close()
}

/** Another desk's book around the mark, and two own orders. */
async function quoted(page: Page, { maker, taker }: Desks, spread: Listed): Promise<void> {
  const mark = await markOf(page, spread)
  const blocks = (many: number) => many * spread.minimum
  for (const [ticks, many] of [
    [3, 9],
    [4, 12],
    [6, 21],
    [8, 8],
    [10, 30],
  ] as const)
    await placeBy(maker, spread, 'SELL', mark + ticks * spread.tick, blocks(many))
  for (const [ticks, many] of [
    [2, 11],
    [3, 15],
    [4, 8],
    [6, 25],
    [9, 14],
  ] as const)
    await placeBy(maker, spread, 'BUY', mark - ticks * spread.tick, blocks(many))
  await placeBy(taker, spread, 'SELL', mark + 8 * spread.tick, blocks(5))
  await placeBy(taker, spread, 'BUY', mark - 3 * spread.tick, blocks(4))
}
