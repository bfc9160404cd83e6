import type { DeskId } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { createReplays } from './signature-replays.ts'
import { openSignedAhead } from './signed-ahead.ts'
import { createSignedWrites } from './signed-writes.ts'

const database = withTestDatabase()
const NOON = 1_800_000_000_000
const ORRY = 'ORRY' as DeskId
const KEST = 'KEST' as DeskId

/** A server that starts at this time and remembers what the previous one stored. */
async function startAt(startedAt: number) {
  const ahead = await openSignedAhead(database.sql, startedAt)
  const serveSigned = createSignedWrites(createReplays(ahead.floorOf), ahead)
  return async (desk: DeskId, signedAt: number, now: number): Promise<'done' | 'refused'> => {
    const signature = Buffer.from(`${desk} ${signedAt}`.padEnd(32)).toString('base64')
    const headers = { 'paradigm-api-signature': signature, 'paradigm-api-timestamp': String(signedAt) }
    const answer = await serveSigned(desk, { method: 'POST', headers, now }, () => Promise.resolve({ status: 200, body: {}, headers: {} }))
    return 'fault' in answer ? 'refused' : 'done'
  }
}
const written = async () => (await database.sql<{ desk: string }[]>`select desk from signed_ahead order by desk`).map(({ desk }) => desk)

describe('a signed write that was received before a restart', () => {
  it('is not taken again after it, however far ahead of our clock it was signed; other desks wait for nothing', async () => {
    const before = await startAt(NOON)
    expect(await before(ORRY, NOON + 29_000, NOON)).toBe('done')
    expect(await before(KEST, NOON + 40, NOON)).toBe('done')
    const after = await startAt(NOON + 4_000)
    expect(await after(ORRY, NOON + 29_000, NOON + 4_000)).toBe('refused')
    expect(await after(ORRY, NOON + 29_000, NOON + 29_000)).toBe('refused')
    expect(await after(KEST, NOON + 40, NOON + 4_000)).toBe('refused')
    expect(await after(KEST, NOON + 4_001, NOON + 4_001)).toBe('done')
    expect(await after(ORRY, NOON + 35_000, NOON + 35_000)).toBe('done')
  })

  it('is written down of clocks that run ahead alone, a few times a minute, and forgotten once it is too old for anybody', async () => {
    const start = NOON + 1_000_000
    const server = await startAt(start)
    for (let at = start; at < start + 10_000; at += 100) expect(await server(KEST, at + 500, at)).toBe('done')
    expect(await written()).toEqual([])
    const statements = new Set<number>()
    for (let at = start; at < start + 10_000; at += 100) {
      await server(ORRY, at + 20_000, at)
      statements.add((await database.sql<{ until: number }[]>`select until from signed_ahead where desk = 'ORRY'`)[0]!.until)
    }
    expect(statements.size).toBeLessThan(4)
    await startAt(start + 60_000)
    expect(await written()).toEqual([])
  })
})
