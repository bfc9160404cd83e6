import { describe, expect, it } from 'vitest'
import type { Instant } from '@parley/core'
import { formatCursor, parseCursor } from '../database/cursor.ts'
import { createIds } from './ids.ts'
import { groupOf, marketShards, shardAt } from '../shards/shards.ts'

const NOON = 1_800_000_000_000

describe('ids', () => {
  it('are 27 base62 characters behind their letter, and sort by time whatever chance adds', () => {
    const low = createIds((bytes) => new Uint8Array(bytes))
    const high = createIds((bytes) => new Uint8Array(bytes).fill(255))
    const made = [low.rfq(NOON as Instant), high.rfq(NOON as Instant), low.rfq((NOON + 1) as Instant), high.rfq((NOON + 1) as Instant)]
    for (const id of made) expect(id).toMatch(/^r_[0-9A-Za-z]{27}$/)
    expect([...made].sort()).toEqual(made)
    expect(createIds().order(NOON as Instant)).toMatch(/^o_[0-9A-Za-z]{27}$/)
  })

  it('do not come twice within a millisecond', () => {
    const ids = createIds()
    expect(new Set(Array.from({ length: 10_000 }, () => ids.order(NOON as Instant))).size).toBe(10_000)
  })
})

describe('cursors', () => {
  it('come back as they went, and need no escaping in a URL', () => {
    const position = { at: NOON, id: 't_0123456789abcdefghijklmnopq00' }
    expect(formatCursor(position)).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(parseCursor(formatCursor(position))).toEqual(position)
  })

  it.each(['', 'None', '!!!!', 'e30', Buffer.from('12 a;drop').toString('base64url')])('%j is not an id', (text) => {
    expect(parseCursor(text)).toBeUndefined()
  })
})

describe('markets', () => {
  it('have names and numbers of their own', () => {
    expect(shardAt('DBT', 'BTC')?.name).toBe('DBT-BTC')
    expect(shardAt('DBT', 'DOGE')).toBeUndefined()
    expect([groupOf('BIT-BTC'), groupOf('DBT-DOGE')]).toEqual([5, undefined])
    expect(new Set(marketShards.map(({ group }) => group)).size).toBe(marketShards.length)
    expect(marketShards.slice(0, 2).map(({ name, group }) => [name, group])).toEqual([
      ['DBT-BTC', 1],
      ['DBT-ETH', 2],
    ])
  })
})
