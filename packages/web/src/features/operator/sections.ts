/** The sections of the console as addresses. Pure. */

export const consoleSections = ['overview', 'firms', 'people', 'access', 'announcements', 'mail', 'differences', 'audit'] as const
export type ConsoleSection = (typeof consoleSections)[number]

/** Short, because they are under the icons. */
export const consoleTitles: Readonly<Record<ConsoleSection, string>> = {
  overview: 'Overview',
  firms: 'Firms',
  people: 'People',
  access: 'Access',
  announcements: 'Announce',
  mail: 'Mail',
  differences: 'Records',
  audit: 'Audit',
}

export const consolePath = (section: ConsoleSection): string => (section === 'overview' ? '/operator/' : `/operator/${section}/`)

/** An unknown address shows the overview. */
export function consoleSectionOf(path: string): ConsoleSection {
  const [, name] = /^\/operator\/([a-z-]+)\/?$/.exec(path) ?? []
  return consoleSections.find((section) => section === name) ?? 'overview'
}
