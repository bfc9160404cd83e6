/** The perpetuals screen, for the pictures in the documentation. */
import { perpetualCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '../product.ts'
import { type Desks, desksOf } from '../protection/desks.ts'
import { PERPETUAL } from '../protocol/perpetual-writes.ts'
import { bestBid, openPerpetuals, orderOf, placeOrder } from '../perpetuals/perpetual-work.ts'

type Keep = (page: Page, name: string) => Promise<void>

const BELOW = [150, 400] as const
const SETTLED_MS = 3_000

export async function perpetualScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const desks = desksOf(product)
  for (const [suffix, size] of [
    ['', 'desk'],
    ['-laptop', 'laptop'],
    ['-phone', 'phone'],
  ] as const) {
    // prettier-ignore
    const { page } = await openPerpetuals(browser, product, desks.takerTrader, size)
    if (size === 'desk') await traded(page, desks)
    await orderOf(page).getByRole('radio', { name: 'Limit' }).click()
    if (size !== 'phone')
      await orderOf(page)
        .getByLabel('Price (USD)')
        .fill(String((await bestBid(page)) - 100))
    await orderOf(page).getByLabel('Size', { exact: true }).fill('0.25')
    await delay(SETTLED_MS)
    await keep(page, `perpetuals${suffix}`)
    await page.context().close()
  }
}

/** A long position from the ticket, a short one as well, and two orders from the desk's program listed below the book. */
async function traded(page: Page, { taker }: Desks): Promise<void> {
  await placeOrder(page, 'Buy', '0.4')
  await page.getByRole('grid', { name: 'your perpetual positions' }).locator('[data-row]').first().waitFor()
  const short = { market: 'ETH-USD-PERP', side: 'SELL', kind: 'MARKET', quantity: '3' } as const
  await taker.call(perpetualCalls.placePerpetualOrder, { body: short })
  const bid = Math.round(await bestBid(page))
  for (const below of BELOW) {
    const body = { market: PERPETUAL, side: 'BUY', kind: 'LIMIT', quantity: '0.1', price: String(bid - below) } as const
    await taker.call(perpetualCalls.placePerpetualOrder, { body })
  }
}
