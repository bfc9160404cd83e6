/** The sessions of a user, as text. */
import type { ActiveSessionView } from '@parley/contracts'
import { wallText } from '../../../components/time-text.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

export type SessionRow = {
  readonly id: string
  readonly isCurrent: boolean
  /** The operating system. */
  readonly title: string
  /** The application with its version. */
  readonly app: string
  /** The address and the date. */
  readonly seen: string
}

/** This session first, then the most recent. */
export const sessionRows = (sessions: readonly ActiveSessionView[], current: string): readonly SessionRow[] =>
  sessions
    .toSorted((a, b) => Number(b.id === current) - Number(a.id === current) || (b.last_login ?? 0) - (a.last_login ?? 0))
    .map((session) => ({
      id: session.id,
      isCurrent: session.id === current,
      title: [session.device ?? 'Unknown device', words(session.os_type, session.os_version)].filter((text) => text !== '').join(' · '),
      app: words(session.app_type, session.app_version),
      seen:
        session.last_login === null
          ? 'Unknown IP and date'
          : [session.ip_address, session.region, dayText(session.last_login)].filter((text) => text !== null && text !== '').join(' · '),
    }))

const words = (...texts: readonly (string | null)[]): string => texts.filter((text) => text !== null && text !== '').join(' ')

/** DD MMM YY, in the time zone of the screen. */
export function dayText(at: number): string {
  const day = wallText(at)
  return `${day.slice(8, 10)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(2, 4)}`
}
