/** Markets are opened, or joined, and declined. */
import {
  canonical,
  isRefusal,
  minimumBlock,
  quantityIncrement,
  refuse,
  structureKey,
  type DeclineReason,
  type GroupMarket,
  type Refusal,
  type VenueCode,
} from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { marketShardOf, shardAt } from '../market/shards.ts'
import { actorOf } from '../direct-rfq/rfq-commands.ts'
import { structureNamed, type NamedLeg } from './facts.ts'
import { notInTheBook } from './in-the-book.ts'
import { marketFor } from './group-answers.ts'
import type { Needs } from './needs.ts'
import { noMarket } from './placing.ts'
import { presentMarket } from './wire.ts'

export type OpenMarketBody = { readonly venue: VenueCode; readonly legs: readonly NamedLeg[] }

export function createMarketCommands({ engine, store, recall, marketData, guards, isOn }: Needs) {
  return {
    async openMarket(caller: Caller, body: OpenMarketBody, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const { venue } = body
      const asked = structureNamed(body.legs, venue, marketData)
      if (isRefusal(asked)) return asked
      const closed = notInTheBook(asked, isOn)
      if (closed !== undefined) return closed
      const { structure } = canonical(asked)
      const { baseCurrency } = structure.legs[0]!.instrument
      const shard = shardAt(venue, baseCurrency)
      if (shard === undefined) return refuse('ProductDisabled', '3.1', `There is no market in ${baseCurrency} at ${venue}.`, 'legs')
      const open = () =>
        engine.submit(
          shard.name,
          {
            kind: 'OpenMarket',
            actor: actorOf(caller),
            shard: shard.group,
            venue,
            baseCurrency,
            structure,
            minimumBlock: minimumBlock(structure),
            quantityIncrement: quantityIncrement(structure),
          },
          idempotency,
        )
      // Joining what is open costs nothing of the rate.
      const isOpen = (await store.activeMarket(structureKey(structure))) !== undefined
      const decided = isOpen ? await open() : await guards.opening(caller.desk, structure, open)
      if (isRefusal(decided)) return decided
      const opened = decided.events.find((event) => event.kind === 'MarketOpened')
      const market: GroupMarket | undefined = opened?.market ?? (await store.activeMarket(structureKey(structure)))
      // It ended between the two: whoever asks again opens it anew.
      if (market === undefined) return refuse('RfqClosed', '10.5', 'The market has just ended; open it again.')
      recall.remember(market)
      return presentMarket(market)
    },

    async declineMarket(caller: Caller, id: number, reason: DeclineReason, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const market = await recall.market(id)
      if (market === undefined) return noMarket
      const command = { kind: 'DeclineMarket', actor: actorOf(caller), market: market.id, reason } as const
      const decided = await engine.submit(marketShardOf(market).name, command, idempotency)
      return isRefusal(decided) ? decided : ((await marketFor(store, caller.desk, market.id)) ?? noMarket)
    },
  }
}
