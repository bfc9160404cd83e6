/** Reads the venues' fees for trades that have just settled, from each party's own record (rulebook 14.9). */
import { CLOCKS_APART_MS, joinBlocks, type VenueCode } from '@parley/core'
import type { VenueAccounts, VenueCredentials } from '@parley/venues'
import type { Log } from '../log/log.ts'
import type { FeeStore, UnreadFee } from './fee-store.ts'
import { FIRST_FEE_RETRY_MS } from './limits.ts'

type KeyWanted = Pick<UnreadFee, 'venue' | 'desk' | 'account' | 'agreedAt'>

export type FeeReaderParts = {
  readonly fees: Pick<FeeStore, 'unread' | 'keep'>
  readonly venues: ReadonlyMap<VenueCode, Pick<VenueAccounts, 'readBlocks'>>
  /** The key with which the trade was settled. */
  readonly venueKeys: (wanted: KeyWanted) => VenueCredentials | undefined
  readonly now: () => number
  readonly log: Log
}

type Wait = { readonly until: number; readonly wait: number }

export type FeeReader = { readonly look: () => Promise<void> }

/** A record is read once for all trades of an account. If it does not show all of them yet, it is read again at increasing intervals. */
export function createFeeReader(parts: FeeReaderParts): FeeReader {
  const waits = new Map<string, Wait>()
  const readAccount = async (name: string, trades: readonly UnreadFee[]): Promise<void> => {
    const isWhole = await readFees(trades, parts).catch((error: unknown) => {
      parts.log.error({ error, desk: trades[0]!.desk }, 'Could not read trade fees; trying again')
      return false
    })
    if (isWhole) return void waits.delete(name)
    const wait = (waits.get(name)?.wait ?? FIRST_FEE_RETRY_MS / 2) * 2
    waits.set(name, { until: parts.now() + wait, wait })
  }
  return {
    async look() {
      const now = parts.now()
      const unread = await parts.fees.unread(now)
      const byAccount = Map.groupBy(unread, ({ venue, desk, account }) => JSON.stringify([venue, desk, account]))
      for (const name of waits.keys()) if (!byAccount.has(name)) waits.delete(name)
      const due = [...byAccount].filter(([name]) => (waits.get(name)?.until ?? 0) <= now)
      const byVenue = Map.groupBy(due, ([, trades]) => trades[0]!.venue)
      // One account after the other at each venue, because venues limit the rate of calls.
      await Promise.all(
        [...byVenue.values()].map(async (accounts) => {
          for (const [name, trades] of accounts) await readAccount(name, trades)
        }),
      )
    },
  }
}

/** Returns whether every trade was found. */
async function readFees(trades: readonly UnreadFee[], { fees, venues, venueKeys, now }: FeeReaderParts): Promise<boolean> {
  const [first] = trades
  if (first === undefined) return true
  const venue = venues.get(first.venue)
  const keys = venueKeys(first)
  if (venue === undefined || keys === undefined) return false
  const record = await venue.readBlocks(keys, first.agreedAt - CLOCKS_APART_MS, now() + CLOCKS_APART_MS)
  if (record.outcome !== 'DONE') return false
  const blocks = joinBlocks(
    trades.map(({ venueTradeId }) => venueTradeId),
    record.value,
  )
  const byId = new Map(blocks.map((block) => [block.venueTradeId, block]))
  const found = trades.flatMap(({ tradeId, desk, venueTradeId }) => {
    const block = byId.get(venueTradeId)
    return block === undefined ? [] : [{ tradeId, desk, legs: block.legs }]
  })
  await fees.keep(found, now())
  return found.length === trades.length
}
