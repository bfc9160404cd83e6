/** What desks do in the order-book flow in a day, by chance: they open and join markets, quote, take, replace and cancel, knowing only what the tables show. */
import {
  canonical,
  quantity,
  structurePrice,
  type GroupMarket,
  type Instant,
  type MarketCommand,
  type MarketId,
  type QuoteId,
  type Structure,
} from '@parley/core'
import type { Chance } from './chance.ts'
import {
  accountOf,
  broughtTo,
  actorOf,
  DESKS,
  labelOf,
  legPricesFor,
  LOOKED_BACK,
  sizeFor,
  structureAt,
  twoParts,
  unitBy,
  type Seen,
} from './desks.ts'

const SOON_MS = 2 * 60 * 60_000
const MAKERS = DESKS.slice(2, 6)
const minimumBlock = quantity('25')
const WHOLE = quantity('150')
/** Ids of options that expire within hours: the same structures otherwise. */
const SOON_IDS = 100

/** What somebody sends next in the order-book flow. */
export function somebodyInABook(seen: Seen): MarketCommand {
  const { chance, marketIds, tables } = seen
  const active = chance.happens(0.95) ? marketIds.filter((id) => tables.markets.get(id)?.state === 'ACTIVE') : marketIds
  const back = Math.min(LOOKED_BACK, active.length)
  const id = back === 0 || chance.happens(0.04) ? undefined : active[active.length - 1 - chance.below(back)]
  const market = id === undefined ? undefined : tables.markets.get(id)
  if (market === undefined) return open(seen)
  if (chance.happens(0.04)) return decline(seen, market)
  return chance.happens(0.66) ? quote(seen, market) : (change(seen, market) ?? quote(seen, market))
}

function open({ chance, shard: { venue, baseCurrency, group }, now }: Seen): MarketCommand {
  const asked = structureAt(venue, baseCurrency, chance)
  const { structure } = canonical(chance.happens(0.3) ? expiringSoon(asked, now) : asked)
  const actor = actorOf(chance.oneOf(DESKS), chance)
  return { kind: 'OpenMarket', actor, shard: group, venue, baseCurrency, structure, minimumBlock, quantityIncrement: quantity('0.1') }
}

const expiringSoon = ({ legs }: Structure, now: Instant): Structure => ({
  legs: legs.map((leg) => {
    const { instrument } = leg
    if (instrument.expiresAt === undefined) return leg
    const expiresAt = (Math.ceil((now + 1) / SOON_MS) * SOON_MS) as Instant
    return { ...leg, instrument: { ...instrument, id: instrument.id + SOON_IDS, expiresAt } }
  }),
})

/** Random, and never the same twice: the venue knows a block by it. */
const nonceBy = (chance: Chance): string => `n${chance.below(2 ** 31)}x${chance.below(2 ** 31)}x`

const meetingBy = ({ chance, shard: { group } }: Seen) => ({ shard: group, nonce: nonceBy(chance), ...unitBy(chance) })

function quote(seen: Seen, { id, structure }: GroupMarket): MarketCommand {
  const { chance } = seen
  // Most quotes are of few desks, as in life, so that protections have something to do.
  const desk = chance.oneOf(chance.happens(0.6) ? MAKERS : DESKS)
  const legPrices = legPricesFor(structure, chance)
  const price = structurePrice(structure.legs, legPrices)
  const isOrder = price !== undefined && chance.happens(0.2)
  const isIoc = !isOrder && chance.happens(0.15)
  const size = sizeFor(WHOLE, chance)
  return {
    kind: 'PlaceQuote',
    actor: actorOf(desk, chance),
    market: id,
    form: isOrder ? 'ORDER' : 'QUOTE',
    side: chance.oneOf(['BUY', 'SELL']),
    quantity: size,
    isIoc,
    isPostOnly: !isOrder && chance.happens(0.1),
    isHidden: !isOrder && chance.happens(0.15),
    account: accountOf(desk),
    ...meetingBy(seen),
    ...(isOrder ? { price } : { legPrices }),
    ...((isOrder || isIoc) && size > 2 * minimumBlock && chance.happens(0.25) ? { allocations: twoParts(desk, size) } : {}),
    ...(chance.happens(0.4) ? { label: labelOf(desk) } : {}),
    ...(chance.happens(0.2) ? { clientOrderId: `mine-${chance.below(6)}` } : {}),
  }
}

const decline = ({ chance }: Seen, { id }: GroupMarket): MarketCommand => ({
  kind: 'DeclineMarket',
  actor: actorOf(chance.oneOf(MAKERS), chance),
  market: id,
  reason: chance.oneOf(['SIZE', 'RISK', 'MARKET']),
})

function change(seen: Seen, market: GroupMarket): MarketCommand | undefined {
  const { chance, tables, quotesOf } = seen
  const all = (quotesOf.get(String(market.id)) ?? []).slice(-40)
  const placed = chance.happens(0.8) ? all.filter((id) => tables.quotes.get(id)?.quote.state === 'OPEN') : all
  if (placed.length === 0) return undefined
  const { quote: known } = tables.quotes.get(chance.oneOf(placed))!
  const actor = chance.happens(0.95) ? known.actor : actorOf(chance.oneOf(DESKS), chance)
  const common = { actor, market: market.id as MarketId, quoteId: known.id as QuoteId }
  if (chance.happens(0.35)) return { kind: 'CancelQuote', ...common }
  return {
    kind: 'ReplaceQuote',
    ...common,
    ...meetingBy(seen),
    quantity: chance.happens(0.4) ? known.quantity : sizeFor(WHOLE, chance),
    isIoc: chance.happens(0.05),
    ...(chance.happens(0.3) ? { isPostOnly: chance.happens(0.3) } : {}),
    ...(chance.happens(0.3) ? { isHidden: chance.happens(0.5) } : {}),
    ...broughtTo(known.actor.desk, chance),
    ...(chance.happens(0.3) ? {} : { legPrices: legPricesFor(market.structure, chance) }),
  }
}
