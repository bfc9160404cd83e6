/** The leaderboard and the choice to be named, for the pictures in the documentation. */
import type { Browser, Page } from 'playwright-core'
import type { Product } from '../product.ts'
import { desksOf, sits } from '../protection/desks.ts'
import { tradedInThePast } from '../leaderboard/past-days.ts'

type Keep = (page: Page, name: string) => Promise<void>

export async function leaderboardScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  await tradedInThePast(product.dataDir)
  const { administrator } = desksOf(product)
  for (const [suffix, size] of [
    ['', 'desk'],
    ['-laptop', 'laptop'],
    ['-phone', 'phone'],
  ] as const) {
    const { page } = await sits(browser, product, administrator, size)
    await page.goto('/leaderboard')
    await page.getByText(/^as of /).waitFor()
    await keep(page, `leaderboard${suffix}`)
    if (size === 'laptop') {
      await page.goto('/dashboard/leaderboard/')
      await page.getByRole('radio', { name: 'Under your firm’s name' }).check()
      await keep(page, 'dashboard-leaderboard')
    }
    await page.context().close()
  }
}
