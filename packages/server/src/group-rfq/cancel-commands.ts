/** Quotes are called back: one, or those that fit a filter. */
import { isRefusal, refuse, type Price, type Refusal, type Side } from '@parley/core'
import type { GroupCancelReportView, GroupQuoteView } from '@parley/contracts'
import { actorOf } from '../direct-rfq/rfq-commands.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { marketShardOf } from '../market/shards.ts'
import { fencesOf, marketsOf, unreachedIn, type Everywhere } from '../protection/everywhere.ts'
import type { Needs } from './needs.ts'
import { presentQuote } from './wire.ts'

export type CancelFilter = {
  readonly market?: number | undefined
  readonly side?: Side | undefined
  readonly price?: Price | undefined
  readonly label?: string | undefined
  readonly venue?: string | undefined
  readonly currency?: string | undefined
}

const noQuote = refuse('OrderUnknown', '10.12', 'Your desk has no open quote of this id.', 'id')

const quoteClosed = refuse('OrderClosed', '10.12', 'Nothing of the quote rests any more; place a new one.', 'id')
const isGone = ({ refused }: Refusal): boolean => refused === 'RfqClosed' || refused === 'OrderUnknown'

type CancelNeeds = Pick<Needs, 'engine' | 'store' | 'recall'> & { readonly everywhere: Everywhere }

export function createCancelCommands({ engine, store, recall, everywhere }: CancelNeeds) {
  return {
    async cancelQuote(caller: Caller, id: number, idempotency?: Idempotency): Promise<GroupQuoteView | Refusal> {
      const found = await store.quote(id)
      if (found === undefined || found.quote.actor.desk !== caller.desk) return noQuote
      const { market, quote } = found
      const command = { kind: 'CancelQuote', actor: actorOf(caller), market: market.id, quoteId: quote.id } as const
      const decided = await engine.submit(marketShardOf(market).name, command, idempotency)
      // It is the desk's own, and not among what is open: it is closed.
      if (isRefusal(decided)) return isGone(decided) ? quoteClosed : decided
      return presentQuote(market, (await store.quote(id))?.quote ?? quote)
    },

    /** Everything of the desk that fits all that is named, market by market, fenced by the number of each (rulebook 11.7). */
    async cancelQuotes(
      caller: Caller,
      filter: CancelFilter,
      actionId: string,
      idempotency?: Idempotency,
    ): Promise<GroupCancelReportView | Refusal> {
      const market = filter.market === undefined ? undefined : await recall.market(filter.market)
      const markets = marketsOf(filter).filter(
        ({ venue, baseCurrency }) => filter.market === undefined || (market?.venue === venue && market.baseCurrency === baseCurrency),
      )
      const { side, price, label } = filter
      const command = {
        kind: 'CancelEverything',
        actor: { desk: caller.desk },
        what: 'ORDERS',
        flow: 'GROUP',
        ...(market === undefined ? {} : { market: market.id }),
        ...(side === undefined ? {} : { side }),
        ...(price === undefined ? {} : { price }),
        ...(label === undefined ? {} : { label }),
      } as const
      const covered = await everywhere(command, { markets, idempotency })
      if (isRefusal(covered)) return covered
      const ids = covered.decided.flatMap(({ events }) =>
        events.flatMap((event) => (event.kind === 'QuoteCanceled' ? [event.quoteId] : [])),
      )
      return { action_id: actionId, count: ids.length, quote_ids: ids, fences: fencesOf(covered), ...unreachedIn(covered) }
    },
  }
}
