import type { Page } from 'playwright-core'

/** A newly loaded page does not know yet whether the market is open, and its key does nothing until then. */
export const untilNewRfqIsEnabled = (page: Page): Promise<void> =>
  page.locator('button:not([aria-disabled])').filter({ hasText: 'New RFQ' }).first().waitFor()

/** Opens the builder by its key, once its button is enabled. */
export async function pressNewRfq(page: Page): Promise<void> {
  await untilNewRfqIsEnabled(page)
  await page.keyboard.press('n')
}
