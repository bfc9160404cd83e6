import { dayText } from './session-rows.ts'

/** The downloaded file: the user, the date, and one code per line. */
export const backupFile = (email: string, codes: readonly string[], now: number): string =>
  [`Parley backup codes of ${email}, ${dayText(now)}`, 'Each code works once. Newer codes replace these.', '', ...codes, ''].join('\n')
