/** Whether each venue takes anything now, as the channel says it; nothing is known while the server is out of reach. */
import type { VenueStatesView, VenueStatusView } from '@parley/contracts'
import { product } from '@parley/core'
import { create } from 'zustand'

export const useVenueStates = create<VenueStatesView>(() => ({ venues: [] }))

/** Of one that is not simply open. */
export const venueWord: Readonly<Record<VenueStatusView['state'], string | undefined>> = {
  OPEN: undefined,
  SLOW: 'slow',
  PAUSED_SETTLEMENT: 'settling',
  MAINTENANCE: 'maintenance',
  DISCONNECTED: 'out of reach',
}

/** `BYB · maintenance`. */
export function venueLabel(displayCode: string, venue: string, { venues }: VenueStatesView): string {
  const word = venueWord[venues.find((one) => one.venue === venue)?.state ?? 'OPEN']
  return word === undefined ? displayCode : `${displayCode} · ${word}`
}

/** Why nothing new is sent to the venue of these products, in the server's words; undefined where it takes everything (rulebook 3.21). */
export function whyVenuePaused(products: readonly string[], { venues }: VenueStatesView): string | undefined {
  const venue = product(products[0] ?? '')?.venue
  const status = venues.find((one) => one.venue === venue)
  return status?.state === 'MAINTENANCE' || status?.state === 'PAUSED_SETTLEMENT' ? status.sentence : undefined
}
