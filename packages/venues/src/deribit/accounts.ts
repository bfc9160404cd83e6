/** The account behind a key: checks the key, and reads positions, balances and past blocks. Nothing here changes anything. */
import type { VenueAccounts } from '../port/venue-port.ts'
import { checkOf } from './account-check.ts'
import type { AccountPool } from './account-pool.ts'
import { balancesFromWire, positionsFromWire, recordedFromWire, summaryFromWire } from './account-wire.ts'
import { failureFromWire, unknown } from './answers.ts'
import { readBlockRecord } from './block-record.ts'
import { MAX_RECORD_PAGES } from './limits.ts'

/** The scope for this call is missing. The other permissions of the key are not affected. */
const FORBIDDEN = 13021

export function createAccountReading(accounts: AccountPool, now: () => number): VenueAccounts {
  return {
    checkAccount: async (credentials) => {
      const granted = await accounts.prove(credentials)
      if ('kind' in granted)
        return granted.kind === 'RESULT' ? unknown('the venue did not return the permissions of the key') : failureFromWire(granted)
      const sentAt = now()
      const answer = await accounts.call(credentials, 'private/get_account_summary', { currency: 'BTC', extended: true }, 'plain')
      if (answer.kind === 'LOST' || (answer.kind === 'ERROR' && answer.code !== FORBIDDEN)) return failureFromWire(answer)
      // The venue read its clock about half way between our two readings.
      const aheadMs = answer.venueNow === undefined ? undefined : (sentAt + now()) / 2 - answer.venueNow
      const summary = answer.kind === 'RESULT' ? summaryFromWire(answer.result) : undefined
      return { outcome: 'DONE', value: checkOf({ clientId: credentials.clientId, granted, summary, aheadMs }) }
    },

    readHoldings: async (credentials) => {
      const held = await accounts.call(credentials, 'private/get_positions', { currency: 'any' }, 'plain', 'READ')
      if (held.kind !== 'RESULT') return failureFromWire(held)
      const owned = await accounts.call(credentials, 'private/get_account_summaries', { extended: true }, 'plain', 'READ')
      if (owned.kind !== 'RESULT') return failureFromWire(owned)
      const [positions, balances] = [positionsFromWire(held.result), balancesFromWire(owned.result)]
      if (positions === undefined || balances === undefined) return unknown('the venue sent account details in an unknown format')
      return { outcome: 'DONE', value: { at: held.venueNow ?? now(), positions, balances } }
    },

    readBlocks: async (credentials, from, to) => {
      const record = await readBlockRecord(accounts, credentials, { since: from, mostPages: MAX_RECORD_PAGES, now, read: recordedFromWire })
      if ('outcome' in record) return record
      const inTime = record.blocks.filter(({ at }) => at >= from && at < to).sort((one, other) => one.at - other.at)
      return { outcome: 'DONE', value: inTime.map(({ id: _, ...block }) => block) }
    },
  }
}
