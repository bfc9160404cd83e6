/** The filters of the leaderboard: every trade and every RFQ belongs to one cell. */
import { venues } from '../catalogue/venues.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { RfqKind } from '../rfq-kind.ts'
import type { Rfq } from '../rfq/model/rfq.ts'
import { recognise } from '../structure/recognise.ts'
import { strategyLegs } from '../structure/structure.ts'

/** Listed spreads, the order book over any API, and direct RFQs. */
export const protocols = ['D1', 'OB', 'RFQ'] as const
export type Protocol = (typeof protocols)[number]

const protocolOf: Readonly<Record<RfqKind, Protocol>> = { LISTED: 'D1', ORDER_BOOK: 'OB', DIRECT: 'RFQ' }

export const leaderKinds = ['OPTION', 'FUTURE'] as const
export type LeaderKind = (typeof leaderKinds)[number]

export type Cell = {
  readonly venue: VenueCode
  readonly currency: string
  /** A structure with an option in it counts as an option, whatever its hedge. */
  readonly kind: LeaderKind
  readonly protocol: Protocol
  readonly strategy: string
}

/**
 * Undefined if the venue is not offered to every desk: its trades are visible only to desks with an account there, and do not count here (rulebook
 * 20.1).
 */
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
