/** Obstacles for a person with a screen reader or without a mouse, as axe finds them. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The serious and critical findings, each with the first element it is about. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0]?.html ?? ''}`)
}
