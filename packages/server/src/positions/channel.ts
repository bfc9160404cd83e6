/** `positions`: what a desk holds, for its own users and keys (rulebook 13.8). A subscription counts as a reader. */
import type { PositionsChangeView } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import type { StreamChannel } from '../calls/channel.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { AccountReader } from './account-reader.ts'
import { presentChange } from './wire.ts'

type Push = (data: object) => void
type Feed = { join(push: Push): () => void }
type ContractData = Pick<MarketData, 'instrumentNamed' | 'mark'>

export function positionsChannel(reader: AccountReader, known: ContractData, now: () => number): StreamChannel {
  const feeds = new Map<DeskId, Feed>()
  return {
    kind: 'stream',
    pattern: 'positions',
    open: ({ desk }, _params, push) => {
      const feed = feeds.get(desk) ?? createFeed(desk, reader, known, now, () => feeds.delete(desk))
      feeds.set(desk, feed)
      return Promise.resolve(feed.join(push))
    },
    merge: (older, newer) => merged(older as PositionsChangeView, newer as PositionsChangeView),
  }
}

/** One for each desk with readers, which share one object and one encoded frame. */
function createFeed(desk: DeskId, reader: AccountReader, known: ContractData, now: () => number, onEmpty: () => void): Feed {
  const readers = new Set<Push>()
  const seen = new Map<string, string>()
  const textOf = (id: string): string =>
    JSON.stringify(reader.statesOf(desk).find(({ account }) => account.id === id)?.reading.held?.positions ?? null)
  const stop = reader.watch(desk, (read) => {
    const changed = new Set([...read].filter((id) => seen.get(id) !== textOf(id)))
    for (const id of changed) seen.set(id, textOf(id))
    const change = presentChange(reader.statesOf(desk), changed, known, now())
    for (const push of readers) push(change)
  })
  return {
    join(push) {
      const states = reader.statesOf(desk)
      const all = new Set(states.map(({ account }) => account.id))
      readers.add(push)
      push(presentChange(states, all, known, now()))
      return () => {
        readers.delete(push)
        if (readers.size > 0) return
        stop()
        onEmpty()
      }
    },
  }
}

const nameOf = ({ venue, account_name }: { readonly venue: string; readonly account_name: string }): string => `${venue} ${account_name}`

/** The newer accounts, with the older positions of accounts that it does not include. */
function merged(older: PositionsChangeView, newer: PositionsChangeView): PositionsChangeView {
  const positions = new Map([...older.changed, ...newer.changed].map((one) => [nameOf(one), one]))
  const there = new Set(newer.accounts.map(nameOf))
  return { ...newer, changed: [...positions.values()].filter((one) => there.has(nameOf(one))) }
}
