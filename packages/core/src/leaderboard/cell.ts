/** By what the leaderboard can be filtered: each trade and each request stands in one cell. */
import { venues } from '../catalogue/venues.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { AudienceKind } from '../audience-kind.ts'
import type { Rfq } from '../rfq/model/rfq.ts'
import { recognise } from '../structure/recognise.ts'
import { strategyLegs } from '../structure/structure.ts'

/** Listed spreads, the order book whichever door an order came by, and requests to named desks. */
export const protocols = ['D1', 'OB', 'RFQ'] as const
export type Protocol = (typeof protocols)[number]

const protocolOf: Readonly<Record<AudienceKind, Protocol>> = { LISTED: 'D1', ORDER_BOOK: 'OB', DIRECT: 'RFQ' }

export const leaderKinds = ['OPTION', 'FUTURE'] as const
export type LeaderKind = (typeof leaderKinds)[number]

export type Cell = {
  readonly venue: VenueCode
  readonly currency: string
  /** A structure with an option in it is an option, whatever hedges it. */
  readonly kind: LeaderKind
  readonly protocol: Protocol
  readonly strategy: string
}

/** Undefined where not everybody is offered the venue: its trades are read by desks with an account there, and count nothing here (rulebook 20.1). */
export function cellOf({
  venue,
  baseCurrency,
  audience,
  structure,
}: Pick<Rfq, 'venue' | 'baseCurrency' | 'audience' | 'structure'>): Cell | undefined {
  if (venues[venue].offeredTo !== 'EVERYBODY') return undefined
  const hasOption = strategyLegs(structure).some(({ instrument }) => instrument.kind === 'OPTION')
  return {
    venue,
    currency: baseCurrency,
    kind: hasOption ? 'OPTION' : 'FUTURE',
    protocol: protocolOf[audience],
    strategy: recognise(structure).code,
  }
}
