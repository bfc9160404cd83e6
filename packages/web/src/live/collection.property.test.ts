/** The client hears every change once and in order (its own tests); a screen holds what they add up to, in whatever frames they are drawn. */
import { describe, expect, it } from 'vitest'
import type { BookQuoteView } from '@parley/contracts'
import { applyChanges, type Change } from './collection.ts'
import { applyGroupHeard, nothingHeardOfGroup, nothingOfGroup, type GroupLive } from './group-store.ts'

const DAYS = 200
const CHANGES = 60

function chances(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const quote = (id: number, price: string): BookQuoteView => ({
  ...{
    id,
    rfq_id: 1 + (id % 2),
    status: 'OPEN' as const,
    side: 'SELL',
    price,
    quantity: '25',
    remaining_quantity: '25',
    created: id,
    lapses_at: 0,
  },
})

/** Lists and changes of few quotes, and what a reader who adds them up one by one holds in the end. */
function day(random: () => number) {
  const held = new Map<number, BookQuoteView>()
  const changes = Array.from({ length: CHANGES }, (_, at): Change<BookQuoteView> => {
    if (random() < 0.05) return { event: 'SNAPSHOT', data: [...held.values()] }
    const id = 1 + Math.floor(random() * 8)
    const data = quote(id, String(at))
    const isRemoved = held.has(id) && random() < 0.6
    if (isRemoved) held.delete(id)
    else held.set(id, data)
    return { event: isRemoved ? 'REMOVED' : 'ADDED', data }
  })
  return { changes, held }
}

/** Cut into frames of none, one or many. */
function framesOf<T>(changes: readonly T[], random: () => number): readonly (readonly T[])[] {
  const frames: T[][] = [[]]
  for (const change of changes) {
    while (random() < 0.4) frames.push([])
    frames.at(-1)!.push(change)
  }
  return frames
}

const byId = (quotes: Iterable<BookQuoteView>) => [...quotes].sort((a, b) => a.id - b.id)

describe('what a screen holds', () => {
  it('is what was said, in whatever frames it came, and nothing that has left', () => {
    for (let one = 0; one < DAYS; one += 1) {
      const random = chances(one)
      const { changes, held } = day(random)
      const frames = framesOf(changes, random)
      const again = `the day of seed ${one}`
      const map = frames.reduce<ReadonlyMap<number, BookQuoteView>>(
        (before, frame) => applyChanges(before, frame, () => 'forget'),
        new Map(),
      )
      expect(byId(map.values()), again).toEqual(byId(held.values()))
      const live = frames.reduce<GroupLive>((before, frame) => applyGroupHeard(before, { ...nothingHeardOfGroup(), quote_book: [...frame] }), nothingOfGroup) // prettier-ignore
      expect(byId(live.book.values()), again).toEqual(byId(held.values()))
      expect(byId([...live.bookByMarket.values()].flat()), again).toEqual(byId(held.values()))
    }
  })
})
