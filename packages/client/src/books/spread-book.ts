/**
 * Maintains the book of a listed spread from its changes. It subscribes, then reads the whole book over REST, and joins the two by their sequence
 * numbers. If a change is missing or the connection was lost, it reads the book again; until then the book is not complete.
 */
import { spreadCalls, type SpreadBookDeltaView, type SpreadBookView } from '@parley/contracts'
import type { Client, Socket } from '../transport/client.ts'
import { compareDecimals } from '../model/decimal.ts'
import { limits } from '../transport/limits.ts'
import { type Attempt, createReader } from './reader.ts'
import { SortedRows } from './sorted-rows.ts'

type LevelWord = SpreadBookView['level']
/** A price of level L1 or L2, or an order of level L3, which has its id. */
export type SpreadBookRow = SpreadBookView['bids'][number]

export interface SpreadBook {
  /** Whether it equals the server's book, up to the last change that has arrived. */
  isWhole(): boolean
  /** Prices descending; empty until the book is complete for the first time. */
  bids(): readonly SpreadBookRow[]
  /** Prices ascending. */
  asks(): readonly SpreadBookRow[]
  /** The id of the last change in it; undefined until the book is complete for the first time. */
  seqId(): number | undefined
  onChange(listener: () => void): () => void
  close(): void
}

type Side = 'bids' | 'asks'
const SIDES: readonly Side[] = ['bids', 'asks']

/** `socket` must use the door `/v1/fs`. */
export function keepSpreadBook(client: Client, socket: Socket, strategyId: string, level: LevelWord = 'L2'): SpreadBook {
  const listeners = new Set<() => void>()
  const rows = createRows(level)
  /** Changes that have arrived while the book is being read; undefined while it is complete. */
  let waiting: SpreadBookDeltaView[] | undefined = []
  const announce = (): void => [...listeners].forEach((listener) => listener())
  const read = async ({ isCurrent }: Attempt): Promise<void> => {
    waiting ??= []
    const book = await client.call(spreadCalls.getBook, { params: { strategy_id: strategyId }, query: { level, depth: 'ALL' } })
    if (!isCurrent()) return
    rows.become(book)
    const missed = waiting
    waiting = undefined
    if (missed.every(rows.join)) announce()
    else reader.read()
  }
  const reader = createReader({ read, againMs: limits.spreadBookAgainMs, now: Date.now })
  const receive = (delta: SpreadBookDeltaView): void => {
    if (waiting !== undefined) waiting.push(delta)
    else if (rows.join(delta)) announce()
    else reader.read()
  }
  const subscription = socket.subscribe<SpreadBookDeltaView>(
    `order_book.${strategyId}.${level}`,
    ({ event, data }) => (event === 'SNAPSHOT' ? undefined : receive(data)),
    { onSubscribed: reader.read },
  )
  const leave = socket.onState((state) => {
    if (state === 'OPEN') return
    reader.stop()
    waiting = []
    announce()
  })

  return {
    ...{ bids: () => rows.sorted('bids'), asks: () => rows.sorted('asks'), seqId: rows.seqId },
    isWhole: () => waiting === undefined,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      reader.stop()
      leave()
      subscription.unsubscribe()
      listeners.clear()
    },
  }
}

/** Both sides, by price or by order in time sequence, and the sequence number of the last change in them. */
function createRows(level: LevelWord) {
  const sides: Readonly<Record<Side, SortedRows<SpreadBookRow>>> = {
    bids: new SortedRows((a, b) => compareDecimals(b.price, a.price)),
    asks: new SortedRows((a, b) => compareDecimals(a.price, b.price)),
  }
  let seq: number | undefined
  const put = (change: Pick<SpreadBookView, Side | 'seq_id'>): void => {
    for (const side of SIDES)
      for (const row of change[side]) {
        if (Number(row.amount_decimal) === 0) sides[side].delete(keyOf(row))
        else sides[side].set(keyOf(row), row)
      }
    seq = change.seq_id
  }
  const become = (book: Pick<SpreadBookView, Side | 'seq_id'>): void => {
    for (const side of SIDES) sides[side].clear()
    put(book)
  }
  return {
    become,
    seqId: () => seq,
    /** False if a change before it is missing. For the best price of each side, every message is complete. */
    join(this: void, delta: SpreadBookDeltaView): boolean {
      if (seq === undefined || delta.seq_id <= seq) return true
      if (level === 'L1') become(delta)
      else if (delta.prev_seq_id > seq) return false
      else put(delta)
      return true
    },
    sorted: (side: Side): readonly SpreadBookRow[] => sides[side].sorted(),
  }
}

const keyOf = (row: SpreadBookRow): string => ('order_id' in row ? row.order_id : row.price)
