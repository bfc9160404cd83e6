/** Obstacles for a person with a screen reader or without a mouse, as axe finds them. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * The serious and critical findings, each with the first element it is about. The product has no frames, so axe needs no second page to put
 * the findings of several together, and nothing but violations is wanted of it: both together cost a third of the processor time.
 */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0]?.html ?? ''}`)
}
