/** Buttons that ask for confirmation: the second click acts. */
import type { Locator } from 'playwright-core'

/** A button, or its key. */
type Pressed = Pick<Locator, 'click'>

/** How long a button waits for its second click, as in `TradeButton` and `CancelRfq`. */
const CONFIRM_MS = 4_000
const TRIES = 8

/** If the second click comes too late, start again as a person would: on a busy machine, four seconds may pass between two clicks. */
export async function pressTwice(first: Pressed, again: Pressed): Promise<void> {
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

/**
 * Clicks a button until what it does has been done. A button that sends prices asks once more if they are a few seconds old, and on a busy
 * machine they may be: the next click then sends them. `button` has to match both of its texts.
 */
export async function pressUntil(button: Pressed, done: Locator): Promise<void> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    await button.click()
    const isDone = await done.waitFor({ timeout: CONFIRM_MS }).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
  await done.waitFor()
}
