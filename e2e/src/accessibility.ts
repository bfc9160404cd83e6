/** Accessibility problems for people with a screen reader or without a mouse, as axe finds them. */
import type * as Axe from 'axe-core'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const SAMPLE = 'data-contrast-sample'

type Palette = 'dark' | 'light' | 'colour-blind'

/**
 * The serious and critical findings, each with its first element and the fault. Uses the page's palette, or a named one. While a modal dialog is
 * open, the rest of the page is inert, so only the dialog is checked.
 */
export async function seriousFindings(page: Page, palette?: Palette): Promise<readonly string[]> {
  const before = await page.evaluate(putPalette, palette)
  // A page is checked more than once, and loading axe costs as much as its rules.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  await page.evaluate(markContrastSamples, SAMPLE)
  const found = await page.evaluate(violations, `[${SAMPLE}]`)
  await page.evaluate(putPalette, before)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes: [first, ...others] }) => `${id}: ${help} (${1 + others.length}) ${first?.html} ${first?.failureSummary}`)
}

/** Returns the previous palette. Runs in the page. */
function putPalette(palette: Palette | undefined): Palette | undefined {
  const { dataset } = document.documentElement
  const before = dataset['theme'] as Palette | undefined
  if (palette !== undefined) dataset['theme'] = palette
  return before
}

/** Runs all rules once; the contrast rule checks only marked elements. Runs in the page. */
async function violations(samples: string): Promise<Axe.Result[]> {
  const { axe } = globalThis as unknown as { axe: typeof Axe }
  axe.configure({ rules: [{ id: 'color-contrast', selector: samples }] })
  const checked = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  // The product has no frames, only violations are needed, and computing a selector for each checked element would take a third of the time.
  return (await axe.run(checked, { resultTypes: ['violations'], iframes: false, selectors: false })).violations
}

/**
 * Measuring the contrast of every table cell takes axe ten times as long as all its other rules. The contrast of a text depends only on its colour,
 * its size and the backgrounds under it. The first texts of each combination are marked; the others look the same and are not measured. Runs in the
 * page.
 */
function markContrastSamples(attribute: string): void {
  for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute)
  const checked = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  // Some may be covered by something else, or out of sight.
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
  const texts = document.createTreeWalker(checked, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement
    if (element === null || text.textContent?.trim() === '' || !element.checkVisibility()) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    // Parts that are disabled or hidden from screen readers may have low contrast.
    const isExempt = element.closest('[aria-disabled="true"], :disabled, [aria-hidden="true"]') !== null
    const look = [backdropOf(element), color, fontSize, fontWeight, textShadow, isExempt].join()
    const count = seen.get(look) ?? 0
    if (count === MOST_OF_A_LOOK) continue
    seen.set(look, count + 1)
    element.setAttribute(attribute, '')
  }
  for (const input of checked.querySelectorAll('input, textarea, select')) input.setAttribute(attribute, '')
}
