/** POST rfqs: a market is opened, or joined where it is open. Its legs, named or numbered, become a structure; the service does the rest. */
import { canonical, isRefusal, refuse, type Refusal, type Rfq, type Side, type Structure, type VenueCode } from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import { structureOf } from '../../../catalogue/structures.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { presentMarket } from './present.ts'

export type OpenMarketBody = { readonly venue: VenueCode; readonly legs: readonly NamedLeg[] }

export type NamedLeg = {
  readonly instrument?: string | undefined
  readonly instrument_id?: number | undefined
  readonly ratio: string
  readonly side: Side
  readonly price?: string | null | undefined
}

export function createOpenRfq({ commands, facts }: Pick<Rfqs, 'commands' | 'facts'>) {
  return {
    async openMarket(caller: Caller, { venue, legs }: OpenMarketBody, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const structure = structureNamed(legs, venue, facts.marketData)
      if (isRefusal(structure)) return structure
      return commands.open(caller, venue, structure, { view: opened(structure), idempotency })
    },
  }
}

/** Of a structure that was sold the market is that of its buyer, and a bot that does not see it would trade the wrong way round. */
function opened(asked: Structure): (rfq: Rfq) => GroupRfqView {
  const { isTurned } = canonical(asked)
  return (rfq) => ({ ...presentMarket(rfq), ...(isTurned ? { inverted: true } : {}) })
}

/** The structure as asked, its instruments named or numbered. */
export function structureNamed(asked: readonly NamedLeg[], venue: VenueCode, marketData: MarketData): Structure | Refusal {
  const numbered: { instrument_id: number; ratio: string; side: Side; price?: string | null | undefined }[] = []
  for (const [place, { instrument, instrument_id, ...leg }] of asked.entries()) {
    const id = instrument_id ?? (instrument === undefined ? undefined : marketData.instrumentNamed(venue, instrument)?.id)
    if (id === undefined)
      return refuse('InstrumentUnknown', '3.3', `There is no instrument ${instrument ?? ''} at ${venue}.`, `legs.${place}.instrument`)
    numbered.push({ ...leg, instrument_id: id })
  }
  return structureOf(numbered, venue, marketData)
}
