/** Obstacles for a person with a screen reader or without a mouse, as axe finds them. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const CONTRAST = 'color-contrast'
const SAMPLE = 'data-contrast-sample'

/** The serious and critical findings, each with the first element it is about. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const found = await axeOf(page, { rules: { [CONTRAST]: { enabled: false } } }).analyze()
  const samples = await page.evaluate(markContrastSamples, SAMPLE)
  const contrast =
    samples === 0
      ? []
      : (
          await axeOf(page, { runOnly: [CONTRAST] })
            .include(`[${SAMPLE}]`)
            .analyze()
        ).violations
  return [...found.violations, ...contrast]
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0]?.html ?? ''}`)
}

/**
 * The product has no frames, so axe needs no second page to put the findings of several together, and nothing but violations is wanted of it:
 * both together cost a third of the processor time.
 */
const axeOf = (page: Page, options: object) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], ...options })

/**
 * Measuring the contrast of every cell of a table takes axe ten times as long as all its other rules. The contrast of a text follows from its ink, its size
 * and the backdrops under it: the first texts of each such combination are marked, and the others, which look the same, are not measured. Runs in the page.
 */
function markContrastSamples(attribute: string): number {
  for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute)
  // Some may lie under something else, or out of sight.
  const MOST_OF_A_LOOK = 3
  const PLAIN_BACKDROP = 'rgba(0, 0, 0, 0),none,1,none'
  const backdrops = new Map<Element, string>()
  const backdropOf = (element: Element | null): string => {
    if (element === null) return ''
    const known = backdrops.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter].join()
    const under = backdropOf(element.parentElement)
    const backdrop = own === PLAIN_BACKDROP ? under : `${under} ${own}`
    backdrops.set(element, backdrop)
    return backdrop
  }
  const seen = new Map<string, number>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement
    if (element === null || text.textContent?.trim() === '' || !element.checkVisibility()) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    // Parts that are disabled or hidden from a screen reader may be faint.
    const isExempt = element.closest('[aria-disabled="true"], :disabled, [aria-hidden="true"]') !== null
    const look = [backdropOf(element), color, fontSize, fontWeight, textShadow, isExempt].join()
    const count = seen.get(look) ?? 0
    if (count === MOST_OF_A_LOOK) continue
    seen.set(look, count + 1)
    element.setAttribute(attribute, '')
  }
  for (const input of document.querySelectorAll('input, textarea, select')) input.setAttribute(attribute, '')
  return document.querySelectorAll(`[${attribute}]`).length
}
