/**
 * The public books of all listed spreads, maintained outside the engine from its decisions. Each change has a number, one above that of the previous
 * change in its book: a reader that has a book with a number needs the changes above it, and misses none (docs/decisions/0052).
 */
import { marketModels, type BookOrder, type Instant, type Order, type Rfq, type RfqId, type Shard } from '@parley/core'
import { changesByRfq } from '../rfq/changes.ts'
import type { ShardName } from '../engine/engine.ts'
import { portable } from '../engine/portable.ts'
import type { MarketEngine, PublishedDecision } from '../shards/market-engine.ts'
import { marketShardOf } from '../shards/shards.ts'
import { SpreadBook, type BookDelta, type BookLevel, type BookSides } from './spread-book.ts'
export type SpreadBookChange = BookDelta & { readonly rfq: Rfq; readonly seq: number; readonly at: Instant }

export type SpreadBookNow = {
  /** The number and time of the last change that is in it; of the start if there was none since. */
  readonly seq: number
  readonly at: number
  readonly orders: BookSides<BookOrder>
  readonly levels: BookSides<BookLevel>
}

type NumberedBook = { readonly book: SpreadBook; seq: number; at: number }
type Loading = { readonly loaded: Promise<void>; waiting: PublishedDecision[] | undefined }
type BooksNeeds = { readonly engine: Pick<MarketEngine, 'onDecided' | 'read' | 'shards'>; readonly now: () => number }

/** Numbers after a restart are above all earlier ones, because no book changes a thousand times in a millisecond. */
const NUMBERS_PER_MS = 1_000

export type SpreadBooks = ReturnType<typeof createSpreadBooks>

export function createSpreadBooks({ engine, now }: BooksNeeds) {
  const listeners = new Set<(change: SpreadBookChange) => void>()
  const books = createNumberedBooks(now(), (change) => listeners.forEach((listener) => listener(change)))
  const shards = new Map<ShardName, Loading>()

  const load = async (shard: ShardName): Promise<void> => {
    const { value, seq } = await engine.read(shard, restingIn)
    for (const { rfq, orders } of value) books.of(rfq.id).book.change(rfq, orders)
    const loading = shards.get(shard)!
    const waiting = loading.waiting!
    loading.waiting = undefined
    for (const decision of waiting) if (decision.decision > seq) books.apply(decision)
  }
  /** Read again if it failed. */
  const loaded = (shard: ShardName): Promise<void> => {
    const known = shards.get(shard)
    if (known !== undefined) return known.loaded
    const begun = Promise.resolve().then(() => load(shard))
    shards.set(shard, { loaded: begun, waiting: [] })
    void begun.catch(() => shards.delete(shard))
    return begun
  }
  const stop = engine.onDecided((decisions) => {
    for (const decision of decisions) {
      const loading = shards.get(decision.shard.name)
      if (loading === undefined) continue
      if (loading.waiting === undefined) books.apply(decision)
      else loading.waiting.push(decision)
    }
  })

  return {
    /** Throws EngineUnavailable while its shard is unavailable. */
    async of(rfq: Pick<Rfq, 'id' | 'venue' | 'baseCurrency'>): Promise<SpreadBookNow> {
      await loaded(marketShardOf(rfq).name)
      const { book, seq, at } = books.of(rfq.id)
      return { seq, at, orders: book.orders(), levels: book.levels() }
    },

    /** Resolves when the book is maintained, so that `onChange` reports its changes. */
    keep: (rfq: Pick<Rfq, 'venue' | 'baseCurrency'>): Promise<void> => loaded(marketShardOf(rfq).name),

    /** Resolves when the books of all shards are maintained, so that `onChange` reports changes of all of them. */
    async all(): Promise<void> {
      await Promise.all(engine.shards.map(({ name }) => loaded(name)))
    },

    /** The current best of each side, if its shard's books are maintained. */
    bestOf: (id: RfqId) => books.of(id).book.best(),

    /** Changes of every book that was requested since the start, and of the other books of its shard. Returns the function that ends it. */
    onChange(listener: (change: SpreadBookChange) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    close(): void {
      stop()
      listeners.clear()
    },
  }
}

function createNumberedBooks(startedAt: number, publish: (change: SpreadBookChange) => void) {
  const books = new Map<RfqId, NumberedBook>()
  const of = (id: RfqId): NumberedBook => {
    let one = books.get(id)
    if (one === undefined) books.set(id, (one = { book: new SpreadBook(), seq: startedAt * NUMBERS_PER_MS, at: startedAt }))
    return one
  }
  return {
    of,
    apply(decision: PublishedDecision): void {
      if (!decision.changes.some((change) => change !== undefined && isListed(change.rfq))) return
      for (const { rfq, orders } of changesByRfq(decision)) {
        if (!isListed(rfq)) continue
        const one = of(rfq.id)
        const delta = one.book.change(rfq, orders.map(({ order }) => order)) // prettier-ignore
        if (delta === undefined) continue
        one.seq += 1
        one.at = decision.at
        publish({ ...delta, rfq, seq: one.seq, at: decision.at })
      }
    },
  }
}

const isListed = ({ audience }: Rfq): boolean => marketModels[audience].opener === 'PLATFORM'

type Resting = { readonly rfq: Rfq; readonly orders: readonly Order[] }

const restingIn = portable(
  'spreads.resting',
  () =>
    ({ rfqs }: Shard): readonly Resting[] =>
      [...rfqs.live.values()].flatMap(({ rfq, orders }) => (isListed(rfq) ? [{ rfq, orders: [...orders.values()] }] : [])),
)()
