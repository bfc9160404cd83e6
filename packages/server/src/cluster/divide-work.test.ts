import { expect, it } from 'vitest'
import { ownerOf } from './divide-work.ts'

const shards = Array.from({ length: 40 }, (_, place) => `SHARD-${place}`)
const division = (members: readonly string[]) => new Map(shards.map((shard) => [shard, ownerOf(shard, members)]))

it('divides the shards over all processes, and a process that joins or leaves moves only its own', () => {
  const [two, three] = [division(['a', 'b']), division(['c', 'a', 'b'])]
  expect(new Set(two.values())).toEqual(new Set(['a', 'b']))
  expect(new Set(three.values())).toEqual(new Set(['a', 'b', 'c']))
  for (const shard of shards) if (three.get(shard) !== 'c') expect(three.get(shard)).toBe(two.get(shard))
})

it('gives no shard to a process if there is none', () => {
  expect(ownerOf('SHARD-1', [])).toBeUndefined()
})
