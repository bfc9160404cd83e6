/** Whether each venue accepts orders, from its channel. Unknown while the server is unreachable. */
import type { VenueStatesView, VenueStatusView } from '@parley/contracts'
import { product } from '@parley/core'
import { create } from 'zustand'

export const useVenueStates = create<VenueStatesView>(() => ({ venues: [] }))

/** The label of a venue that is not simply open. */
export const venueWord: Readonly<Record<VenueStatusView['state'], string | undefined>> = {
  OPEN: undefined,
  SLOW: 'slow',
  PAUSED_SETTLEMENT: 'settling',
  MAINTENANCE: 'maintenance',
  DISCONNECTED: 'unreachable',
}

/** `BYB · maintenance`. */
export function venueLabel(displayCode: string, venue: string, { venues }: VenueStatesView): string {
  const word = venueWord[venues.find((one) => one.venue === venue)?.state ?? 'OPEN']
  return word === undefined ? displayCode : `${displayCode} · ${word}`
}

/**
 * Why nothing new can be sent to the venue of these products, with the server's message. Undefined if the venue accepts everything (rulebook 3.21).
 */
export function venuePausedReason(products: readonly string[], { venues }: VenueStatesView): string | undefined {
  const venue = product(products[0] ?? '')?.venue
  const status = venues.find((one) => one.venue === venue)
  return status?.state === 'MAINTENANCE' || status?.state === 'PAUSED_SETTLEMENT' ? status.sentence : undefined
}
