/** The fixture of tests of listed spreads: two futures of Deribit, their spread, and commands to it. */
import type { Instrument } from '../src/catalogue/instrument.ts'
import { price, quantity, type Price } from '../src/decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../src/ids.ts'
import type { CommandOf, PlaceOrder } from '../src/rfq/model/commands.ts'
import { rfqIdOf } from '../src/rfq/model/rfqs.ts'
import type { LegLimits } from '../src/spread/leg-prices.ts'
import { UNIT_RATIO } from '../src/structure/recognise.ts'
import type { Side, Structure } from '../src/structure/structure.ts'
import { newOrderId } from './book-fixture.ts'
import { actor, emptyMarket, NOON, option, SHARD, TAKER, when, type Market } from './fixture.ts'

const DAY = 86_400_000

const future = (name: string, id: number, days: number): Instrument => {
  const { optionKind: _kind, strike: _strike, ...contract } = option(name, 1, id)
  return {
    ...contract,
    ...{ productCode: 'CF', kind: 'FUTURE', quoteCurrency: 'USD', tickSize: price('0.01'), minBlockSize: quantity('200000') },
    quantityIncrement: quantity('10'),
    expiresAt: (NOON + days * DAY) as Instant,
  }
}

export const december = future('BTC-25DEC26', 12, 30)
export const march = future('BTC-26MAR27', 13, 120)
/** If bought, the nearer leg is sold and the later one bought (rulebook 17.1). */
export const spread: Structure = {
  legs: [
    { instrument: december, side: 'SELL', ratio: UNIT_RATIO },
    { instrument: march, side: 'BUY', ratio: UNIT_RATIO },
  ],
}
export const SPREAD = rfqIdOf(64 + SHARD)

/** The mark, and how far from it the venue accepts a price. */
export const limits = (mark: string, width: string): LegLimits => ({
  mark: price(mark),
  least: (price(mark) - price(width)) as Price,
  most: (price(mark) + price(width)) as Price,
})
export const legLimits = [limits('90000', '1000'), limits('91000', '1000')]

export const list: CommandOf<'OpenRfq'> = {
  kind: 'OpenRfq',
  audience: 'LISTED',
  actor: actor(TAKER),
  shard: SHARD,
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure: spread,
  minimumBlock: quantity('20000'),
  quantityIncrement: quantity('10'),
  priceTick: price('0.5'),
}

type Change = { readonly [Member in keyof PlaceOrder]?: PlaceOrder[Member] | undefined }

/** Without a price, it is a market order. */
export const order = (desk: DeskId, side: Side, at: string | undefined, amount: string, change: Change = {}): PlaceOrder => {
  const whole = {
    kind: 'PlaceOrder',
    audience: 'LISTED',
    actor: actor(desk),
    id: SPREAD,
    orderId: newOrderId(),
    shard: SHARD,
    ...{ side, quantity: quantity(amount), account: `${desk}-main`, isPostOnly: false, isHidden: false, legLimits },
    timeInForce: at === undefined ? 'IOC' : 'GTC',
    price: at === undefined ? undefined : price(at),
    ...change,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as unknown as PlaceOrder
}

export const pull = (desk: DeskId, orderId: OrderId): CommandOf<'CancelOrder'> => ({
  kind: 'CancelOrder',
  audience: 'LISTED',
  actor: actor(desk),
  id: SPREAD,
  orderId,
})

export const confirm = (tradeId: TradeId): CommandOf<'ConfirmSettlement'> => ({
  kind: 'ConfirmSettlement',
  id: SPREAD,
  tradeId,
  venueTradeId: `BLOCK-${tradeId}`,
})
export const reject = (tradeId: TradeId): CommandOf<'RejectSettlement'> => ({
  kind: 'RejectSettlement',
  id: SPREAD,
  tradeId,
  rejection: 'not_enough_funds',
})

/** The market with the spread listed, and these commands given one millisecond apart. */
export function listed(...commands: readonly Parameters<typeof when>[1][]): Market {
  const market = emptyMarket()
  when(market, list, NOON)
  commands.forEach((command, index) => when(market, command, (NOON + 1 + index) as Instant))
  return market
}
