/** The gamma of a structure, from our own model. */
import { type Leg, type Mark, modelGamma, ratioToNumber } from '@parley/core'

type MarkOf = (instrumentId: number) => Mark | undefined

/** For this quantity of the structure, bought. */
export const structureGamma = (legs: readonly Leg[], quantity: number, markOf: MarkOf, now: number): number =>
  legs.reduce(
    (sum, leg) =>
      sum +
      (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio) * quantity * modelGamma(leg.instrument, markOf(leg.instrument.id), now),
    0,
  )
