import { expect, it } from 'vitest'
import { createJoinedReads, createKeptReads } from './joined-reads.ts'

/** Reads that are answered by hand. */
function byHand() {
  const reads: { readonly answer: (value: number) => void; readonly fail: () => void; readonly signal: AbortSignal }[] = []
  const read = (signal: AbortSignal) =>
    new Promise<number>((resolve, reject) => reads.push({ answer: resolve, fail: () => reject(new Error('failed')), signal }))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { reads, read, settled }
}

it('one read is under way and one waits, and each caller gets a read that began after it asked', async () => {
  const { reads, read, settled } = byHand()
  const joined = createJoinedReads()
  const first = joined.read('positions', read)
  await settled()
  const later = [1, 2, 3].map(() => joined.read('positions', read))
  const other = joined.read('orders', read)
  await settled()
  expect(reads).toHaveLength(2)
  reads[0]!.answer(10)
  expect(await first).toBe(10)
  await settled()
  expect(reads).toHaveLength(3)
  reads[2]!.answer(20)
  expect(await Promise.all(later)).toEqual([20, 20, 20])
  reads[1]!.answer(30)
  expect(await other).toBe(30)
  await settled()
  const again = joined.read('positions', read)
  await settled()
  reads[3]!.answer(40)
  expect(await again).toBe(40)
})

it('a read that fails fails for its own callers, and the next one is made', async () => {
  const { reads, read, settled } = byHand()
  const joined = createJoinedReads()
  const first = joined.read('positions', read).catch(String)
  await settled()
  const next = joined.read('positions', read)
  reads[0]!.fail()
  expect(await first).toBe('Error: failed')
  await settled()
  reads[1]!.answer(1)
  expect(await next).toBe(1)
})

it('a read ends when its last caller has left', async () => {
  const { reads, read, settled } = byHand()
  const joined = createJoinedReads()
  const callers = [new AbortController(), new AbortController()]
  for (const { signal } of callers) void joined.read('positions', read, signal)
  await settled()
  const [running, next] = [reads[0]!, callers[1]!]
  expect(running.signal.aborted).toBe(false)
  callers[0]!.abort()
  expect(running.signal.aborted).toBe(true)
  running.answer(1)
  await settled()
  expect(reads[1]!.signal.aborted).toBe(false)
  next.abort()
  expect(reads[1]!.signal.aborted).toBe(true)
})

it('an answer for all is asked once, kept for its time, and not kept if it failed', async () => {
  const { reads, read } = byHand()
  let now = 0
  const kept = createKeptReads({ now: () => now, keptMs: 1_000, isGood: (answer) => answer !== -1 })
  const [one, other] = [kept.read('book', read), kept.read('book', read)]
  reads[0]!.answer(1)
  expect(await Promise.all([one, other])).toEqual([1, 1])
  now = 999
  expect(await kept.read('book', read)).toBe(1)
  now = 1_000
  const failing = kept.read('book', read)
  reads[1]!.answer(-1)
  expect(await failing).toBe(-1)
  void kept.read('book', read)
  expect(reads).toHaveLength(3)
})
