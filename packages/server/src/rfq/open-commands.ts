/** Commands that open a public RFQ. */
import {
  canonical,
  isRefusal,
  minimumBlock,
  quantityIncrement,
  structureKey,
  type RfqKind,
  type Refusal,
  type Rfq,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { shardAt, type MarketShard } from '../shards/shards.ts'
import { actorOf } from './actor.ts'
import { createdBy, withOpenRfq, type Reply } from './answers.ts'
import { noShard, orderBookRefusal } from './eligibility.ts'
import type { AudienceNeeds } from './audience-needs.ts'

export function createOpenCommands({ audience, engine, store, cache, guards, eligibility, isOn }: AudienceNeeds) {
  return {
    /** Opens the RFQ of the structure, or joins the open one. There is at most one for each structure. */
    async open<View extends object>(
      caller: Caller,
      venue: VenueCode,
      asked: Structure,
      { view, idempotency }: Reply<Rfq, View>,
    ): Promise<View | Refusal> {
      const closed = eligibility(caller, audience, asked) ?? orderBookRefusal(asked, isOn, caller.desk)
      if (closed !== undefined) return closed
      const { structure } = canonical(asked)
      const { baseCurrency } = structure.legs[0]!.instrument
      const shard = shardAt(venue, baseCurrency, engine.shards)
      if (shard === undefined) return noShard(venue, baseCurrency)
      const key = structureKey(structure)
      const present = { view: withOpenRfq(view, key) }
      const open = () => engine.submit(shard.name, openCommand(caller, audience, shard, structure), idempotency, present)
      // Joining an open RFQ does not count for the rate.
      const known = await store.openRfqOf(key)
      const paused = known === undefined ? guards.paused(venue) : undefined
      if (paused !== undefined) return paused
      const decided = known === undefined ? await guards.opening(caller.desk, structure, open) : await open()
      if (isRefusal(decided)) return decided
      const rfq = createdBy(decided.events) ?? known
      if (rfq !== undefined) cache.rememberRfq(rfq)
      return decided.answer
    },
  }
}

function openCommand(caller: Caller, audience: RfqKind, { group, venue, baseCurrency }: MarketShard, structure: Structure) {
  return {
    kind: 'OpenRfq',
    actor: actorOf(caller),
    audience,
    shard: group,
    venue,
    baseCurrency,
    structure,
    minimumBlock: minimumBlock(structure),
    quantityIncrement: quantityIncrement(structure),
  } as const
}
