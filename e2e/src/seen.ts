/** Whether a part of a screen is visible in its current state. */
import type { Locator, Page } from 'playwright-core'

/** Nothing covers it, and its full height is within the window and its scroll container. */
export const isSeen = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const there = [0.05, 0.95].map((part) => document.elementFromPoint(x + width / 2, y + height * part))
    return there.every((one) => one !== null && element.contains(one))
  })

/** Whether there is at least one, and all of them have been seen. */
export const areSeen = (what: Locator): Promise<boolean> =>
  what.evaluateAll(
    (elements) =>
      elements.length > 0 &&
      elements.every((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const there = [0.05, 0.95].map((part) => document.elementFromPoint(x + width / 2, y + height * part))
        return there.every((one) => one !== null && element.contains(one))
      }),
  )

/** The same once the messages, which are above a ticket of a phone, have been dismissed. Others may come. */
export async function areSeenWithoutMessages(page: Page, what: Locator): Promise<boolean> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  // One may disappear on its own before that.
  for (const one of await dismiss.all()) await one.click({ timeout: 2_000 }).catch(() => undefined)
  return areSeen(what)
}

/** Clicks it, and returns the ticket that is drawn in the same frame as the response to the click: the previous one, or none. */
export const ticketDrawnWith = (pressed: Locator): Promise<string | undefined> =>
  pressed.evaluate(async (element: HTMLElement) => {
    element.click()
    // A change is drawn when the click is processed, before the next frame.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    return document.querySelector<HTMLElement>('[data-ticket]')?.innerText
  })

/** The texts within that are cut off at an edge. */
export const cutWords = (within: Locator): Promise<readonly string[]> =>
  within.evaluate((root) =>
    [root, ...root.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX, clip, clipPath } = getComputedStyle(element)
        const isForReadersAlone = clip !== 'auto' || clipPath !== 'none' || element.clientHeight <= 1
        const hides = overflowX === 'hidden' || overflowX === 'clip'
        return (
          hides && !isForReadersAlone && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
        )
      })
      .map((element) => (element as HTMLElement).innerText),
  )

/** The texts within that take more than one line. */
export const brokenTexts = (within: Locator): Promise<readonly string[]> =>
  within.evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (texts.nextNode() !== null) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) broken.push(texts.currentNode.textContent ?? '')
    }
    return broken
  })
