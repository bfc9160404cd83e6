/** What the tests of this folder start from: a call spread, three makers, and a market to send commands to. */
import { price, quantity, ratio, type Price, type Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId, UserId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Leg, Side, Structure } from '../structure/structure.ts'
import type { Actor, CreateFacts, DirectRfq, DirectRfqCommand, DirectRfqEvent } from './direct-rfq.ts'
import { decideMarket, emptyMarket, evolveMarket, type DirectMarket, type DirectMarketCommand } from './market.ts'

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
/** The first trade that the order caused. */
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

type Of<Kind extends DirectRfqCommand['kind']> = Extract<DirectRfqCommand, { kind: Kind }>
type Change<Kind extends DirectRfqCommand['kind']> = { readonly [Key in keyof Of<Kind>]?: Of<Kind>[Key] | undefined }

/** Drops what a change sets to undefined, so that a test can take a field away. */
function changed<Kind extends DirectRfqCommand['kind']>(command: Of<Kind>, change: Change<Kind>): Of<Kind> {
  return Object.fromEntries(Object.entries({ ...command, ...change }).filter(([, value]) => value !== undefined)) as Of<Kind>
}

export const ask = (change: Change<'CreateRfq'> = {}): Of<'CreateRfq'> =>
  changed<'CreateRfq'>(
    {
      kind: 'CreateRfq',
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

/** Leg prices of the call spread that add up to the price: the low strike costs that much more than 0.05. */
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
      actor: actor(by),
      id: rfqId(),
      orderId: orderId(n),
      side,
      type: 'LIMIT',
      timeInForce: 'GOOD_TILL_CANCELED',
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
      actor: actor(TAKER),
      id: rfqId(),
      orderId: orderId(n),
      side,
      type: 'LIMIT',
      timeInForce: 'GOOD_TILL_CANCELED',
      quantity: quantity(size),
      price: price(at),
    },
    change,
  )

export const replace = (by: DeskId, n: number | string, size: string, change: Change<'ReplaceOrder'> = {}): Of<'ReplaceOrder'> =>
  changed<'ReplaceOrder'>({ kind: 'ReplaceOrder', actor: actor(by), id: rfqId(), orderId: orderId(n), quantity: quantity(size) }, change)

export const pull = (by: DeskId, n: number | string): Of<'CancelOrder'> => ({
  kind: 'CancelOrder',
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
  changed<'DeclineRfq'>({ kind: 'DeclineRfq', actor: actor(by), id: rfqId(), reason: 'SIZE' }, change)
export const cancelRfq: Of<'CancelRfq'> = { kind: 'CancelRfq', actor: actor(TAKER), id: rfqId() }
export const expire: Of<'ExpireRfq'> = { kind: 'ExpireRfq', id: rfqId() }

/** Gives the commands in turn, one millisecond apart; every one of them has to be accepted. */
export function given(...commands: readonly DirectMarketCommand[]): DirectMarket {
  const market = emptyMarket()
  commands.forEach((command, index) => when(market, command, (NOON + index) as Instant))
  return market
}

/** Gives one more command and answers its events; throws where it is refused. */
export function when(market: DirectMarket, command: DirectMarketCommand, now = (NOON + 1_000) as Instant): readonly DirectRfqEvent[] {
  const answer = decideMarket(market, command, now)
  if (isRefusal(answer)) throw new Error(`${command.kind} was refused: ${answer.message}`)
  answer.reduce(evolveMarket, market)
  return answer
}

/** `TradeAgreed, RfqClosed`, or the code of the refusal. */
export function outcome(market: DirectMarket, command: DirectMarketCommand, now = (NOON + 1_000) as Instant): string {
  const answer = decideMarket(market, command, now)
  return isRefusal(answer) ? answer.refused : answer.map(({ kind }) => kind).join(', ')
}

export const theRfq = (market: DirectMarket): DirectRfq => {
  const rfq = market.rfqs.get(rfqId()) ?? market.closed.get(rfqId())
  if (rfq === undefined) throw new Error('there is no request')
  return rfq
}
export const theOrder = (market: DirectMarket, n: number | string) => theRfq(market).orders.find((order) => order.id === orderId(n))!
export const units = (value: number): Quantity => value as Quantity
