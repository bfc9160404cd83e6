/** Instruments, marks, the index and the health of the connection. */
import { expect, it, vi } from 'vitest'
import { isMultiple, type Mark } from '@parley/core'
import type { Contract } from '../../src/port/venue-answers.ts'
import { PATIENCE, type WithVenue } from './harness.ts'
import { connected } from './watch.ts'

export function marketData(withVenue: WithVenue): void {
  it(
    'lists instruments with exact figures and unique names',
    withVenue(async ({ venue }) => {
      const listed = await venue.instruments()
      expect(listed.length).toBeGreaterThan(0)
      expect(new Set(listed.map((row) => row.id)).size).toBe(listed.length)
      expect(new Set(listed.map((row) => row.name)).size).toBe(listed.length)
      expect(listed.filter((row) => row.venue !== venue.code || !isSound(row))).toEqual([])
    }),
  )

  it(
    'sends a mark for every instrument and an index for every currency after connecting',
    withVenue(async ({ venue }) => {
      const listed = await venue.instruments()
      const { seen } = await connected(venue)
      await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
      await vi.waitFor(
        () => expect([...seen.indices.keys()].sort()).toEqual([...new Set(listed.map((row) => row.baseCurrency))].sort()),
        PATIENCE,
      )
      const marked = listed.map((row) => ({ row, mark: seen.marks.get(row.id)! }))
      expect(marked.filter(({ row, mark }) => !isSoundMark(row, mark))).toEqual([])
    }),
  )

  it(
    'reconnects after a lost connection, with all its marks',
    withVenue(async ({ venue, dropConnections }) => {
      const listed = await venue.instruments()
      const { seen } = await connected(venue)
      await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
      dropConnections()
      await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTING'), PATIENCE)
      seen.marks.clear()
      await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
      await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTED'), PATIENCE)
      const states = seen.health.map((health) => health.state)
      // Health is also reported for pauses and delays.
      expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['CONNECTED', 'CONNECTING', 'CONNECTED'])
    }),
  )
}

const isSound = ({ tickSize, minBlockSize, quantityIncrement, strike, optionKind, kind, expiresAt }: Contract): boolean =>
  tickSize > 0 &&
  isMultiple(minBlockSize, quantityIncrement) &&
  (strike === undefined) === (optionKind === undefined) &&
  (kind !== 'OPTION' || (expiresAt ?? 0) > 0)

function isSoundMark({ kind }: Contract, { indexPrice, underlyingPrice, bidPrice, askPrice, markIv, greeks }: Mark): boolean {
  const isCrossed = bidPrice !== undefined && askPrice !== undefined && bidPrice >= askPrice
  if (!(indexPrice > 0 && underlyingPrice > 0) || isCrossed) return false
  // A fraction: 5 means 500 vol. A value in percent would be above it for any listed option.
  return kind === 'FUTURE' || (markIv !== undefined && markIv > 0 && markIv < 5 && Math.abs(greeks!.delta) <= 1)
}
