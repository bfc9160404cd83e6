/** A quote is replaced (rulebook 10.12, 10.20): each member that is given is carried out or refused, and what is not given stays as it was. */
import { formatPrice, type Price, type Quantity } from '../decimal.ts'
import { quotePrice } from '../direct-rfq/prices.ts'
import type { Instant } from '../ids.ts'
import { renamed } from '../matching/renamed.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { marketDeclineTakenBackBy } from './decline.ts'
import type { GroupCommand, GroupDecision, GroupEvent, GroupMarket, GroupQuote, GroupRefusal } from './group-rfq.ts'
import { QUOTE_LIFETIME_MS } from './limits.ts'
import { clientKey, type GroupMarkets, type OpenMarket } from './markets.ts'
import { followedByMatches } from './meet.ts'
import { restingQuantity } from './quantities.ts'
import { crossRefusal, formRefusal, nameInUse, ownQuote, ownSideRefusal, quantityRefusal, windowRefusal, type Around } from './quotes.ts'

type Replace = Extract<GroupCommand, { kind: 'ReplaceQuote' }>
type GroupRefused = Refusal<GroupRefusal>

/** `quantity` is of the whole quote, with what was filled, agreed and cancelled. */
export function replaceQuote(market: OpenMarket, command: Replace, around: Around): GroupDecision {
  const { markets, now } = around
  const old = ownQuote(market, command.actor.desk, command.quoteId)
  if (isRefusal(old)) return old
  const { isPostOnly = old.isPostOnly, isHidden = old.isHidden, isIoc, quantity } = command
  const rests = (quantity - (old.quantity - restingQuantity(old))) as Quantity
  const price =
    windowRefusal(market.head, now) ??
    sideRefusal(old, command) ??
    formRefusal({ form: old.form, isIoc, isPostOnly, isHidden }) ??
    nameRefusal(old, command, markets) ??
    quantityRefusal(market.head, quantity, rests) ??
    repriced(market.head, old, command)
  if (typeof price === 'object') return price
  const refusal =
    ownSideRefusal(market, old.actor.desk, old.side, price) ?? (isPostOnly ? crossRefusal(market, old.side, price) : undefined)
  if (refusal !== undefined) return refusal
  // Rulebook 10.12, 10.20.
  const keepsPriority = price === old.price && quantity <= old.quantity && isHidden === old.isHidden
  const quote: GroupQuote = {
    ...renamed(old, command),
    actor: command.actor,
    price,
    quantity,
    isIoc,
    isPostOnly,
    isHidden,
    account: command.account ?? old.account,
    priority: keepsPriority ? old.priority : markets.nextPriority,
    lastUpdatedAt: now,
    lapsesAt: (now + QUOTE_LIFETIME_MS) as Instant,
    ...(command.legPrices === undefined ? {} : { legPrices: command.legPrices }),
  }
  const decided = followedByMatches(replacedBy(market.head, old, quote), market, command, around)
  const takenBack = marketDeclineTakenBackBy(market.head, quote)
  return isRefusal(decided) || takenBack.length === 0 ? decided : [...decided, ...takenBack]
}

type Replaced = Extract<GroupEvent, { kind: 'QuoteReplaced' }>

function replacedBy({ id: market }: GroupMarket, old: GroupQuote, quote: GroupQuote): Replaced {
  const replaced: Replaced = { kind: 'QuoteReplaced', market, quote }
  if (old.isHidden === quote.isHidden) return replaced
  return quote.isHidden ? { ...replaced, lastShown: { price: old.price, lapsesAt: old.lapsesAt } } : { ...replaced, isNowShown: true }
}

function sideRefusal(old: GroupQuote, { side = old.side }: Replace): GroupRefused | undefined {
  if (side === old.side) return undefined
  return refuse('TypeNotAllowed', '10.20', `The quote is on the ${old.side} side; a replacement stays there.`, 'side')
}

/** Rulebook 10.17: its own name is its own. */
function nameRefusal(old: GroupQuote, { clientOrderId }: Replace, { clientOrderIds }: GroupMarkets): GroupRefused | undefined {
  if (clientOrderId === undefined || clientOrderId === old.clientOrderId) return undefined
  return clientOrderIds.has(clientKey(old.actor.desk, clientOrderId)) ? nameInUse : undefined
}

/** A replacement without prices keeps the old ones; of a structure's price alone the leg prices are not known. */
function repriced({ structure }: GroupMarket, old: GroupQuote, { legPrices, price = old.price }: Replace): Price | GroupRefused {
  if (legPrices !== undefined) return quotePrice(structure, legPrices) as Price | GroupRefused
  if (price === old.price) return old.price
  const message = `The price stays ${formatPrice(old.price)} without a price for each leg; give those in legs.`
  return refuse('OrderPriceMissing', '10.20', message, 'legs')
}
