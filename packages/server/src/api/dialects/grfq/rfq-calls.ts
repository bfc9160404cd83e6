/** Calls that open a market or join the open market for the structure, and that decline to quote in one. */
import {
  canonical,
  isRefusal,
  refuse,
  rfqIdOf,
  type DeclineReason,
  type DeskId,
  type Refusal,
  type Rfq,
  type Side,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import { structureOf } from '../../../catalogue/structures.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { OwnSums } from '../../../rfq/store.ts'
import { presentMarket } from './present.ts'
import { noMarket } from './quote-bodies.ts'

export type OpenMarketBody = { readonly venue: VenueCode; readonly legs: readonly NamedLeg[] }

export type NamedLeg = {
  readonly instrument?: string | undefined
  readonly instrument_id?: number | undefined
  readonly ratio: string
  readonly side: Side
  readonly price?: string | null | undefined
}

export function createRfqCalls({ commands, facts, store, cache }: Pick<Rfqs, 'commands' | 'facts' | 'store' | 'cache'>) {
  return {
    async openMarket(caller: Caller, { venue, legs }: OpenMarketBody, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const structure = structureNamed(legs, venue, facts.marketData)
      if (isRefusal(structure)) return structure
      return commands.open(caller, venue, structure, { view: opened(canonical(structure).isTurned ? 'TURNED' : 'AS_ASKED'), idempotency })
    },

    async declineMarket(caller: Caller, id: number, reason: DeclineReason, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const rfq = await cache.rfq(rfqIdOf(id))
      if (rfq === undefined) return noMarket
      const own = await store.ownSums(caller.desk, rfq.id)
      const view = marketFor(caller.desk, own && withoutResting(own))
      return commands.decline(caller, rfq, { reason }, { view, idempotency })
    },
  }
}

/** A structure that was asked for as sold has the market of the opposite, bought structure. `inverted` shows that, because a bot that misses it would trade on the wrong side. */
const opened = portable('grfq.opened', (asked: 'AS_ASKED' | 'TURNED') => (rfq: Rfq): GroupRfqView => ({
  ...presentMarket(rfq),
  ...(asked === 'TURNED' ? { inverted: true } : {}),
}))

const marketFor = portable(
  'grfq.market',
  (desk: DeskId, own: OwnSums | undefined) =>
    (rfq: Rfq): GroupRfqView =>
      presentMarket(rfq, { desk, own }),
)

/** The structure as requested, with its instruments given by name or number. */
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

/** A decline cancels every resting quote and order of the desk in the market (rulebook 10.19). */
const withoutResting = (own: OwnSums): OwnSums => ({ ...own, remaining: 0, canceled: own.canceled + own.remaining })
