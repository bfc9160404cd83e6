/** A request with a key to several markets is remembered for a day. After that its row is gone and the key is free (rulebook 9.4). */
import { isRefusal } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { callLimits } from '../calls/limits.ts'
import { silent } from '../log/log.ts'
import { marketShards } from './shards.ts'
import { withTestDatabase } from '../../test/database.ts'
import { tidyRequests } from '../api/requests/request-store.ts'
import { createRequestShards } from './request-shards.ts'

const database = withTestDatabase()
const NOON = 1_800_000_000_000
const LATER = NOON + callLimits.idempotencyKeptMs
const [first, second] = [marketShards.slice(0, 2), marketShards.slice(0, 3)]

const begin = async (key: string, now: number, markets = first, requestHash = 'body') => {
  const begun = await createRequestShards(database.sql).begin({ scope: 'KEST POST /v2/x', key, requestHash }, now, markets)
  if (isRefusal(begun)) return begun.refused
  return { isNew: begun.isNew, markets: begun.markets.length }
}
const keys = async () => (await database.sql<{ key: string }[]>`select key from request order by key`).map(({ key }) => key)

describe('9.4 a write to several markets', () => {
  it('9.4 is the same for a day, and another body under its key is refused', async () => {
    expect(await begin('same', NOON)).toEqual({ isNew: true, markets: 2 })
    expect(await begin('same', LATER, second)).toEqual({ isNew: false, markets: 2 })
    expect(await begin('same', LATER, second, 'other')).toBe('IdempotencyKeyReused')
  })

  it('9.4 is a new one after that, even if the old row still exists', async () => {
    expect(await begin('again', NOON)).toEqual({ isNew: true, markets: 2 })
    expect(await begin('again', LATER + 1, second, 'other')).toEqual({ isNew: true, markets: 3 })
    expect(await begin('again', LATER + 2, second, 'other')).toEqual({ isNew: false, markets: 3 })
  })

  it('9.4 is removed when it is older than a day, by who tidies and by no write', async () => {
    await begin('old', NOON)
    await begin('young', NOON + 1)
    await begin('newest', LATER + 1)
    expect(await keys()).toEqual(expect.arrayContaining(['newest', 'old', 'young']))
    const tidying = await tidyRequests({ sql: database.sql, now: () => LATER + 1, log: silent })
    tidying.close()
    expect(await keys()).toEqual(expect.arrayContaining(['newest', 'young']))
    expect(await keys()).not.toContain('old')
  })
})
