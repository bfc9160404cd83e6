/** Quotes come, change and go (rulebook 10.3 to 10.14). The order of the checks is the order of refusals (rulebook 10.16). */
import { formatPrice, formatQuantity, type Price, type Quantity } from '../decimal.ts'
import { limitPrice, quotePrice } from '../direct-rfq/prices.ts'
import type { DeskId, Instant, QuoteId } from '../ids.ts'
import { partsRefusal } from '../matching/allocation-rules.ts'
import { crosses, ownInTheWay } from '../matching/match.ts'
import type { Guard } from '../protection/guard.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { opposite, type Side } from '../structure/structure.ts'
import { marketDeclineTakenBackBy } from './decline.ts'
import { canceled } from './end.ts'
import type { GroupCommand, GroupDecision, GroupMarket, GroupQuote, GroupRefusal } from './group-rfq.ts'
import { GROUP_LAYERING_LIMIT, MAX_OPEN_QUOTES_PER_DESK, QUOTE_LIFETIME_MS, SHARDS_MOST } from './limits.ts'
import { clientKey, type GroupMarkets, type OpenMarket } from './markets.ts'
import { followedByMatches } from './meet.ts'
import { quotesEnd } from './open.ts'
import { restingQuantity } from './quantities.ts'

type Place = Extract<GroupCommand, { kind: 'PlaceQuote' }>
type Cancel = Extract<GroupCommand, { kind: 'CancelQuote' }>
type GroupRefused = Refusal<GroupRefusal>

/** What a decision needs beside the market. */
export type Around = { readonly markets: GroupMarkets; readonly now: Instant; readonly guard: Guard }

export function placeQuote(market: OpenMarket, command: Place, around: Around): GroupDecision {
  const { markets, now } = around
  const { actor, side, quantity } = command
  const price =
    windowRefusal(market.head, now) ??
    formRefusal(command) ??
    roomRefusal(market, command, markets) ??
    quantityRefusal(market.head, quantity, quantity) ??
    allocationRefusal(market.head, command) ??
    pricedBy(market.head, command)
  if (typeof price === 'object') return price
  const refusal = ownSideRefusal(market, actor.desk, side, price) ?? (command.isPostOnly ? crossRefusal(market, side, price) : undefined)
  if (refusal !== undefined) return refusal
  const quote: GroupQuote = {
    id: (markets.nextNumber * SHARDS_MOST + command.shard) as QuoteId,
    actor,
    form: command.form,
    side,
    price,
    quantity,
    filled: 0 as Quantity,
    pending: 0 as Quantity,
    canceled: 0 as Quantity,
    state: 'OPEN',
    isIoc: command.isIoc || command.form === 'ORDER',
    isPostOnly: command.isPostOnly,
    isHidden: command.isHidden,
    account: command.allocations?.[0]?.account ?? command.account,
    ...(command.allocations === undefined ? {} : { allocations: command.allocations }),
    priority: markets.nextPriority,
    createdAt: now,
    lastUpdatedAt: now,
    lapsesAt: (now + QUOTE_LIFETIME_MS) as Instant,
    ...(command.legPrices === undefined ? {} : { legPrices: command.legPrices }),
    ...(command.clientOrderId === undefined ? {} : { clientOrderId: command.clientOrderId }),
    ...(command.label === undefined ? {} : { label: command.label }),
  }
  const decided = followedByMatches({ kind: 'QuotePlaced', market: market.head.id, quote }, market, command, around)
  const takenBack = marketDeclineTakenBackBy(market.head, quote)
  return isRefusal(decided) || takenBack.length === 0 ? decided : [...decided, ...takenBack]
}

export function cancelQuote(market: OpenMarket, { actor, quoteId }: Cancel, now: Instant): GroupDecision {
  const quote = ownQuote(market, actor.desk, quoteId)
  return isRefusal(quote) ? quote : [canceled(market.head.id, quote, restingQuantity(quote), 'ByUser', now)]
}

/** An open quote of the desk; nobody learns of another desk's quote here. */
export function ownQuote(market: OpenMarket, desk: DeskId, id: QuoteId): GroupQuote | GroupRefused {
  const quote = market.quotes.get(id)
  if (quote === undefined || quote.actor.desk !== desk)
    return refuse('OrderUnknown', '10.12', 'Your desk has no open quote of this id in the market.', 'quote_id')
  return quote.state === 'OPEN'
    ? quote
    : refuse('OrderClosed', '10.12', 'Nothing of the quote rests any more; place a new one.', 'quote_id')
}

export function windowRefusal(head: GroupMarket, now: Instant): GroupRefused | undefined {
  if (now < quotesEnd(head)) return undefined
  return refuse('QuoteWindowClosed', '10.4', 'Quotes are taken until one minute before the first leg expires.')
}

export function formRefusal({
  form,
  isIoc,
  isPostOnly,
  isHidden,
}: Pick<Place, 'form' | 'isIoc' | 'isPostOnly' | 'isHidden'>): GroupRefused | undefined {
  const neverRests = isIoc || form === 'ORDER'
  if (isPostOnly && neverRests)
    return refuse('TypeNotAllowed', '10.9', 'A quote is post-only, which must rest, or IOC, which never rests; not both.', 'post_only')
  if (isHidden && neverRests) return refuse('TypeNotAllowed', '10.9', 'A quote that never rests cannot be hidden.', 'is_hidden')
  return undefined
}

export const nameInUse: GroupRefused = refuse(
  'ClientOrderIdInUse',
  '10.17',
  'An open quote of your desk has this client order id; choose another.',
  'client_order_id',
)

function roomRefusal(
  market: OpenMarket,
  { actor, side, form, isIoc, clientOrderId }: Place,
  markets: GroupMarkets,
): GroupRefused | undefined {
  const { desk } = actor
  if (clientOrderId !== undefined && markets.clientOrderIds.has(clientKey(desk, clientOrderId))) return nameInUse
  if (form === 'ORDER' || isIoc) return undefined
  const open = markets.desks.get(desk)
  if ((open?.size ?? 0) >= MAX_OPEN_QUOTES_PER_DESK)
    return refuse('TooManyOrders', '9.6', `A desk has at most ${MAX_OPEN_QUOTES_PER_DESK} quotes resting here; replace or cancel some.`)
  if (restingOf(market, desk, side, open).length < GROUP_LAYERING_LIMIT) return undefined
  return refuse(
    'LayeringLimitReached',
    '10.5',
    `Your desk has ${GROUP_LAYERING_LIMIT} quotes on the ${side} side of this market; replace or cancel one.`,
    'side',
  )
}

/** The desk's resting quotes on a side of one market: it has few markets in play, or the market few quotes; the shorter list is read. */
export function restingOf(
  market: OpenMarket,
  desk: DeskId,
  side: Side,
  open: ReadonlyMap<QuoteId, GroupMarket['id']> | undefined,
): readonly GroupQuote[] {
  if (open === undefined) return []
  const isTheirs = (quote: GroupQuote | undefined): quote is GroupQuote =>
    quote !== undefined && quote.state === 'OPEN' && quote.side === side && quote.actor.desk === desk
  if (market.quotes.size <= open.size) return [...market.quotes.values()].filter(isTheirs)
  const found: GroupQuote[] = []
  for (const id of open.keys()) {
    const quote = market.quotes.get(id)
    if (isTheirs(quote)) found.push(quote)
  }
  return found
}

export function quantityRefusal(
  { minimumBlock, quantityIncrement }: GroupMarket,
  quantity: Quantity,
  rests: Quantity,
): GroupRefused | undefined {
  if (rests < minimumBlock) {
    const least = formatQuantity((minimumBlock + quantity - rests) as Quantity)
    return refuse('QuantityBelowBlockMinimum', '10.3', `What is to trade is at least the minimum block: ${least} or more.`, 'quantity')
  }
  if (quantity % quantityIncrement !== 0)
    return refuse('QuantityOffIncrement', '10.3', `The quantity comes in steps of ${formatQuantity(quantityIncrement)}.`, 'quantity')
  return undefined
}

/** Rulebook 10.18. */
function allocationRefusal(head: GroupMarket, { allocations, form, isIoc, quantity }: Place): GroupRefused | undefined {
  if (allocations === undefined) return undefined
  if (isIoc || form === 'ORDER') return partsRefusal(allocations, quantity, head)
  return refuse('AllocationInvalid', '10.18', 'A quote with an allocation never rests: it is IOC.', 'ioc')
}

function pricedBy({ structure }: GroupMarket, { form, price, legPrices }: Place): Price | GroupRefused {
  return (form === 'ORDER' ? limitPrice(structure, price) : quotePrice(structure, legPrices)) as Price | GroupRefused
}

/** Rulebook 10.10: a desk never meets itself, so its bid stays below its own ask. */
export function ownSideRefusal({ book }: OpenMarket, desk: DeskId, side: Side, price: Price): GroupRefused | undefined {
  const met = ownInTheWay(book.first(opposite(side)), { owner: desk, side, limit: price })
  if (met === undefined) return undefined
  const wanted = side === 'BUY' ? 'below your own ask' : 'above your own bid'
  return refuse('QuoteCrossesOwnSide', '10.10', `The price has to be ${wanted} of ${formatPrice(met.price as Price)}.`, 'price')
}

/** Rulebook 10.8. A hidden quote is met like any other, and its price is not told. */
export function crossRefusal({ book }: OpenMarket, side: Side, price: Price): GroupRefused | undefined {
  const best = book.best(opposite(side))
  if (best === undefined || !crosses(side, price, best)) return undefined
  return refuse('PostOnlyWouldCross', '10.8', 'A post-only quote rests; at this price it would trade at once.', 'price')
}
