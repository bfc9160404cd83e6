/** Buttons that ask before they act: the second press does it. */
import type { Locator } from 'playwright-core'

/** So long a button waits for its second press, as `TradeButton` and `CancelRfq` have it. */
const CONFIRM_MS = 4_000
const TRIES = 8

/** A second press that comes too late begins again, as a person does: on a busy machine four seconds may go by between two presses. */
export async function pressTwice(first: Locator, again: Locator): Promise<void> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    await first.click()
    const isPressed = await again.click({ timeout: CONFIRM_MS }).then(
      () => true,
      () => false,
    )
    if (isPressed) return
  }
  await first.click()
  await again.click()
}
