/** A newly entered key: parsed by its venue's form, verified at the venue, and judged (rulebook 2.19 to 2.21). */
import {
  isRefusal,
  judgeProof,
  otherAccountRefusal,
  readAccountFields,
  type AccountVenue,
  type GivenFields,
  type Refusal,
  type SaveAs,
} from '@parley/core'
import type { EnteredKey } from './entered-key.ts'
import { withProof, type AccountHealthBook } from './health-book.ts'
import type { ProveKey, TimedProof } from './prove-key.ts'

export type Entering = {
  readonly venue: AccountVenue
  readonly fields: GivenFields
  readonly saveAs: SaveAs
  /** The account whose key it replaces. */
  readonly of?: string
}

export interface KeyEntry {
  enter(entering: Entering): Promise<EnteredKey | Refusal>
  /** Asks the venue about a key that is not saved. */
  check(venue: AccountVenue, fields: GivenFields): Promise<TimedProof | Refusal>
}

export function createKeyEntry(health: AccountHealthBook, prove: ProveKey): KeyEntry {
  return {
    async enter({ venue, fields, saveAs, of }) {
      const read = readAccountFields(venue, fields)
      if (isRefusal(read)) return read
      const timed = await prove(venue, read.sealed, read.open)
      const savedAs = judgeProof(timed.proof, saveAs)
      if (typeof savedAs === 'object') return savedAs
      const before = of === undefined ? {} : health.of(of)
      const other = otherAccountRefusal(before.proof, timed.proof)
      if (other !== undefined) return other
      // The proof of the previous key does not apply to this one.
      const { lastSuccess, lastRefusal } = before
      const kept = { ...(lastSuccess && { lastSuccess }), ...(lastRefusal && { lastRefusal }) }
      return { read, savedAs, learn: (tx, account) => health.learn(tx, account, withProof(kept, timed)) }
    },
    async check(venue, fields) {
      const read = readAccountFields(venue, fields)
      return isRefusal(read) ? read : prove(venue, read.sealed, read.open)
    },
  }
}
