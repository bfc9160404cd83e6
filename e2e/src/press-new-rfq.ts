import type { Page } from 'playwright-core'

/** Opens the builder by its key, once its button is enabled: a newly loaded page does not know yet whether the market is open. */
export async function pressNewRfq(page: Page): Promise<void> {
  await page.locator('button:not([aria-disabled])').filter({ hasText: 'New RFQ' }).first().waitFor()
  await page.keyboard.press('n')
}
