/** The channel for a desk's positions, which is available on every socket. */
import { PositionsChange } from './entities.ts'

export const positionChannels = {
  positions: {
    summary:
      "Your desk's accounts and positions at the venues: all on subscribing, then all accounts again with the positions of those that changed. While there is a subscriber, accounts are read every few seconds.",
    data: PositionsChange,
    also: [],
  },
} as const
