/**
 * Kind and status on `quote`: published are NEW with OPEN, CANCELED with CLOSED, and PENDING_FILL with CLOSED. The other combinations are our
 * additions.
 */
import { isRefusal, price, quantity, ratio, rfqIdOf, shardMachine } from '@parley/core'
import type { DeskId, Instant, Order, OrderId, Shard, ShardCommand, ShardEvent, Side, TradeId, UserId } from '@parley/core'
import { groupChannels, type BookQuoteView, type GroupOrderView, type GroupQuoteView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { call, christmas } from '../../../../test/instruments.ts'
import { changesByRfq } from '../../../rfq/changes.ts'
import { messagesOf, outbox } from './messages.ts'

const [KEST, LARK, ORRY] = ['KEST', 'LARK', 'ORRY'] as [DeskId, DeskId, DeskId]
const SHARD = 1
const MARKET = 64 + SHARD
const RFQ = rfqIdOf(MARKET)
const actor = (desk: DeskId) => ({ desk, user: `${desk}-user` as UserId, via: `${desk}-key` })
const around = { audience: 'ORDER_BOOK', id: RFQ, isPostOnly: false, isHidden: false, shard: SHARD } as const

type Published = { readonly channel: string; readonly desk: string; readonly event: string; readonly data: Record<string, unknown> }
/** A command, or one that is built from the current state when its turn comes. */
type Sent = ShardCommand | ((it: Day) => ShardCommand)
type Day = {
  readonly published: Published[]
  now: number
  readonly market: Shard
  send(...commands: readonly Sent[]): readonly ShardEvent[]
}

function day(): Day {
  const market = shardMachine.initial()
  const it: Day = {
    published: [],
    now: christmas - 30 * 86_400_000,
    market,
    send(...commands) {
      return commands.flatMap((sent) => {
        const command = typeof sent === 'function' ? sent(it) : sent
        const decision = shardMachine.decide(market, command, it.now as Instant)
        if (isRefusal(decision)) throw new Error(decision.message)
        const changes = decision.map((event) => shardMachine.evolve(market, event))
        for (const { channel, audience, event, data } of changesByRfq({ events: decision, changes }).flatMap(messagesOf))
          it.published.push({ channel, desk: audience, event, data: data as Published['data'] })
        return decision
      })
    },
  }
  it.send({
    kind: 'OpenRfq',
    audience: 'ORDER_BOOK',
    actor: actor(ORRY),
    shard: SHARD,
    venue: 'DBT',
    baseCurrency: 'BTC',
    structure: { legs: [{ instrument: call, side: 'BUY', ratio: ratio('1') }] },
    minimumBlock: quantity('25'),
    quantityIncrement: quantity('0.1'),
  })
  return it
}

const place = (desk: DeskId, side: Side, at: string, size: string, change: { isIoc?: boolean; form?: 'ORDER' } = {}): ShardCommand => ({
  ...{ kind: 'PlaceOrder', orderId: `o_${placedSoFar++}` as OrderId, actor: actor(desk), side, quantity: quantity(size), ...around },
  ...(change.form === 'ORDER' ? { price: price(at), as: 'CROSS' } : { legPrices: [price(at)], as: 'QUOTE' }),
  timeInForce: change.isIoc || change.form === 'ORDER' ? 'IOC' : 'GTD',
  account: 'main',
})
let placedSoFar = 0
const restingOfKest = (it: Day): readonly Order[] =>
  [...liveOf(it).orders.values()].filter(({ actor: by, state }) => by.desk === KEST && state === 'OPEN')
const quoteOfKest = (it: Day): OrderId => restingOfKest(it)[0]!.id
const sell = (size: string, at = '0.02'): ShardCommand => place(KEST, 'SELL', at, size)
const buy = (size: string, at = '0.02'): ShardCommand => place(ORRY, 'BUY', at, size, { form: 'ORDER' })
const replace =
  (size: string, at: string) =>
  (it: Day): ShardCommand => ({
    ...{
      kind: 'ReplaceOrder',
      actor: actor(KEST),
      quantity: quantity(size),
      legPrices: [price(at)],
      ...around,
      timeInForce: 'GTD',
    },
    orderId: quoteOfKest(it),
  })
/** The number after the market's own number. */
const QUOTE = 2 * 64 + SHARD
const pull = (it: Day): ShardCommand => ({
  kind: 'CancelOrder',
  actor: actor(KEST),
  audience: 'ORDER_BOOK',
  id: RFQ,
  orderId: quoteOfKest(it),
})
const sweep: ShardCommand = { kind: 'CancelEverything', actor: { desk: KEST }, what: 'ORDERS', cause: 'MASS_CANCEL' }
const limit: ShardCommand = { kind: 'SetLimit', desk: KEST, limit: { id: 'mine', product: 'DO', windowMs: 60_000, most: { quantity: quantity('60') } } } // prettier-ignore

const liveOf = ({ market }: Day) => market.rfqs.live.get(RFQ)!
const tradesIn = (it: Day): TradeId[] => liveOf(it).trades.map(({ id }) => id)
const settle = (it: Day) => it.send(...tradesIn(it).map((tradeId): ShardCommand => ({ kind: 'ConfirmSettlement', id: RFQ, tradeId, venueTradeId: 'B' }))) // prettier-ignore
const reject = (it: Day) => it.send(...tradesIn(it).map((tradeId): ShardCommand => ({ kind: 'RejectSettlement', id: RFQ, tradeId, rejection: 'no margin' }))) // prettier-ignore
const due = (it: Day, at: number) => {
  it.now = at
  const next = shardMachine.due(it.market, at as Instant)
  return next === undefined ? [] : it.send(next)
}

/** `kind/status remaining+pending reason`, as the desk sees the last step. */
const table: readonly (readonly [title: string, given: (it: Day) => unknown, then: (it: Day) => unknown, published: string])[] = [
  ['is placed', () => 0, (it) => it.send(sell('100')), 'NEW/OPEN 100+0'],
  ['is placed and crosses in part', (it) => it.send(place(LARK, 'BUY', '0.02', '25')), (it) => it.send(sell('100')), 'NEW/OPEN 75+25'],
  ['is placed and trades at once', (it) => it.send(place(LARK, 'BUY', '0.02', '25')), (it) => it.send(sell('25')), 'PENDING_FILL/CLOSED 0+25'], // prettier-ignore
  ['is IOC and meets nothing', () => 0, (it) => it.send(place(KEST, 'SELL', '0.02', '25', { isIoc: true })), 'CANCELED/CLOSED 0+0 NOT_FILLED_AT_ONCE'], // prettier-ignore
  ['is IOC and trades in part', (it) => it.send(place(LARK, 'BUY', '0.02', '25')), (it) => it.send(place(KEST, 'SELL', '0.02', '50', { isIoc: true })), 'PENDING_FILL/CLOSED 0+25 NOT_FILLED_AT_ONCE'], // prettier-ignore
  ['is hit in part', (it) => it.send(sell('100')), (it) => it.send(buy('25')), 'PENDING_FILL/OPEN 75+25'],
  ['is hit whole', (it) => it.send(sell('100')), (it) => it.send(buy('100')), 'PENDING_FILL/CLOSED 0+100'],
  ['is hit to less than a block', (it) => it.send(sell('100')), (it) => it.send(buy('80')), 'PENDING_FILL/CLOSED 0+80 BELOW_BLOCK_MINIMUM'],
  ['has settled in part', (it) => it.send(sell('100'), buy('25')), settle, 'UPDATED/OPEN 75+0'],
  ['has settled whole', (it) => it.send(sell('100'), buy('100')), settle, 'FILLED/CLOSED 0+0'],
  ['has settled in two parts', (it) => it.send(sell('100'), buy('50'), buy('50')), settle, 'UPDATED/CLOSED 0+50, FILLED/CLOSED 0+0'],
  ['is replaced', (it) => it.send(sell('100')), (it) => it.send(replace('50', '0.021')), 'UPDATED/OPEN 50+0'],
  ['is replaced and crosses', (it) => it.send(sell('50'), place(LARK, 'BUY', '0.01', '50')), (it) => it.send(replace('50', '0.01')), 'PENDING_FILL/CLOSED 0+50'], // prettier-ignore
  ['is called back', (it) => it.send(sell('100')), (it) => it.send(pull), 'CANCELED/CLOSED 0+0 USER'],
  ['is called back with a part at the venue', (it) => it.send(sell('100'), buy('25')), (it) => it.send(pull), 'CANCELED/CLOSED 0+25 USER'],
  ['has settled after it was called back', (it) => it.send(sell('100'), buy('25'), pull), settle, 'CANCELED/CLOSED 0+0 USER'],
  ['goes in a mass cancel', (it) => it.send(sell('100')), (it) => it.send(sweep), 'CANCELED/CLOSED 0+0 MASS_CANCEL'],
  ['goes because trading is stopped', (it) => it.send(sell('100')), (it) => it.send({ kind: 'StopTrading', desk: KEST, by: 'ada' }), 'CANCELED/CLOSED 0+0 TRADING_STOPPED'], // prettier-ignore
  ['goes because its desk declines', (it) => it.send(sell('100')), (it) => it.send({ kind: 'DeclineRfq', actor: actor(KEST), audience: 'ORDER_BOOK', id: RFQ, reason: 'RISK' }), 'CANCELED/CLOSED 0+0 DECLINED'], // prettier-ignore
  ['lapses', (it) => it.send(sell('100')), (it) => due(it, it.now + 86_400_000), 'CANCELED/CLOSED 0+0 LIFETIME_ENDED'],
  ['goes with its market', (it) => (it.now = christmas - 61_000) && it.send(sell('100')), (it) => due(it, christmas), 'CANCELED/CLOSED 0+0 INSTRUMENT_EXPIRED'], // prettier-ignore
  ['goes by market maker protection', (it) => it.send(sell('100', '0.03'), sell('25'), sell('25', '0.021')), (it) => it.send(buy('50', '0.021')), 'CANCELED/CLOSED 0+0 PROTECTION'], // prettier-ignore
  ['is hit up to a limit of its desk', (it) => it.send(limit, sell('100')), (it) => it.send(buy('100')), 'PENDING_FILL/CLOSED 0+60 PROTECTION'], // prettier-ignore
  ['is rejected by the venue in part', (it) => it.send(sell('100'), buy('25')), reject, 'UPDATED/OPEN 75+0 SETTLEMENT_REJECTED'],
  ['is rejected by the venue whole', (it) => it.send(sell('100'), buy('100')), reject, 'CANCELED/CLOSED 0+0 SETTLEMENT_REJECTED'],
]

const quotesPublished = ({ published }: Day) =>
  published.filter(
    ({ channel, desk, data }) => channel === outbox.quote && desk === 'desk:KEST' && (data['quote'] as GroupQuoteView).id === QUOTE,
  )

describe('10.12 what is published of a quote', () => {
  // Proves W 4.14.
  it.each(table)('that %s', (_title, given, then, expected) => {
    const it = day()
    given(it)
    // The number after those that came before the desk's first order.
    const placed = restingOfKest(it)[0]?.number
    it.published.length = 0
    then(it)
    const published = it.published.filter(({ channel, desk }) => channel === outbox.quote && desk === 'desk:KEST')
    const own = published.filter(({ data }) => placed === undefined || (data['quote'] as GroupQuoteView).id === placed)
    for (const { data } of own) expect(groupChannels.quote.data.safeParse(data).error).toBeUndefined()
    expect(own.map(worded).join(', ')).toBe(expected)
  })

  it('has only published pairs of kind and status where the kind is published, and leaves the list with nothing at the venue', () => {
    const it = day()
    it.send(sell('100'), buy('25'), pull)
    settle(it)
    expect(quotesPublished(it).map(({ event, data }) => `${event} ${worded({ data })}`)).toEqual([
      'ADDED NEW/OPEN 100+0',
      'UPDATED PENDING_FILL/OPEN 75+25',
      'UPDATED CANCELED/CLOSED 0+25 USER',
      'REMOVED CANCELED/CLOSED 0+0 USER',
    ])
  })
})

function worded({ data }: Pick<Published, 'data'>): string {
  const { status, remaining_quantity, pending_fill_quantity, cancel_reason } = data['quote'] as GroupQuoteView
  const reason = cancel_reason === null ? '' : ` ${cancel_reason}`
  return `${String(data['kind'])}/${status} ${remaining_quantity}+${pending_fill_quantity}${reason}`
}

describe('10.14 what is published of an order', () => {
  it.each([
    ['fills', settle, 'NEW OPEN, REMOVED CLOSED'],
    ['is rejected', reject, 'NEW OPEN, REMOVED CLOSED SETTLEMENT_REJECTED'],
  ] as const)('that %s: open while it is at the venue, and then closed', (_title, then, expected) => {
    const it = day()
    it.send(sell('50'), buy('50'))
    then(it)
    const orders = it.published.filter(({ channel }) => channel === outbox.order['/v1/grfq'])
    const words = orders.map(({ data }) => [data['kind'], (data['order'] as GroupOrderView).status, (data['order'] as GroupOrderView).cancel_reason ?? '']) // prettier-ignore
    expect(words.map((all) => all.join(' ').trim()).join(', ')).toBe(expected)
  })

  it('that meets nothing: closed at once', () => {
    const it = day()
    it.send(buy('50'))
    expect(it.published.at(-1)?.data).toMatchObject({ kind: 'NEW', order: { status: 'CLOSED', cancel_reason: 'NOT_FILLED_AT_ONCE' } })
  })
})

/** Alternates between two desks, so that no protection counts two bids of one desk. */
const bids = (it: Day, ...sizes: readonly string[]) =>
  it.send(...sizes.map((size, index) => place(index % 2 === 0 ? LARK : ORRY, 'BUY', '0.02', size)))
const lowerIt = replace('75', '0.01')

/** `event kind/status filled+pending reason` of the last step, as an order of `/v1/ob`. */
const aggressorOrders: readonly (readonly [title: string, given: (it: Day) => unknown, then: (it: Day) => unknown, published: string])[] = [
  ['rests', () => 0, (it) => it.send(sell('100')), ''],
  ['is hit', (it) => it.send(sell('100')), (it) => it.send(buy('25')), ''],
  ['trades at once', (it) => bids(it, '25'), (it) => it.send(sell('25')), 'ADDED NEW/OPEN 0+25'],
  ['crosses in part and rests', (it) => bids(it, '25'), (it) => it.send(sell('100')), 'ADDED NEW/OPEN 0+25'],
  ['is IOC and meets nothing', () => 0, (it) => it.send(place(KEST, 'SELL', '0.02', '25', { isIoc: true })), ''],
  ['is IOC and crosses in part', (it) => bids(it, '25'), (it) => it.send(place(KEST, 'SELL', '0.02', '50', { isIoc: true })), 'ADDED NEW/OPEN 0+25 NOT_FILLED_AT_ONCE'], // prettier-ignore
  ['has taken, and it has settled', (it) => bids(it, '25') && it.send(sell('100')), settle, 'REMOVED REMOVED/CLOSED 25+0'],
  ['has taken, and it was rejected', (it) => bids(it, '25') && it.send(sell('100')), reject, 'REMOVED REMOVED/CLOSED 0+0 SETTLEMENT_REJECTED'], // prettier-ignore
  ['has taken two, and they have settled', (it) => bids(it, '25', '25') && it.send(sell('100')), settle, 'UPDATED UPDATED/OPEN 25+25, REMOVED REMOVED/CLOSED 50+0'], // prettier-ignore
  ['has taken and is hit', (it) => bids(it, '25') && it.send(sell('100')), (it) => it.send(buy('25')), 'UPDATED UPDATED/OPEN 0+50'],
  ['has taken, was hit, and all has settled', (it) => bids(it, '25') && it.send(sell('100'), buy('25')), settle, 'REMOVED REMOVED/CLOSED 25+25'], // prettier-ignore
  ['has taken and is called back', (it) => bids(it, '25') && it.send(sell('100')), (it) => it.send(pull), 'UPDATED UPDATED/OPEN 0+25 USER'],
  ['is replaced and crosses', (it) => it.send(sell('50'), place(LARK, 'BUY', '0.01', '50')), (it) => it.send(replace('50', '0.01')), 'ADDED NEW/OPEN 0+50'], // prettier-ignore
  ['takes again while the first is at the venue', (it) => bids(it, '25') && it.send(sell('100'), place(LARK, 'BUY', '0.01', '25')), (it) => it.send(lowerIt), 'UPDATED UPDATED/OPEN 0+50'], // prettier-ignore
  ['takes again after the first has settled', (it) => bids(it, '25') && it.send(sell('100'), place(LARK, 'BUY', '0.01', '25')) && settle(it), (it) => it.send(lowerIt), 'ADDED NEW/OPEN 25+25'], // prettier-ignore
]

describe('10.7 what is published in /v1/ob of an order, of a quote', () => {
  it.each(aggressorOrders)('that %s', (_title, given, then, expected) => {
    const it = day()
    given(it)
    it.published.length = 0
    then(it)
    const published = it.published.filter(({ channel, desk }) => channel === outbox.order['/v1/ob'] && desk === 'desk:KEST')
    for (const { data } of published) expect(groupChannels.order.data.safeParse(data).error).toBeUndefined()
    const words = published.map(({ event, data }) => {
      const { id, quote_id, status, filled_quantity, pending_fill_quantity, cancel_reason } = data['order'] as GroupOrderView
      expect(quote_id).toBe(id)
      return `${event} ${String(data['kind'])}/${status} ${filled_quantity}+${pending_fill_quantity} ${cancel_reason ?? ''}`.trim()
    })
    expect(words.join(', ')).toBe(expected)
    expect(it.published.filter(({ channel, desk }) => channel === outbox.order['/v1/grfq'] && desk === 'desk:KEST')).toEqual([])
  })

  it('that was rejected: with the reason of the venue', () => {
    const it = day()
    bids(it, '25')
    it.send(sell('25'))
    reject(it)
    const orders = it.published.filter(({ channel }) => channel === outbox.order['/v1/ob'])
    expect(orders.map(({ data }) => data['venue_error'])).toEqual([undefined, 'no margin'])
  })
})

describe('10.2 the messages to all readers of the book', () => {
  it('contain the resting quantity in the published format, and CLOSED once it has left', () => {
    const it = day()
    it.send(sell('100'), buy('25'), replace('75', '0.021'), pull)
    const book = it.published.filter(({ channel }) => channel === outbox.quoteBook)
    const words = book.map(({ data }) => ({ kind: data['kind'], ...(data['quote'] as Pick<BookQuoteView, 'status' | 'price' | 'remaining_quantity'>) })) // prettier-ignore
    expect(words.map(({ kind, status, price, remaining_quantity }) => [kind, status, price, remaining_quantity].join(' '))).toEqual([
      'ADDED OPEN 0.02 100',
      'ADDED OPEN 0.02 75',
      'ADDED OPEN 0.021 50',
      'REMOVED CLOSED 0.021 0',
    ])
  })
})
