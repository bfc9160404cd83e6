import type { Right } from '@parley/core'

/** The addresses of the dashboard. */
export const sections = [
  'overview',
  'members',
  'counterparties',
  'api-keys',
  'venue-accounts',
  'reconciliation',
  'bounds',
  'leaderboard',
  'recap',
  'audit-log',
] as const
export type Section = (typeof sections)[number]

export const sectionTitle: Readonly<Record<Section, string>> = {
  overview: 'Overview',
  members: 'Members',
  counterparties: 'Counterparties',
  'api-keys': 'API keys',
  'venue-accounts': 'Venue accounts',
  reconciliation: 'Reconciliation',
  bounds: 'Pre-trade limits',
  leaderboard: 'Leaderboard',
  recap: 'Trades as text',
  'audit-log': 'Audit log',
}

/** The right that a section requires, if not all members may see it. The server applies the same rule. */
export function rightFor(section: Section): Right | undefined {
  if (section === 'reconciliation') return 'Trade'
  return section === 'api-keys' || section === 'audit-log' ? 'Administer' : undefined
}

export const sectionPath = (section: Section): string => (section === 'overview' ? '/dashboard/' : `/dashboard/${section}/`)

/** The section of an address. Unknown addresses lead to the overview. */
export function sectionOf(path: string): Section {
  const name = path.split('/')[2] ?? ''
  return sections.find((section) => section === name) ?? 'overview'
}
