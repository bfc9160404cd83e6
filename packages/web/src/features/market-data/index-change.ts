/** The span of an index change. Pure. */
import { ageText } from '../../components/time-text.ts'

/** Prices are sampled once a minute, so a whole day can be a little shorter. */
const WHOLE_MS = 24 * 3_600_000 - 120_000

/** The span of a change over less than 24 hours, such as `9 m`. Undefined for a whole day, which needs no label. */
export const changeSpan = (since: number | undefined, now: number): string | undefined =>
  since === undefined || now - since >= WHOLE_MS ? undefined : ageText(now - since)
