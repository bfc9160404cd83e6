/**
 * A day of random commands of desks in the order book: they open and join RFQs, quote, trade, replace and cancel, and know only what the tables show.
 */
import { canonical, quantity, structurePrice, type Instant, type ShardCommand, type Rfq, type Structure } from '@parley/core'
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
/** Ids of options that expire within hours; the structures are otherwise the same. */
const SOON_IDS = 100

/** The next random command in the order book. */
export function somebodyInABook(seen: Seen): ShardCommand {
  const { chance, marketIds, tables } = seen
  const active = chance.happens(0.95) ? marketIds.filter((id) => isActive(tables.markets.get(id))) : marketIds
  const back = Math.min(LOOKED_BACK, active.length)
  const id = back === 0 || chance.happens(0.04) ? undefined : active[active.length - 1 - chance.below(back)]
  const market = id === undefined ? undefined : tables.markets.get(id)
  if (market === undefined) return open(seen)
  if (chance.happens(0.04)) return decline(seen, market)
  return chance.happens(0.66) ? quote(seen, market) : (change(seen, market) ?? quote(seen, market))
}

function open({ chance, shard: { venue, baseCurrency, group }, now }: Seen): ShardCommand {
  const asked = structureAt(venue, baseCurrency, chance)
  const { structure } = canonical(chance.happens(0.3) ? expiringSoon(asked, now) : asked)
  const actor = actorOf(chance.oneOf(DESKS), chance)
  return {
    kind: 'OpenRfq',
    audience: 'ORDER_BOOK',
    actor,
    shard: group,
    venue,
    baseCurrency,
    structure,
    minimumBlock,
    quantityIncrement: quantity('0.1'),
  }
}

const expiringSoon = ({ legs }: Structure, now: Instant): Structure => ({
  legs: legs.map((leg) => {
    const { instrument } = leg
    if (instrument.expiresAt === undefined) return leg
    const expiresAt = (Math.ceil((now + 1) / SOON_MS) * SOON_MS) as Instant
    return { ...leg, instrument: { ...instrument, id: instrument.id + SOON_IDS, expiresAt } }
  }),
})

const isActive = (rfq: Rfq | undefined): boolean => rfq?.state === 'OPEN' && rfq.ending === undefined

const meetingBy = ({ chance, shard: { group } }: Seen) => ({ audience: 'ORDER_BOOK', shard: group, ...unitBy(chance) }) as const

function quote(seen: Seen, { id, structure }: Rfq): ShardCommand {
  const { chance } = seen
  // A few desks make most quotes, as in real markets, so that protections are exercised.
  const desk = chance.oneOf(chance.happens(0.6) ? MAKERS : DESKS)
  const legPrices = legPricesFor(structure, chance)
  const price = structurePrice(structure.legs, legPrices)
  const isOrder = price !== undefined && chance.happens(0.2)
  const isIoc = !isOrder && chance.happens(0.15)
  const size = sizeFor(WHOLE, chance)
  return {
    kind: 'PlaceOrder',
    actor: actorOf(desk, chance),
    id,
    orderId: seen.ids.order(seen.now),
    as: isOrder ? 'CROSS' : 'QUOTE',
    side: chance.oneOf(['BUY', 'SELL']),
    quantity: size,
    timeInForce: isOrder || isIoc ? 'IOC' : 'GTD',
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

const decline = ({ chance }: Seen, { id }: Rfq): ShardCommand => ({
  kind: 'DeclineRfq',
  audience: 'ORDER_BOOK',
  actor: actorOf(chance.oneOf(MAKERS), chance),
  id,
  reason: chance.oneOf(['SIZE', 'RISK', 'MARKET']),
})

function change(seen: Seen, market: Rfq): ShardCommand | undefined {
  const { chance, tables, quotesOf } = seen
  const all = (quotesOf.get(market.id) ?? []).slice(-40)
  const placed = chance.happens(0.8) ? all.filter((id) => tables.quotes.get(id)?.quote.state === 'OPEN') : all
  if (placed.length === 0) return undefined
  const { quote: known } = tables.quotes.get(chance.oneOf(placed))!
  const actor = chance.happens(0.95) ? known.actor : actorOf(chance.oneOf(DESKS), chance)
  const common = { audience: 'ORDER_BOOK', actor, id: market.id, orderId: known.id } as const
  if (chance.happens(0.35)) return { kind: 'CancelOrder', ...common }
  return {
    kind: 'ReplaceOrder',
    ...common,
    ...meetingBy(seen),
    quantity: chance.happens(0.4) ? known.quantity : sizeFor(WHOLE, chance),
    timeInForce: chance.happens(0.05) ? 'IOC' : 'GTD',
    ...(chance.happens(0.3) ? { isPostOnly: chance.happens(0.3) } : {}),
    ...(chance.happens(0.3) ? { isHidden: chance.happens(0.5) } : {}),
    ...broughtTo(known.actor.desk, chance),
    ...(chance.happens(0.3) ? {} : { legPrices: legPricesFor(market.structure, chance) }),
  }
}
