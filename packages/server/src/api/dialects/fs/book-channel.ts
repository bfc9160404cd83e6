/**
 * `order_book.{strategy_id}.{level}`: changes of the books. L2 and L3 publish what has changed, L1 publishes the best of each side whenever it
 * changes. Changes that a slow reader has not received yet are merged into one.
 */
import { refuse, type Refusal, type Rfq, type RfqId } from '@parley/core'
import type { SpreadBookDeltaView } from '@parley/contracts'
import type { StreamChannel } from '../../../calls/channel.ts'
import type { SpreadBookChange, SpreadBooks } from '../../../spreads/spread-books.ts'
import { idOf } from './ids.ts'
import { bookLevelWords, levelView, orderView, type BookLevelWord } from './present-book.ts'
import { nanoseconds } from './figures.ts'
import { CHANGES_KEPT_APART } from './limits.ts'
import { isAny } from './parts.ts'

type Push = (data: object) => void
type BookChannelNeeds = {
  readonly books: Pick<SpreadBooks, 'all' | 'bestOf' | 'keep' | 'onChange'>
  /** Finds a strategy by its published id; undefined if there is none. */
  readonly find: (id: string) => Promise<Rfq | undefined>
}

export function bookChannel({ books, find }: BookChannelNeeds): StreamChannel {
  const readers = new Map<string, Set<Push>>()
  const tops = createTops(books.bestOf)
  const readersOf = (id: string, level: BookLevelWord): readonly Push[] =>
    [id, EVERY].flatMap((strategy) => [level, EVERY].flatMap((of) => [...(readers.get(`${strategy} ${of}`) ?? [])]))
  books.onChange((change) => {
    for (const level of bookLevelWords) {
      const read = readersOf(idOf(change.rfq), level)
      if (read.length === 0) {
        if (level === 'L1') tops.forget(change.rfq.id)
        continue
      }
      const delta = level === 'L1' ? tops.changed(change) : deltaOf(change, level)
      if (delta !== undefined) for (const push of read) push(delta)
    }
  })
  return {
    kind: 'stream',
    pattern: 'order_book.{strategy_id}.{level}',
    async open(_caller, { strategy_id: id = '', level = '' }, push) {
      const unread = await whyUnread(id, level)
      if (unread !== undefined) return unread
      const name = `${isAny(id) ? EVERY : id} ${isAny(level) ? EVERY : level}`
      const own: Push = (data) => push(data)
      readers.set(name, (readers.get(name) ?? new Set()).add(own))
      return () => {
        const left = readers.get(name)
        left?.delete(own)
        if (left?.size === 0) readers.delete(name)
      }
    },
    keptApart: CHANGES_KEPT_APART,
    merge: (older, newer) => merged(older as SpreadBookDeltaView, newer as SpreadBookDeltaView),
    thingOf: (data) => `${(data as SpreadBookDeltaView).id} ${(data as SpreadBookDeltaView).level}`,
  }

  async function whyUnread(id: string, level: string): Promise<Refusal | undefined> {
    if (!isAny(level) && !bookLevelWords.some((word) => word === level))
      return refuse('InvalidParams', '', `The level of a book must be one of ${bookLevelWords.join(', ')}, ALL.`, 'channel')
    if (isAny(id)) return void (await books.all())
    const strategy = await find(id)
    if (strategy === undefined) return refuse('NotFound', '17.1', 'No strategy has this id.', 'channel')
    return void (await books.keep(strategy))
  }
}

const EVERY = 'ALL'

const about = ({ rfq, seq, at }: SpreadBookChange, level: BookLevelWord, previous: number) => ({
  id: idOf(rfq),
  level,
  seq_id: seq,
  prev_seq_id: previous,
  last_updated: nanoseconds(at),
})

function deltaOf(change: SpreadBookChange, level: 'L2' | 'L3'): SpreadBookDeltaView {
  const rows = (side: 'BUY' | 'SELL') =>
    level === 'L3'
      ? change.orders.filter((one) => one.side === side).map(orderView)
      : change.levels.filter((one) => one.side === side).map(levelView)
  return { ...about(change, level, change.seq - 1), bids: rows('BUY'), asks: rows('SELL') }
}

type Top = { readonly delta: SpreadBookDeltaView; readonly text: string }

/** The best bid and ask of each book, as last published. */
function createTops(bestOf: SpreadBooks['bestOf']) {
  const known = new Map<RfqId, Top>()
  return {
    /** Called when there are no more readers. A later reader starts from a different best. */
    forget: (id: RfqId) => void known.delete(id),
    /** Undefined if the best bid and ask are unchanged. */
    changed(change: SpreadBookChange): SpreadBookDeltaView | undefined {
      const { id } = change.rfq
      const before = known.get(id)
      const { bid, ask } = bestOf(id)
      const [bids, asks] = [bid, ask].map((best) => (best === undefined ? [] : [levelView(best)])) as [Rows, Rows]
      const text = JSON.stringify([bids, asks])
      if (text === before?.text) return undefined
      const delta = { ...about(change, 'L1', before?.delta.seq_id ?? change.seq - 1), bids, asks }
      known.set(id, { delta, text })
      return delta
    },
  }
}

type Rows = SpreadBookDeltaView['bids']

const keyOf = (row: Rows[number]): string => ('order_id' in row ? row.order_id : row.price)

/** One change with the same effect as both. */
export function merged(older: SpreadBookDeltaView, newer: SpreadBookDeltaView): SpreadBookDeltaView {
  if (newer.level === 'L1') return { ...newer, prev_seq_id: older.prev_seq_id }
  const rows = (side: 'bids' | 'asks') => [...new Map([...older[side], ...newer[side]].map((row) => [keyOf(row), row])).values()]
  return { ...newer, prev_seq_id: older.prev_seq_id, bids: rows('bids'), asks: rows('asks') }
}
