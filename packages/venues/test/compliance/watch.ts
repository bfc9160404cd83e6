/** A listener that records its events. */
import { expect, vi } from 'vitest'
import type { Mark } from '@parley/core'
import type { Contract } from '../../src/port/venue-answers.ts'
import type { BlockVenue, VenueHealth, VenueListener } from '../../src/port/venue-port.ts'
import { PATIENCE } from './harness.ts'

export type Seen = {
  readonly marks: Map<number, Mark>
  readonly indices: Map<string, number>
  readonly instruments: Map<number, Contract>
  readonly health: VenueHealth[]
}

export function watch(): VenueListener<Contract> & { readonly seen: Seen } {
  const seen: Seen = { marks: new Map(), indices: new Map(), instruments: new Map(), health: [] }
  return {
    seen,
    onMarks: (marks) => marks.forEach((mark) => seen.marks.set(mark.instrumentId, mark)),
    onIndex: (currency, price) => seen.indices.set(currency, price),
    onInstruments: (changed) => changed.forEach((instrument) => seen.instruments.set(instrument.id, instrument)),
    onHealth: (health) => seen.health.push(health),
  }
}

export async function connected(venue: BlockVenue): Promise<{ readonly seen: Seen }> {
  const listener = watch()
  await venue.connect(listener)
  await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTED'), PATIENCE)
  return { seen: listener.seen }
}
