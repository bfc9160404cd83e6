/** Mass cancel in the order-book markets (rulebook 5.17, 11.6). */
import { isTheirs, type CancelEverything } from '../direct-rfq/cancel-everything.ts'
import type { DeskId, Instant, MarketId } from '../ids.ts'
import { productsOf } from '../structure/figures.ts'
import { cancelResting } from './end.ts'
import type { GroupEvent, GroupQuote } from './group-rfq.ts'
import type { GroupMarkets, OpenMarket } from './markets.ts'

/** Never refused: with nothing to cancel there are no events. */
export function cancelQuotes(markets: GroupMarkets, command: CancelEverything, now: Instant): readonly GroupEvent[] {
  if (command.flow === 'DIRECT' || command.rfqId !== undefined) return []
  const { cause = 'MASS_CANCEL' } = command
  return marketsOf(markets, command.actor.desk as DeskId)
    .filter(({ head }) => command.market === undefined || head.id === command.market)
    .filter(({ head }) => command.product === undefined || productsOf(head.structure).includes(command.product))
    .flatMap((market) => cancelResting(market, (quote) => isMeant(command, quote), { reason: 'ByUser', cause }, now))
}

const isMeant = ({ actor, side, price, label }: CancelEverything, quote: GroupQuote): boolean =>
  isTheirs(actor, quote.actor) &&
  (side === undefined || quote.side === side) &&
  (price === undefined || quote.price === price) &&
  (label === undefined || quote.label === label)

/** The markets in which the desk has something resting, by id. */
export function marketsOf(markets: GroupMarkets, desk: DeskId): readonly OpenMarket[] {
  const ids = new Set<MarketId>(markets.desks.get(desk)?.values() ?? [])
  return [...ids].sort((a, b) => a - b).map((id) => markets.open.get(id)!)
}
