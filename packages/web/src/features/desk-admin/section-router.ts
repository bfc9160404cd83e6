/** The sections of the dashboard as addresses. */
import { linkProps, navigate, usePath, useQuery } from '../../components/router.ts'
import { type Section, sectionOf, sectionPath } from './sections.ts'

export const useSection = (): Section => sectionOf(usePath())
/** The filter in a link, as `?show=waiting-for-you`. */
export const useShown = (): string | undefined => useQuery('show') || undefined

const addressOf = (section: Section, show?: string): string =>
  `${sectionPath(section)}${show === undefined ? '' : `?show=${encodeURIComponent(show)}`}`

export const goTo = (section: Section, show?: string): void => navigate(addressOf(section, show))
export const linkTo = (section: Section, show?: string) => linkProps(addressOf(section, show))
