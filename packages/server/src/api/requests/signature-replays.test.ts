import { randomBytes } from 'node:crypto'
import type { DeskId } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { createReplays } from './signature-replays.ts'

const NOON = 1_800_000_000_000
const signature = (): string => randomBytes(32).toString('base64')
const ORRY = 'ORRY' as DeskId
const KEST = 'KEST' as DeskId
const write = (timestampMs: number, idempotencyKey?: string, signed = signature(), desk = ORRY) => ({
  desk,
  signature: signed,
  timestampMs,
  idempotencyKey,
})

describe('a signed write is good once', () => {
  it.each<[string, string | undefined, string | undefined, string]>([
    ['nothing, then nothing', undefined, undefined, 'SEEN'],
    ['nothing, then a key', undefined, 'k', 'SEEN'],
    ['a key, then nothing', 'k', undefined, 'SEEN'],
    ['a key, then another', 'k', 'l', 'SEEN'],
    ['a key, then the same: its answer is kept', 'k', 'k', 'AGAIN'],
  ])('with %s: %s, %s', (_title, first, second, answer) => {
    const replays = createReplays(() => NOON)
    const signed = signature()
    expect(replays.admit(write(NOON, first, signed), NOON)).toBe('NEW')
    expect(replays.admit(write(NOON, second, signed), NOON)).toBe(answer)
  })

  it('is not taken again with its own key once its sender was told that it had no effect', () => {
    const replays = createReplays(() => NOON)
    const mine = write(NOON, 'k')
    replays.admit(mine, NOON)
    replays.spend(mine)
    expect(replays.admit(mine, NOON)).toBe('SEEN')
  })

  it('is the same however its base64 is written', () => {
    const replays = createReplays(() => NOON)
    const signed = signature()
    replays.admit(write(NOON, undefined, signed), NOON)
    expect(replays.admit(write(NOON, undefined, signed.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')), NOON)).toBe('SEEN')
  })

  // Proves W 2.17.
  it('is remembered for as long as its signature is taken, also when it was signed ahead', () => {
    const replays = createReplays(() => NOON)
    const ahead = write(NOON + 30_000)
    replays.admit(ahead, NOON)
    for (let now = NOON; now <= NOON + 60_000; now += 500) replays.admit(write(now), now)
    expect(replays.admit(ahead, NOON + 60_000)).toBe('SEEN')
  })

  it('is forgotten once its signature is too old for anybody', () => {
    const replays = createReplays(() => NOON)
    for (let now = NOON; now <= NOON + 600_000; now += 100) replays.admit(write(now), now)
    expect(replays.size()).toBeLessThan(320)
  })

  it('is not taken when it was signed before anything is remembered', () => {
    expect(createReplays(() => NOON).admit(write(NOON - 1), NOON)).toBe('TOO_OLD')
  })

  it('never becomes new again because there were many: the window becomes shorter instead', () => {
    const replays = createReplays(() => NOON, 100)
    const writes = Array.from({ length: 500 }, (_, index) => write(NOON + index * 50))
    for (const each of writes) expect(replays.admit(each, NOON + 25_000)).toBe('NEW')
    expect(replays.size()).toBeLessThanOrEqual(100)
    expect(new Set(writes.map((each) => replays.admit(each, NOON + 25_000)))).toEqual(new Set(['SEEN', 'TOO_OLD']))
  })

  it("shortens a flooding desk's window, and nobody else's", () => {
    const replays = createReplays(() => NOON, 100)
    for (let index = 0; index < 500; index++) replays.admit(write(NOON + index * 50), NOON + 25_000)
    expect(replays.admit(write(NOON), NOON + 25_000)).toBe('TOO_OLD')
    expect(replays.admit(write(NOON, undefined, signature(), KEST), NOON + 25_000)).toBe('NEW')
  })
})
