/** The client receives every change once and in order (its own tests). The screen must hold their sum, for every division into frames. */
import { describe, expect, it } from 'vitest'
import type { Level, ModelChange } from '@parley/client'
import { changeOf, frameOf, listOf } from '../../test/frames.ts'
import { levelOf } from '../../test/model.ts'
import { applyChanges } from './collection.ts'
import { applyFrame, nothing } from './store.ts'

const DAYS = 200
const CHANGES = 60

function chances(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const quote = (number: number, price: string): Level =>
  levelOf({ id: `g_${number}`, number, audience: 'ORDER_BOOK', rfqId: `g_${20 + (number % 2)}`, price, createdAt: number })

/** Random lists and changes of up to eight quotes, and the state after applying them one by one. */
function day(random: () => number) {
  const held = new Map<string, Level>()
  const changes = Array.from({ length: CHANGES }, (_, at): ModelChange<Level> => {
    // Sometimes an item leaves while the client is not listening, and the next list reports that.
    if (random() < 0.05) {
      const gone = [...held.keys()].filter(() => random() < 0.2)
      for (const id of gone) held.delete(id)
      return listOf('ORDER_BOOK', [...held.values()], gone)
    }
    const data = quote(1 + Math.floor(random() * 8), String(at))
    const isRemoved = held.has(data.id) && random() < 0.6
    if (isRemoved) held.delete(data.id)
    else held.set(data.id, data)
    return changeOf(isRemoved ? 'REMOVED' : 'ADDED', data)
  })
  return { changes, held }
}

/** Divided into frames of none, one or many. */
function framesOf<T>(changes: readonly T[], random: () => number): readonly (readonly T[])[] {
  const frames: T[][] = [[]]
  for (const change of changes) {
    while (random() < 0.4) frames.push([])
    frames.at(-1)!.push(change)
  }
  return frames
}

const byId = (quotes: Iterable<Level>) => [...quotes].sort((a, b) => a.id.localeCompare(b.id))

describe('what a screen holds', () => {
  it('is the sum of all messages, for every division into frames, without removed objects', () => {
    for (let one = 0; one < DAYS; one += 1) {
      const random = chances(one)
      const { changes, held } = day(random)
      const frames = framesOf(changes, random)
      const again = `the day of seed ${one}`
      const map = frames.reduce<ReadonlyMap<string, Level>>((before, frame) => applyChanges(before, frame, () => 'forget'), new Map())
      expect(byId(map.values()), again).toEqual(byId(held.values()))
      const live = frames.reduce((before, frame) => applyFrame(before, frameOf({ levels: [...frame] }), 0), nothing)
      expect(byId(live.levels.values()), again).toEqual(byId(held.values()))
      expect(byId([...live.levelsByRfq.values()].flat()), again).toEqual(byId(held.values()))
    }
  })
})
