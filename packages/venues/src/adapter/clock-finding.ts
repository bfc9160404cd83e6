/** Compares our clock with a venue's and reports the difference as a finding. */
import type { AccountFinding } from '../port/venue-port.ts'

/** Smaller differences are network delay. */
const GOOD_MS = 1_000

/** `aheadMs` is how far the venue's clock is ahead of ours. From `badMs` on, the venue would not accept our blocks. */
export function clockFinding(venue: string, aheadMs: number, badMs: number): AccountFinding {
  const off = Math.abs(aheadMs)
  const apart = `${(off / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'behind' : 'ahead of'}`
  if (off < GOOD_MS) return { about: 'CLOCK', verdict: 'GOOD', sentence: `This server's clock agrees with ${venue}'s.` }
  if (off < badMs)
    return {
      about: 'CLOCK',
      verdict: 'WARNING',
      sentence: `This server's clock is ${apart} ${venue}'s. Blocks still settle, because calls carry ${venue}'s time, but correct the clock.`,
    }
  return {
    about: 'CLOCK',
    verdict: 'BAD',
    sentence: `This server's clock is ${apart} ${venue}'s. That is too far apart for blocks to settle: correct the clock.`,
  }
}
