import { dayText } from './session-rows.ts'

/** What is downloaded: whose codes they are, of when, and one in a line. */
export const backupFile = (email: string, codes: readonly string[], now: number): string =>
  [`Parley backup codes of ${email}, ${dayText(now)}`, 'Each can be used once. Newer codes make these void.', '', ...codes, ''].join('\n')
