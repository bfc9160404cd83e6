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
      for (const row of listed) {
        expect(row.venue).toBe(venue.code)
        expect(row.tickSize).toBeGreaterThan(0)
        expect(isMultiple(row.minBlockSize, row.quantityIncrement), row.name).toBe(true)
        expect((row.strike === undefined) === (row.optionKind === undefined)).toBe(true)
        if (row.kind === 'OPTION') expect(row.expiresAt, row.name).toBeGreaterThan(0)
      }
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
      for (const row of listed) expectSoundMark(row, seen.marks.get(row.id)!)
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

function expectSoundMark(row: Contract, mark: Mark): void {
  expect(mark.indexPrice, row.name).toBeGreaterThan(0)
  expect(mark.underlyingPrice, row.name).toBeGreaterThan(0)
  if (mark.bidPrice !== undefined && mark.askPrice !== undefined) expect(mark.bidPrice, row.name).toBeLessThan(mark.askPrice)
  if (row.kind === 'FUTURE') return
  expect(mark.markIv, row.name).toBeGreaterThan(0)
  // A fraction: 5 means 500 vol. A value in percent would be above it for any listed option.
  expect(mark.markIv, row.name).toBeLessThan(5)
  expect(Math.abs(mark.greeks!.delta), row.name).toBeLessThanOrEqual(1)
}
