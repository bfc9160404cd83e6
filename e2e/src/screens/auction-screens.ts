/** The auction screen, for the pictures in the documentation. */
import type { Browser, Page } from 'playwright-core'
import type { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { desksOf, sits } from '../protection/desks.ts'
import { bidOf, openAuctions, reviewBid, rowOf, sell, takeBest } from '../auctions/auction-work.ts'

type Keep = (page: Page, name: string) => Promise<void>

const looks = [
  ['', 'desk'],
  ['-laptop', 'laptop'],
] as const satisfies readonly (readonly [string, keyof typeof sizes])[]

const SHORT_MS = 45_000
const MINUTE_MS = 60_000
const [SETTLED, CHOSEN] = [3_600, 4_000]

export async function auctionScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const { takerTrader } = desksOf(product)
  const person = await openAuctions(browser, product, takerTrader)
  const settled = await sell(product, { strike: SETTLED, quantity: 175, lastsMs: SHORT_MS })
  await bid(person.page, SETTLED, '0.05')
  await sell(product, { strike: 2_500, quantity: 1_275, lastsMs: 228 * MINUTE_MS, kind: 'PUT', awards: 'SEVERAL' })
  await sell(product, { strike: 2_700, quantity: 2_140, lastsMs: 25 * MINUTE_MS, kind: 'PUT' })
  await sell(product, { strike: 3_500, quantity: 3_860, lastsMs: 115 * MINUTE_MS, startsInMs: 90 * MINUTE_MS })
  await sell(product, { strike: CHOSEN, quantity: 182, lastsMs: 6 * MINUTE_MS })
  await sell(product, { strike: 4_200, quantity: 640, lastsMs: 90 * MINUTE_MS, awards: 'SEVERAL' })
  await bid(person.page, 4_200, '0.03', '50')
  await person.page.getByRole('button', { name: /^My bids/ }).click()
  await rowOf(person.page, SETTLED)
    .getByText('Awaiting vault')
    .waitFor({ timeout: 2 * MINUTE_MS })
  await takeBest(product, settled)
  await rowOf(person.page, SETTLED)
    .getByText('Completed')
    .waitFor({ timeout: 2 * MINUTE_MS })
  await rowOf(person.page, SETTLED).click()
  await keep(person.page, 'auctions-settled')
  await person.page.context().close()
  for (const [suffix, size] of looks) {
    const { page } = await openAuctions(browser, product, takerTrader, size)
    await rowOf(page, CHOSEN).click()
    await reviewBid(page, '0.025')
    await keep(page, `auctions${suffix}`)
    await page.context().close()
  }
  const { page } = await sits(browser, product, takerTrader, 'phone')
  await page.goto('/vrfqs')
  await bidOf(page).waitFor()
  await keep(page, 'auctions-phone')
  await page.context().close()
}

/** With the test wallet, which a browser without another wallet uses. */
async function bid(page: Page, strike: number, price: string, amount?: string): Promise<void> {
  await rowOf(page, strike).click()
  if (amount !== undefined)
    await bidOf(page)
      .getByLabel(/^Amount/)
      .fill(amount)
  await reviewBid(page, price)
  await bidOf(page).getByRole('button', { name: 'Sign and bid' }).click()
  await bidOf(page).getByText('Sent, sealed until the auction closes').waitFor()
}
