/** Keeps fresh backup codes in memory for a short while, for the session that made them: the database has hashes only. */
import { factorLimits } from './limits.ts'

export type ShownCodes = {
  keep(session: string, codes: readonly string[], now: number): void
  of(session: string, now: number): readonly string[] | undefined
  forget(session: string): void
}

export function createShownCodes(): ShownCodes {
  const bySession = new Map<string, { readonly codes: readonly string[]; readonly until: number }>()
  return {
    keep(session, codes, now) {
      for (const [other, { until }] of bySession) if (now > until) bySession.delete(other)
      bySession.set(session, { codes, until: now + factorLimits.backupCodesShownMs })
    },
    of(session, now) {
      const shown = bySession.get(session)
      return shown === undefined || now > shown.until ? undefined : shown.codes
    },
    forget: (session) => void bySession.delete(session),
  }
}
