/** The fixture of core's tests: a call spread, three makers, a direct RFQ, and a shard's RFQs to send commands to. */
import type { Instrument } from '../src/catalogue/instrument.ts'
import { price, quantity, ratio, type Price, type Quantity } from '../src/decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId, UserId } from '../src/ids.ts'
import type { Guard } from '../src/protection/guard.ts'
import { isRefusal, type Refusal } from '../src/refusal.ts'
import type { Actor } from '../src/rfq/model/actor.ts'
import { cancelEverything } from '../src/rfq/orders/cancel.ts'
import type { CancelEverything, CommandOf, RfqCommand } from '../src/rfq/model/commands.ts'
import { decide } from '../src/rfq/decide.ts'
import { display } from '../src/rfq/display/display.ts'
import type { Change as Changed, RfqEvent } from '../src/rfq/model/events.ts'
import { evolve } from '../src/rfq/evolve.ts'
import type { Order } from '../src/rfq/model/order.ts'
import type { CreateFacts, Rfq } from '../src/rfq/model/rfq.ts'
import { noRfqs, type Rfqs } from '../src/rfq/model/rfqs.ts'
import { restoreRfqs, saveRfqs, type RfqsSnapshot } from '../src/rfq/snapshot.ts'
import type { Trade } from '../src/rfq/model/trade.ts'
import { rfqFor } from '../src/rfq/display/visibility.ts'
import type { Leg, Side, Structure } from '../src/structure/structure.ts'

export const SHARD = 3
export const NOON = 1_800_000_000_000 as Instant
export const desk = (ticker: string): DeskId => ticker as DeskId
export const [TAKER, KEST, LARK, MERL, SWFT] = ['ORRY', 'KEST', 'LARK', 'MERL', 'SWFT'].map(desk) as [
  DeskId,
  DeskId,
  DeskId,
  DeskId,
  DeskId,
]
export const actor = (ticker: DeskId, via = `${ticker}-key`): Actor => ({ desk: ticker, user: `${ticker}-user` as UserId, via })
export const id = (prefix: 'r' | 'o', n: number | string): string => `${prefix}_${String(n).padStart(27, '0')}`
export const rfqId = (n: number | string = 1): RfqId => id('r', n) as RfqId
export const orderId = (n: number | string): OrderId => id('o', n) as OrderId
/** The id of a trade that the order caused, by default of the first one. */
export const tradeId = (n: number | string, index = 0): TradeId => `t_${String(n).padStart(27, '0')}0${index}` as TradeId

export const option = (name: string, strike: number, number: number): Instrument => ({
  id: number,
  name,
  venue: 'DBT',
  productCode: 'DO',
  kind: 'OPTION',
  baseCurrency: 'BTC',
  quoteCurrency: 'BTC',
  clearingCurrency: 'BTC',
  marginKind: 'INVERSE',
  optionKind: 'CALL',
  strike: price(String(strike)),
  expiresAt: (NOON + 30 * 86_400_000) as Instant,
  contractSize: quantity('1'),
  tickSize: price('0.0001'),
  tickSizeSteps: [],
  quantityIncrement: quantity('0.1'),
  minBlockSize: quantity('25'),
  state: 'ACTIVE',
})
const perpetual: Instrument = {
  ...option('BTC-PERPETUAL', 1, 3),
  productCode: 'CF',
  kind: 'FUTURE',
  tickSize: price('0.5'),
  quoteCurrency: 'USD',
}

const low: Leg = { instrument: option('BTC-26MAR27-100000-C', 100_000, 1), side: 'BUY', ratio: ratio('1') }
const high: Leg = { instrument: option('BTC-26MAR27-110000-C', 110_000, 2), side: 'SELL', ratio: ratio('1') }
export const callSpread: Structure = { legs: [low, high] }
export const call: Structure = { legs: [low] }
export const ratioSpread: Structure = { legs: [low, { ...high, ratio: ratio('1.5') }] }
export const hedgedSpread: Structure = {
  legs: [low, high, { instrument: perpetual, side: 'SELL', ratio: ratio('0.3'), price: price('98000') }],
}

export const facts: CreateFacts = {
  eligibleMakers: [KEST, LARK, MERL],
  minimumBlock: quantity('25'),
  quantityIncrement: quantity('0.1'),
  draftsOfDesk: 0,
}

type Of<Kind extends RfqCommand['kind']> = CommandOf<Kind>
type Change<Kind extends RfqCommand['kind']> = { readonly [Key in keyof Of<Kind>]?: Of<Kind>[Key] | undefined }

/** Drops members that a change sets to undefined, so that a test can remove one. */
function changed<Kind extends RfqCommand['kind']>(command: Of<Kind>, change: Change<Kind>): Of<Kind> {
  return Object.fromEntries(Object.entries({ ...command, ...change }).filter(([, value]) => value !== undefined)) as Of<Kind>
}

export const ask = (change: Change<'CreateRfq'> = {}): Of<'CreateRfq'> =>
  changed<'CreateRfq'>(
    {
      kind: 'CreateRfq',
      audience: 'DIRECT',
      actor: actor(TAKER),
      id: rfqId(),
      venue: 'DBT',
      baseCurrency: 'BTC',
      structure: callSpread,
      quantity: quantity('100'),
      makers: [KEST, LARK, MERL],
      isTakerAnonymous: false,
      account: 'orry-main',
      as: 'OPEN',
      facts,
    },
    change,
  )

/** Leg prices of the call spread that add up to the price: 0.05 for the high strike, and the price plus 0.05 for the low one. */
export const legsFor = (total: string): readonly Price[] => [(price('0.05') + price(total)) as Price, price('0.05')]

export const quote = (
  by: DeskId,
  n: number | string,
  side: Side,
  at: string,
  size: string,
  change: Change<'PlaceOrder'> = {},
): Of<'PlaceOrder'> =>
  changed<'PlaceOrder'>(
    {
      kind: 'PlaceOrder',
      audience: 'DIRECT',
      shard: SHARD,
      actor: actor(by),
      id: rfqId(),
      orderId: orderId(n),
      side,
      timeInForce: 'GTC',
      isPostOnly: false,
      isHidden: false,
      quantity: quantity(size),
      legPrices: legsFor(at),
      account: `${by}-main`,
    },
    change,
  )

export const cross = (n: number | string, side: Side, at: string, size: string, change: Change<'PlaceOrder'> = {}): Of<'PlaceOrder'> =>
  changed<'PlaceOrder'>(
    {
      kind: 'PlaceOrder',
      audience: 'DIRECT',
      shard: SHARD,
      actor: actor(TAKER),
      id: rfqId(),
      orderId: orderId(n),
      side,
      timeInForce: 'GTC',
      isPostOnly: false,
      isHidden: false,
      quantity: quantity(size),
      price: price(at),
    },
    change,
  )

export const replace = (by: DeskId, n: number | string, size: string, change: Change<'ReplaceOrder'> = {}): Of<'ReplaceOrder'> =>
  changed<'ReplaceOrder'>(
    {
      kind: 'ReplaceOrder',
      audience: 'DIRECT',
      shard: SHARD,
      actor: actor(by),
      id: rfqId(),
      orderId: orderId(n),
      quantity: quantity(size),
    },
    change,
  )

/** The taker trades with the quotes of the venue's own makers. */
export const liftVenue = (n: number | string, size: string, at = '0.0110', change: Change<'AgreeWithVenue'> = {}): Of<'AgreeWithVenue'> =>
  changed<'AgreeWithVenue'>(
    {
      kind: 'AgreeWithVenue',
      audience: 'DIRECT',
      shard: SHARD,
      actor: actor(TAKER),
      id: rfqId(),
      orderId: orderId(n),
      side: 'BUY',
      quantity: quantity(size),
      legPrices: legsFor(at),
      venueRfqId: '55558',
    },
    change,
  )

export const pull = (by: DeskId, n: number | string): Of<'CancelOrder'> => ({
  kind: 'CancelOrder',
  audience: 'DIRECT',
  actor: actor(by),
  id: rfqId(),
  orderId: orderId(n),
})
export const confirm = (n: number | string, index = 0): Of<'ConfirmSettlement'> => ({
  kind: 'ConfirmSettlement',
  id: rfqId(),
  tradeId: tradeId(n, index),
  venueTradeId: `BLOCK-${n}-${index}`,
})
export const reject = (n: number | string, index = 0): Of<'RejectSettlement'> => ({
  kind: 'RejectSettlement',
  id: rfqId(),
  tradeId: tradeId(n, index),
  rejection: 'insufficient funds',
})
export const decline = (by: DeskId, change: Change<'DeclineRfq'> = {}): Of<'DeclineRfq'> =>
  changed<'DeclineRfq'>({ kind: 'DeclineRfq', audience: 'DIRECT', actor: actor(by), id: rfqId(), reason: 'SIZE' }, change)
export const cancelRfq: Of<'CancelRfq'> = { kind: 'CancelRfq', audience: 'DIRECT', actor: actor(TAKER), id: rfqId() }
export const expire: Of<'ExpireRfq'> = { kind: 'ExpireRfq', id: rfqId() }

/** An RFQ as known to its subscribers, with every order and trade it ever had. */
export type RfqHistory = Rfq & { readonly orders: readonly Order[]; readonly trades: readonly Trade[] }

/** The RFQs of a shard, and their histories as built from the changes. */
export type Market = { rfqs: Rfqs; readonly known: Map<RfqId, RfqHistory> }

export const emptyMarket = (): Market => ({ rfqs: noRfqs(), known: new Map() })

const withOne = <One extends { readonly id: string }>(list: readonly One[], one: One): readonly One[] =>
  list.some(({ id }) => id === one.id) ? list.map((other) => (other.id === one.id ? one : other)) : [...list, one]

export const apply = (market: Market, event: RfqEvent): void => learn(market, evolve(market.rfqs, event))

export function learn({ known }: Pick<Market, 'known'>, { rfq, orders, trade }: Changed): void {
  const before = known.get(rfq.id)
  known.set(rfq.id, {
    ...rfq,
    orders: orders.reduce(withOne<Order>, before?.orders ?? []),
    trades: trade === undefined ? (before?.trades ?? []) : withOne(before?.trades ?? [], trade),
  })
}

export const decideIn = (
  market: Market,
  command: RfqCommand | CancelEverything,
  now: Instant,
  guard?: Guard,
): readonly RfqEvent[] | Refusal =>
  command.kind === 'CancelEverything' ? cancelEverything(market.rfqs, command, now) : decide(market.rfqs, command, now, guard)

/** Sends the commands one millisecond apart; each must be accepted. */
export function given(...commands: readonly (RfqCommand | CancelEverything)[]): Market {
  const market = emptyMarket()
  commands.forEach((command, index) => when(market, command, (NOON + index) as Instant))
  return market
}

/** Sends one more command and returns its events; throws if it is refused. */
export function when(market: Market, command: RfqCommand | CancelEverything, now = (NOON + 1_000) as Instant): readonly RfqEvent[] {
  const answer = decideIn(market, command, now)
  if (isRefusal(answer)) throw new Error(`${command.kind} was refused: ${answer.message}`)
  for (const event of answer) apply(market, event)
  return answer
}

/** `TradeAgreed, RfqClosed`, or the code of the refusal. */
export function outcome(market: Market, command: RfqCommand | CancelEverything, now = (NOON + 1_000) as Instant): string {
  const answer = decideIn(market, command, now)
  return isRefusal(answer) ? answer.refused : answer.map(({ kind }) => kind).join(', ')
}

export const theRfq = (market: Market): RfqHistory => {
  const rfq = market.known.get(rfqId())
  if (rfq === undefined) throw new Error('there is no RFQ')
  return rfq
}
export const theOrder = (market: Market, n: number | string) => theRfq(market).orders.find((order) => order.id === orderId(n))!
export const units = (value: number): Quantity => value as Quantity

/** The market as a disk would hold it. */
export const saved = ({ rfqs }: Market): string => JSON.stringify(saveRfqs(rfqs))
export const restored = (market: Market, text = saved(market)): Market => ({
  rfqs: restoreRfqs(JSON.parse(text) as RfqsSnapshot),
  known: new Map(market.known),
})

/** The RFQ's status as shown to the desk. */
export function displayFor(rfq: RfqHistory, desk: DeskId): ReturnType<typeof display> {
  const { role, traded } = rfqFor(rfq, desk)!
  return display({ ...rfq, role: role === 'MAKER' ? 'MAKER' : 'TAKER', traded })
}
