/**
 * A day of random commands of desks: they send RFQs, quote, decline, cross, change their minds, make mistakes and are late, and know only what the
 * tables show.
 */
import {
  price,
  quantity,
  ratio,
  structurePrice,
  type Actor,
  type AllocationPart,
  type BaseCurrency,
  type CreateFacts,
  type DeskId,
  type ShardCommand,
  type Instant,
  type Order,
  type Price,
  type Quantity,
  type Rfq,
  type Structure,
  type UnitExposure,
  type UserId,
  type VenueCode,
} from '@parley/core'
import type { Ids } from '../../src/rfq/ids.ts'
import type { MarketShard } from '../../src/shards/shards.ts'
import { instruments } from '../direct-market.ts'
import type { Chance } from './chance.ts'
import type { Tables } from './tables.ts'

export const DESKS = Array.from({ length: 9 }, (_, n) => `DSK${n}` as DeskId)
/** Past orders and RFQs that desks may choose: mostly open ones, and some that closed long ago. */
export const LOOKED_BACK = 8

const audience = 'DIRECT' as const

export const accountOf = (desk: DeskId): string => `account-of-${desk}`

const facts: CreateFacts = {
  eligibleMakers: DESKS,
  minimumBlock: quantity('25'),
  quantityIncrement: quantity('0.1'),
  draftsOfDesk: 0,
}

export function structureAt(venue: VenueCode, baseCurrency: BaseCurrency, chance: Chance): Structure {
  // An instrument belongs to one venue, so no two markets share an id.
  const others = (venue === 'DBT' ? 0 : 1_000) + (baseCurrency === 'BTC' ? 0 : 2_000)
  const [low, high, perpetual] = instruments.map((instrument) => ({ ...instrument, id: instrument.id + others, venue, baseCurrency }))
  const call = { instrument: low!, side: 'BUY', ratio: ratio('1') } as const
  const spread = { instrument: high!, side: 'SELL', ratio: ratio('1') } as const
  const hedge = { instrument: perpetual!, side: 'SELL', ratio: ratio('1000'), price: price('98000') } as const
  return { legs: chance.oneOf([[call], [call, spread], [call, spread, hedge]]) }
}

export type Seen = {
  readonly tables: Tables
  readonly shard: MarketShard
  /** RFQs of the shard in order of creation. */
  readonly rfqIds: readonly string[]
  readonly ordersOf: ReadonlyMap<string, readonly string[]>
  /** Markets of the shard, and the quotes of a market. */
  readonly marketIds: readonly number[]
  readonly quotesOf: ReadonlyMap<string, readonly number[]>
  readonly chance: Chance
  readonly ids: Ids
  readonly now: Instant
}

export const actorOf = (desk: DeskId, chance: Chance): Actor => ({
  desk,
  user: `${desk}-user` as UserId,
  via: `${desk}-${chance.oneOf(['key-1', 'key-2'])}`,
})

/** From one block up to the whole, in steps; occasionally a size that is refused. */
export function sizeFor(whole: Quantity, chance: Chance): Quantity {
  if (chance.happens(0.03)) return quantity(chance.oneOf(['0', '24.9', '25.05', '900']))
  if (chance.happens(0.25)) return whole
  const steps = Math.max(1, (whole - facts.minimumBlock) / facts.quantityIncrement + 1)
  return (facts.minimumBlock + chance.below(steps) * facts.quantityIncrement) as Quantity
}

export const legPricesFor = (structure: Structure, chance: Chance): readonly Price[] =>
  structure.legs.map((leg, place) => {
    if (leg.price !== undefined) return leg.price
    const ticks = (place === 0 ? 800 : 500) + chance.below(11) - 5
    return (ticks * leg.instrument.tickSize + (chance.happens(0.01) ? 1 : 0)) as Price
  })

export const labelOf = (desk: DeskId): string => `label-of-${desk}`

/** The exposure of one unit that protections count. Occasionally the venue is silent. */
export const unitBy = (chance: Chance): { readonly unit?: UnitExposure } =>
  chance.happens(0.1)
    ? {}
    : { unit: { notional: 4_000 + chance.below(500), delta: (chance.below(9) - 4) / 10, vega: 10 + chance.below(20) } }

/** Two accounts of one desk. */
export const twoParts = (desk: DeskId, whole: Quantity): readonly AllocationPart[] => [
  { account: accountOf(desk), quantity: facts.minimumBlock },
  { account: `${accountOf(desk)}-2`, quantity: (whole - facts.minimumBlock) as Quantity },
]

/** The next random command of a direct RFQ. */
export function somebodyDirect(seen: Seen): ShardCommand {
  const { chance, rfqIds, tables } = seen
  const back = chance.happens(0.97) ? LOOKED_BACK : rfqIds.length
  const id = rfqIds[rfqIds.length - 1 - chance.below(Math.max(1, Math.min(back, rfqIds.length)))]
  const rfq = id === undefined || chance.happens(0.05) ? undefined : tables.rfqs.get(id)
  if (rfq === undefined || (rfq.state === 'CLOSED' && chance.happens(0.5))) return ask(seen)
  const actor = actorOf(chance.happens(0.9) ? rfq.creator.desk : chance.oneOf(DESKS), chance)
  if (rfq.state === 'DRAFT' && chance.happens(0.4)) return { kind: 'SendDraft', audience, actor, id: rfq.id, facts }
  if (chance.happens(0.04)) return decline(seen, rfq)
  if (chance.happens(0.6)) return place(seen, rfq)
  if (chance.happens(0.85)) return change(seen, rfq) ?? place(seen, rfq)
  if (chance.happens(0.4)) return { kind: 'CancelRfq', audience, actor, id: rfq.id }
  const what = chance.oneOf(['ORDERS', 'ORDERS_AND_RFQS'] as const)
  const via = chance.happens(0.7) ? { via: actor.via } : {}
  const desk = chance.oneOf([actor.desk, ...rfq.makers])
  return {
    kind: 'CancelEverything',
    cause: 'MASS_CANCEL',
    actor: { desk, ...via },
    what,
    ...(chance.happens(0.7) ? { rfqId: rfq.id } : {}),
  }
}

function ask({ chance, shard: { venue, baseCurrency }, ids, now }: Seen): ShardCommand {
  const taker = chance.oneOf(DESKS)
  return {
    kind: 'CreateRfq',
    audience,
    actor: actorOf(taker, chance),
    id: ids.rfq(now),
    venue,
    baseCurrency,
    structure: structureAt(venue, baseCurrency, chance),
    quantity: sizeFor(quantity('300'), chance),
    makers: DESKS.filter((desk) => (desk !== taker || chance.happens(0.02)) && chance.happens(0.5)),
    isTakerAnonymous: chance.happens(0.35),
    account: accountOf(taker),
    label: labelOf(taker),
    as: chance.happens(0.15) ? 'DRAFT' : 'OPEN',
    facts,
  }
}

const decline = ({ chance }: Seen, { id, makers }: Rfq): ShardCommand => {
  const desk = chance.oneOf(makers.length > 0 && chance.happens(0.97) ? makers : DESKS)
  return { kind: 'DeclineRfq', audience, actor: actorOf(desk, chance), id, reason: chance.oneOf(['SIZE', 'RISK', 'MARKET'] as const) }
}

function place({ chance, shard, ids, now }: Seen, rfq: Rfq): ShardCommand {
  const isTaker = chance.happens(0.35)
  const desk = isTaker ? rfq.creator.desk : chance.oneOf(rfq.makers.length > 0 && chance.happens(0.97) ? rfq.makers : DESKS)
  const legPrices = legPricesFor(rfq.structure, chance)
  const at = structurePrice(rfq.structure.legs, legPrices)
  const size = sizeFor(rfq.quantity!, chance)
  return {
    kind: 'PlaceOrder',
    audience,
    shard: shard.group,
    actor: actorOf(desk, chance),
    id: rfq.id,
    orderId: ids.order(now),
    side: chance.oneOf(['BUY', 'SELL']),
    isPostOnly: false,
    isHidden: chance.happens(0.2),
    timeInForce: isTaker && chance.happens(0.25) ? 'FOK' : 'GTC',
    quantity: size,
    ...unitBy(chance),
    ...(chance.happens(0.4) ? { label: labelOf(desk) } : {}),
    ...(isTaker && size > 2 * facts.minimumBlock && chance.happens(0.65) ? { allocations: twoParts(desk, size) } : {}),
    ...(isTaker && at !== undefined ? { price: at } : { legPrices, account: accountOf(desk) }),
  }
}

function change({ chance, shard, tables, ordersOf }: Seen, rfq: Rfq): ShardCommand | undefined {
  const placed = ordersOf.get(rfq.id) ?? []
  if (placed.length === 0) return undefined
  const order: Order = tables.orders.get(chance.oneOf(placed))!.order
  const actor = chance.happens(0.95) ? order.actor : actorOf(chance.oneOf(DESKS), chance)
  const common = { audience, actor, id: rfq.id, orderId: order.id }
  if (chance.happens(0.3)) return { kind: 'CancelOrder', ...common }
  const legPrices = legPricesFor(rfq.structure, chance)
  const at = structurePrice(rfq.structure.legs, legPrices)
  const prices = chance.happens(0.3) || at === undefined ? {} : order.kind === 'CROSS' ? { price: at } : { legPrices }
  return {
    kind: 'ReplaceOrder',
    shard: shard.group,
    ...common,
    ...unitBy(chance),
    quantity: chance.happens(0.3) ? order.quantity : sizeFor(rfq.quantity!, chance),
    ...prices,
    ...(chance.happens(0.2) ? { isHidden: chance.happens(0.5) } : {}),
    ...broughtTo(order.actor.desk, chance),
  }
}

/** The optional members of a replacement, for either audience (rulebook 5.22, 10.20). */
export const broughtTo = (desk: DeskId, chance: Chance) => ({
  ...(chance.happens(0.1) ? { account: chance.happens(0.5) ? accountOf(desk) : `${accountOf(desk)}-2` } : {}),
  ...(chance.happens(0.1) ? { label: chance.happens(0.3) ? '' : labelOf(desk) } : {}),
  ...(chance.happens(0.1) ? { clientOrderId: chance.happens(0.3) ? '' : `mine-${chance.below(6)}` } : {}),
})
