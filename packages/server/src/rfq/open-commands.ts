/** RFQs are opened for everybody who trades the structure. */
import {
  canonical,
  isRefusal,
  minimumBlock,
  quantityIncrement,
  refuse,
  structureKey,
  type AudienceKind,
  type Refusal,
  type Rfq,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { Idempotency } from '../engine/engine.ts'
import { shardAt, type MarketShard } from '../shards/shards.ts'
import { actorOf } from './actor.ts'
import { createdBy } from './answers.ts'
import { noShard, orderBookRefusal } from './eligibility.ts'
import type { AudienceNeeds } from './audience-needs.ts'

export function createOpenCommands({ audience, engine, store, cache, guards, isOn }: AudienceNeeds) {
  return {
    /** One for each structure: it is opened, or joined where it is open. */
    async open(caller: Caller, venue: VenueCode, asked: Structure, idempotency?: Idempotency): Promise<Rfq | Refusal> {
      const closed = orderBookRefusal(asked, isOn)
      if (closed !== undefined) return closed
      const { structure } = canonical(asked)
      const { baseCurrency } = structure.legs[0]!.instrument
      const shard = shardAt(venue, baseCurrency, engine.shards)
      if (shard === undefined) return noShard(venue, baseCurrency)
      const open = () => engine.submit(shard.name, openCommand(caller, audience, shard, structure), idempotency)
      // Joining what is open costs nothing of the rate.
      const isOpen = (await store.openRfqOf(structureKey(structure))) !== undefined
      const decided = isOpen ? await open() : await guards.opening(caller.desk, structure, open)
      if (isRefusal(decided)) return decided
      const rfq = createdBy(decided.events) ?? (await store.openRfqOf(structureKey(structure)))
      // It ended between the two: whoever asks again opens it anew.
      if (rfq === undefined) return refuse('RfqClosed', '10.5', 'The market has just ended; open it again.')
      cache.rememberRfq(rfq)
      return rfq
    },
  }
}

function openCommand(caller: Caller, audience: AudienceKind, { group, venue, baseCurrency }: MarketShard, structure: Structure) {
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
