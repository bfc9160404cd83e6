/** Whether a part of a screen can be looked at as it stands. */
import type { Locator } from 'playwright-core'

/** Nothing lies over it, and all of its height is in the window and in what it scrolls in. */
export const isSeen = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const there = [0.05, 0.95].map((part) => document.elementFromPoint(x + width / 2, y + height * part))
    return there.every((one) => one !== null && element.contains(one))
  })
