/** The addresses of the dashboard. */
export const sections = ['overview', 'members', 'counterparties', 'api-keys', 'venue-accounts', 'bounds', 'audit-log'] as const
export type Section = (typeof sections)[number]

export const sectionTitle: Readonly<Record<Section, string>> = {
  overview: 'Overview',
  members: 'Members',
  counterparties: 'Counterparties',
  'api-keys': 'API keys',
  'venue-accounts': 'Venue accounts',
  bounds: 'Order bounds',
  'audit-log': 'Audit log',
}

/** Sections for administrators only; the server refuses the same. */
export const isForAdministrators = (section: Section): boolean => section === 'api-keys' || section === 'audit-log'

export const sectionPath = (section: Section): string => (section === 'overview' ? '/dashboard/' : `/dashboard/${section}/`)

/** The section of an address; the overview for any that is not known. */
export function sectionOf(path: string): Section {
  const name = path.split('/')[2] ?? ''
  return sections.find((section) => section === name) ?? 'overview'
}
