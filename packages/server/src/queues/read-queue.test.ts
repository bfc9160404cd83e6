import { expect, it } from 'vitest'
import { createReadQueue, HELD_MS, PAUSE_TIMES, READ_WAITS_MS, READS_AT_ONCE, READS_NEXT_TO_COMMANDS } from './read-queue.ts'

/** Reads that end, and an event loop that goes on, when the test decides. */
function byHand() {
  let time = 0
  let busyForMs = 0
  const next: (() => void)[] = []
  const timers: { readonly at: number; readonly work: () => void }[] = []
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const reads = createReadQueue(() => time, {
    busyMs: () => busyForMs,
    atNextTurn: (work) => next.push(work),
    after: (work, ms) => {
      const timer = { at: time + ms, work }
      timers.push(timer)
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
    },
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    read: (desk: string, name: string, weight = 1) =>
      reads.run({ desk, weight }, () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    command: (name: string) => reads.command(() => new Promise<string>((resolve) => ends.set(name, () => resolve(name)))),
    end: async (name: string) => {
      ends.get(name)!()
      await settled()
    },
    nextTurn: async () => {
      for (const turn of next.splice(0)) turn()
      await settled()
    },
    pass: (ms: number) => {
      time += ms
      for (const { at, work } of timers.splice(0)) at <= time ? work() : timers.push({ at, work })
    },
    work: (ms: number) => {
      time += ms
      busyForMs += ms
    },
    settled,
  }
}

it('one read begins in each turn of the event loop, and one desk after another', async () => {
  const { read, started, nextTurn, settled } = byHand()
  for (const name of ['a1', 'a2', 'a3']) void read('AMBR', name)
  for (const name of ['b1', 'b2']) void read('LIND', name)
  await settled()
  expect(started).toEqual(['a1'])
  for (const _ of [1, 2, 3, 4]) await nextTurn()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  await nextTurn()
  void read('AMBR', 'alone')
  await settled()
  expect(started.at(-1)).toBe('alone')
})

it(`a desk has at most ${READS_AT_ONCE} reads under way, and another desk does not wait for them`, async () => {
  const { read, started, end, nextTurn } = byHand()
  const names = Array.from({ length: READS_AT_ONCE + 1 }, (_, n) => `a${n}`)
  const answers = names.map((name) => read('AMBR', name))
  for (const _ of names) await nextTurn()
  expect(started).toEqual(names.slice(0, READS_AT_ONCE))
  void read('LIND', 'b')
  await nextTurn()
  expect(started.at(-1)).toBe('b')
  await end('a1')
  await nextTurn()
  expect(started.at(-1)).toBe(names.at(-1))
  expect(await answers[1]).toBe('a1')
})

it('a read that waits for too long is not made, and one that fails gives its place back', async () => {
  const { read, started, nextTurn, pass, settled } = byHand()
  void read('AMBR', 'first')
  const late = read('AMBR', 'late')
  pass(READ_WAITS_MS + 1)
  await nextTurn()
  expect(await late).toBeUndefined()
  expect(started).toEqual(['first'])
  const real = createReadQueue(() => 0)
  const failed = await Promise.allSettled(
    Array.from({ length: 2 * READS_AT_ONCE }, () => real.run({ desk: 'AMBR', weight: 1 }, () => Promise.reject(new Error('failed')))),
  )
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true)
  await settled()
  expect(await real.run({ desk: 'AMBR', weight: 1 }, () => Promise.resolve('made'))).toBe('made')
})

it('while a command is under way, reads begin less often, the more they cost, and go on when it has ended', async () => {
  const { read, command, started, end, nextTurn, pass } = byHand()
  void command('cancel')
  for (const name of ['a1', 'a2', 'a3', 'a4']) void read('AMBR', name, 10)
  for (const _ of [1, 2, 3]) await nextTurn()
  expect(started).toEqual(['a1'])
  await end('a1')
  pass(10 * HELD_MS - 1)
  await nextTurn()
  expect(started).toEqual(['a1'])
  pass(1)
  for (const _ of [1, 2, 3]) await nextTurn()
  expect(started).toEqual(['a1', 'a2'])
  await end('cancel')
  for (const _ of [1, 2]) await nextTurn()
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4'])
})

it(`while a command is under way, a desk has ${READS_NEXT_TO_COMMANDS} read under way, and other desks do not wait for it`, async () => {
  const { read, command, started, end, nextTurn, pass } = byHand()
  void command('cancel')
  for (const name of ['a1', 'a2', 'a3']) void read('AMBR', name)
  void read('LIND', 'b1')
  for (const _ of [1, 2, 3]) {
    pass(HELD_MS)
    await nextTurn()
  }
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  await nextTurn()
  pass(HELD_MS)
  await nextTurn()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await end('cancel')
  await nextTurn()
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it(`next to a command, a read is followed by a pause of ${PAUSE_TIMES} times as long as it kept the thread busy`, async () => {
  const { read, command, started, end, nextTurn, pass, work } = byHand()
  void command('cancel')
  for (const name of ['a1', 'a2']) void read('AMBR', name)
  await nextTurn()
  work(12)
  await end('a1')
  await nextTurn()
  pass(PAUSE_TIMES * 12 - 1)
  await nextTurn()
  expect(started).toEqual(['a1'])
  pass(1)
  await nextTurn()
  expect(started).toEqual(['a1', 'a2'])
})
