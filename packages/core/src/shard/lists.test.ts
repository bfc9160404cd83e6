import { describe, expect, it } from 'vitest'
import { actor, ask, cancelRfq, cross, decline, KEST, LARK, MERL, pull, quote, replace, rfqId, TAKER } from '../../test/fixture.ts'
import { lineQuote, LIST, list, netPrice, trade } from '../../test/list-fixture.ts'
import { chanceFrom } from '../../test/random-day.ts'
import { day, limit, rests, summary, type Day } from '../../test/shard-fixture.ts'
import { quantity } from '../decimal.ts'
import type { DeskId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { netPartFor, rfqFor } from '../rfq/display/visibility.ts'
import { linesOf } from '../rfq/list/decide-list.ts'
import { netAmount, type ListId, type NetId } from '../rfq/model/list.ts'
import { restingQuantity } from '../rfq/model/order.ts'
import { shardMachine } from './machine.ts'
import type { ShardCommand, ShardEvent } from './shard.ts'

const listed = (...before: readonly ShardCommand[]): Day => {
  const it = day()
  rests(it, list(), ...before)
  return it
}
const tradesIn = (answer: readonly ShardEvent[] | string): string =>
  typeof answer === 'string'
    ? answer
    : answer
        .flatMap((event) =>
          event.kind === 'TradeAgreed' ? [`${event.id.slice(-1)} ${event.trade.maker} ${event.trade.quantity / 1e6}`] : [],
        )
        .join(', ')
/** The lines on which the desk still has a part of a net price. */
const partsOf = (it: Day, desk = KEST): number =>
  linesOf(it.shard.rfqs, LIST).filter((live) => [...live.orders.values()].some((order) => netPartFor(live.rfq, order, desk) !== undefined))
    .length

const quoted = [
  lineQuote(KEST, 1, 1, '0.02'),
  lineQuote(LARK, 2, 1, '0.021'),
  lineQuote(KEST, 3, 2, '0.018'),
  lineQuote(LARK, 4, 2, '0.019'),
  lineQuote(KEST, 5, 3, '0.02'),
]

describe('22.1, 22.2 a list is created whole or not at all', () => {
  const bad = (change: object) => ({ ...list(), lines: [list().lines[0]!, { ...list().lines[1]!, ...change }] })
  it.each<[string, ShardCommand, string]>([
    ['three lines', list(), 'RfqCreated, RfqCreated, RfqCreated'],
    ['one line', { ...list(), lines: list().lines.slice(0, 1) }, 'ListInvalid 22.1'],
    [
      '51 lines',
      list(
        'SHOWN',
        Array.from({ length: 51 }, () => ({ side: 'BUY' as const, size: '25' })),
      ),
      'ListInvalid 22.1',
    ],
    ['two venues', bad({ venue: 'BYB' }), 'ListInvalid 22.1'],
    ['two currencies', bad({ baseCurrency: 'ETH' }), 'ListInvalid 22.1'],
    ['one line below a block', bad({ quantity: quantity('1') }), 'QuantityBelowBlockMinimum 4.2'],
    ['one maker that cannot be asked', bad({ makers: ['NONE'] }), 'CounterpartyNotEligible 4.4'],
  ])('%s: %s', (_what, command, then) => {
    const it = day()
    expect(summary(it.send(command))).toBe(then)
    expect([...it.shard.rfqs.live.values()].filter(({ rfq }) => rfq.list !== undefined)).toHaveLength(then.startsWith('Rfq') ? 3 : 0)
  })

  it('names the line that is refused', () => {
    const decision = shardMachine.decide(day().shard, bad({ quantity: quantity('1') }), 0 as never)
    expect(decision).toMatchObject({ field: 'lines.1.quantity' })
    expect((decision as { message: string }).message).toMatch(/^Line 2: /)
  })

  it('9.2 its lines count as open RFQs', () => {
    const it = day()
    for (let n = 10; n < 208; n++) rests(it, ask({ id: rfqId(n) }))
    expect(summary(it.send(list()))).toBe('TooManyOpenRfqs 9.2')
  })
})

describe('22.3 who sees what of a list', () => {
  it('the taker sees its rows, sides and name; a maker sees the place of each line, without gaps', () => {
    const it = day()
    rests(it, list('HIDDEN'))
    const [, , third] = linesOf(it.shard.rfqs, LIST)
    expect(rfqFor(third!.rfq, TAKER)!.list).toEqual({ id: LIST, line: 3, lines: 3, row: 4, side: 'BUY', name: 'December roll' })
    expect(rfqFor(third!.rfq, KEST)!.list).toEqual({ id: LIST, line: 3, lines: 3 })
    expect(third!.rfq.side).toBeUndefined()
  })

  it('a net price is seen by the taker and its own desk', () => {
    const it = listed(netPrice(KEST, 1, '0.02', '0.018', '0.02'))
    expect([TAKER, KEST, LARK, MERL].map((desk) => partsOf(it, desk))).toEqual([3, 3, 0, 0])
  })
})

describe('22.5, 22.7 a net price', () => {
  const net = netPrice(KEST, 1, '0.02', '0.018', '0.02')
  it.each<[string, readonly ShardCommand[], ShardCommand, string]>([
    ['of every line', [list()], net, 'OrderPlaced, OrderPlaced, OrderPlaced'],
    ['of two lines of three', [list()], { ...net, parts: net.parts.slice(1) }, 'ListIncomplete 22.5'],
    ['in a list that hides its sides', [list('HIDDEN')], net, 'ListInvalid 22.5'],
    ['of a closed list', [list(), { kind: 'CancelList', actor: actor(TAKER), listId: LIST }], net, 'ListIncomplete 22.5'],
    ['off the tick', [list()], netPrice(KEST, 1, '0.02005', '0.018', '0.02'), 'PriceOffTick 5.5'],
    ['by a desk that was not asked', [list()], netPrice('SWFT' as never, 1, '0.02', '0.018', '0.02'), 'NotACounterparty 5.1'],
    ['by a stopped desk', [list(), { kind: 'StopTrading', desk: KEST, by: 'ada' }], net, 'TradingIsStopped 11.6'],
    ['next to quotes of its lines', [list(), ...quoted], net, 'OrderPlaced, OrderPlaced, OrderPlaced'],
  ])('%s: %s', (_what, before, command, then) => {
    const it = day()
    rests(it, ...before)
    expect(summary(it.send(command))).toBe(then)
  })

  it('does not trade with an order of one line', () => {
    const it = listed(net)
    expect(tradesIn(it.send(cross(7, 'BUY', '0.03', '100')))).toBe('')
    expect(partsOf(it)).toBe(3)
  })

  it.each<[string, ShardCommand]>([
    ['its desk cancels it', { kind: 'CancelNet', actor: actor(KEST), listId: LIST }],
    ['its desk cancels one part', pull(KEST, 10)],
    ['its desk declines a line', decline(KEST)],
    ['the taker cancels a line', cancelRfq],
    ['its desk cancels everything', { kind: 'CancelEverything', actor: { desk: KEST }, what: 'ORDERS', cause: 'MASS_CANCEL' }],
    ['its desk is stopped', { kind: 'StopTrading', desk: KEST, by: 'ada' }],
  ])('ends as a whole when %s', (_what, command) => {
    const it = listed(net)
    it.send(command)
    expect(partsOf(it)).toBe(0)
  })

  it('5.17 stays when its desk cancels its quotes of the lines of this list, and nothing of another list is cancelled', () => {
    const it = listed(...quoted, net)
    const cancel = (listId: ListId): ShardCommand => ({
      ...{ kind: 'CancelEverything', actor: { desk: KEST }, what: 'ORDERS', cause: 'MASS_CANCEL', audience: 'DIRECT', listId },
    })
    expect(summary(it.send(cancel('l_9' as ListId)))).toBe('')
    expect(summary(it.send(cancel(LIST)))).toBe('OrderCanceled 100 MASS_CANCEL, OrderCanceled 50 MASS_CANCEL, OrderCanceled 30 MASS_CANCEL')
    expect(partsOf(it)).toBe(3)
    expect(summary(it.send(cancel(LIST)))).toBe('')
  })

  it('is replaced by the next one of its desk, and cannot change in part', () => {
    const it = listed(net)
    expect(it.send(replace(KEST, 10, '50'))).toBe('ListIncomplete 22.7')
    rests(it, netPrice(KEST, 2, '0.021', '0.018', '0.02'))
    expect(partsOf(it)).toBe(3)
    expect(summary(it.send({ kind: 'CancelNet', actor: actor(LARK), listId: LIST }))).toBe('OrderUnknown 22.7')
  })

  it('22.3 shows its maker nothing of a trade with another maker', () => {
    const it = listed(net, ...quoted)
    it.send(trade('BEST_PER_LINE', ['', '0.019', ''], undefined))
    expect(partsOf(it)).toBe(3)
  })
})

describe('22.8, 22.9 trading a list is one decision', () => {
  const net = netPrice(MERL, 1, '0.019', '0.018', '0.019')
  const all = [...quoted, net]
  const limits = ['0.02', '0.019', '0.02']
  it.each<[string, readonly ShardCommand[], ShardCommand, string]>([
    ['best per line', all, trade('BEST_PER_LINE', limits), '1 KEST 100, 2 LARK 50, 3 KEST 30'],
    ['two lines ticked', all, trade('BEST_PER_LINE', ['0.02', '', '0.02']), '1 KEST 100, 3 KEST 30'],
    ['a line whose price worsened stays open', all, trade('BEST_PER_LINE', ['0.0199', '0.019', '0.02']), '2 LARK 50, 3 KEST 30'],
    ['a better price than pressed', all, trade('BEST_PER_LINE', ['0.0205', '0.019', '0.02']), '1 KEST 100, 2 LARK 50, 3 KEST 30'],
    ['all or none', all, trade('ALL_OR_NONE', limits), '1 KEST 100, 2 LARK 50, 3 KEST 30'],
    ['all or none with a worse price', all, trade('ALL_OR_NONE', ['0.0199', '0.019', '0.02']), 'ListNotTraded 22.8'],
    ['one maker', all, trade('ALL_OR_NONE', ['0.02', '0.018', '0.02'], { maker: KEST }), '1 KEST 100, 2 KEST 50, 3 KEST 30'],
    ['one maker that has not quoted a line', all, trade('ALL_OR_NONE', ['0.03', '0.01', '0.03'], { maker: LARK }), 'ListNotTraded 22.8'],
    ['a net price', all, trade('ALL_OR_NONE', ['0.019', '0.018', '0.019'], { net: 'n_1' as NetId }), '1 MERL 100, 2 MERL 50, 3 MERL 30'],
    ['a net price, one line left out', all, trade('ALL_OR_NONE', ['', '0.018', '0.019'], { net: 'n_1' as NetId }), 'ListIncomplete 22.5'],
    ['a net price that is gone', quoted, trade('ALL_OR_NONE', ['0.019', '0.018', '0.019'], { net: 'n_1' as NetId }), 'ListNotTraded 22.8'],
    [
      'by a stopped desk',
      [...all, { kind: 'StopTrading', desk: TAKER, by: 'ada' }],
      trade('BEST_PER_LINE', limits),
      'TradingIsStopped 11.6',
    ],
    ['by another desk', all, { ...trade('BEST_PER_LINE', limits), lines: trade('BEST_PER_LINE', limits).lines.map((one) => ({ ...one, actor: actor('SWFT' as never) })) }, 'ListNotTraded 22.8'], // prettier-ignore
    ['too late', all, { ...trade('BEST_PER_LINE', limits), notAfter: 1 as never }, 'OrderTooLate 5.25'],
  ])('%s: %s', (_what, before, command, then) => expect(tradesIn(listed(...before).send(command))).toBe(then))

  it('5.25 22.8 says why nothing traded, and which lines', () => {
    const it = listed(...all)
    const decision = shardMachine.decide(it.shard, trade('ALL_OR_NONE', ['0.0199', '0.0195', '0.02']), it.now as never)
    expect(isRefusal(decision) ? (decision as { message: string }).message : '').toBe(
      'Nothing was traded. Line 1: its price is worse now, or less than its quantity is offered. The same applies to line 2. Check the prices and send it again.',
    )
  })

  it('22.10 a line that the venue rejects does not undo the others', () => {
    const it = listed(...all)
    const decided = it.send(trade('BEST_PER_LINE', limits)) as readonly ShardEvent[]
    const trades = decided.flatMap((event) => (event.kind === 'TradeAgreed' ? [event] : []))
    const answer = (at: number) => ({ id: trades[at]!.id, tradeId: trades[at]!.trade.id })
    it.send({ kind: 'ConfirmSettlement', ...answer(0), venueTradeId: 'B-1' })
    it.send({ kind: 'RejectSettlement', ...answer(1), rejection: 'no margin' })
    it.send({ kind: 'ConfirmSettlement', ...answer(2), venueTradeId: 'B-3' })
    const filled = [1, 2, 3].map((n) =>
      it.known
        .get(rfqId(n))!
        .trades.map(({ state }) => state)
        .join(),
    )
    expect(filled).toEqual(['FILLED', 'REJECTED', 'FILLED'])
  })
})

describe('22.11 protections hold for lists', () => {
  it('11.1 the quotes of one list count as one order of market maker protection', () => {
    const it = listed(...quoted)
    expect(summary(it.send(trade('BEST_PER_LINE', ['0.02', '0.018', '0.02'])))).not.toContain('MMP')
  })

  it.each<[string, 'BEST_PER_LINE' | 'ALL_OR_NONE', string]>([
    ['best per line trades what the limit leaves', 'BEST_PER_LINE', '1 KEST 100, 2 LARK 50'],
    ['all or none trades nothing', 'ALL_OR_NONE', 'ListNotTraded 22.8'],
  ])('11.2 a maker’s own limit counts all lines of the decision: %s', (_what, way, then) => {
    const it = day()
    rests(it, limit({ quantity: quantity('120') }), list(), ...quoted)
    expect(tradesIn(it.send(trade(way, ['0.02', '0.019', '0.02'])))).toBe(then)
  })

  it('11.2 a line that does not trade uses up no limit of a later line', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('120') }), list(), ...quoted)
    const worse = trade('BEST_PER_LINE', ['0.0199', '0.018', '0.02'])
    expect(tradesIn(it.send(worse))).toBe('2 LARK 50, 3 KEST 30')
  })
})

describe('22 random lists', () => {
  it('11.6 trade whole lines only, with no quote or net price of a stopped desk, all or none where asked, exactly at the net price, and are restored from their snapshot', () => {
    const chance = chanceFrom(22)
    const happened = new Set<string>()
    for (let run = 0; run < 150; run++) {
      const it = day()
      rests(it, list())
      for (let step = 0; step < 12; step++) {
        const maker = chance.oneOf([KEST, LARK, MERL])
        const at = () => `0.0${chance.below(4) + 18}`
        const n = run * 100 + step
        const commands: readonly ShardCommand[] = [
          lineQuote(maker, n, 1 + chance.below(3), at()),
          netPrice(maker, n, at(), at(), at()),
          trade(chance.oneOf(['BEST_PER_LINE', 'ALL_OR_NONE']), [at(), at(), at()], chance.oneOf([undefined, { maker }, { net: `n_${n - 1}` as NetId }])), // prettier-ignore
          { kind: 'CancelNet', actor: actor(maker), listId: LIST },
          { kind: 'StopTrading', desk: maker, by: 'boss' },
          { kind: 'AllowTrading', desk: maker, by: 'boss' },
        ]
        const command = renumbered(chance.oneOf(commands), n)
        const before = JSON.stringify(shardMachine.snapshot(it.shard))
        const answer = it.send(command)
        happened.add(`${command.kind} ${typeof answer === 'string' ? answer : tradesIn(answer) === '' ? 'done' : 'traded'}`)
        if (typeof answer === 'string') expect(JSON.stringify(shardMachine.snapshot(it.shard))).toBe(before)
        else checkTrades(it, command, answer)
        const again = shardMachine.restore(JSON.parse(JSON.stringify(shardMachine.snapshot(it.shard))))
        expect(JSON.stringify(shardMachine.snapshot(again))).toBe(JSON.stringify(shardMachine.snapshot(it.shard)))
        checkNets(it)
        checkStops(it, answer)
      }
    }
    for (const one of [
      'TradeList traded',
      'TradeList ListNotTraded 22.8',
      'QuoteNet done',
      'CancelNet done',
      'PlaceOrder done',
      'StopTrading done',
      'QuoteNet TradingIsStopped 11.6',
    ])
      expect([...happened]).toContain(one)
  })
})

/** Each random trade has order ids of its own. */
const renumbered = (command: ShardCommand, n: number): ShardCommand =>
  command.kind === 'TradeList'
    ? { ...command, lines: command.lines.map((line, at) => ({ ...line, orderId: `o_${`${n}t${at}`.padStart(27, '0')}` as never })) }
    : command

function checkTrades(it: Day, command: ShardCommand, answer: readonly ShardEvent[]): void {
  const trades = answer.flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
  if (command.kind !== 'TradeList') return expect(trades).toEqual([])
  if (command.way === 'ALL_OR_NONE' || (command.lines[0]!.takes !== undefined && trades.length > 0))
    expect(new Set(trades.map(({ takerOrder }) => takerOrder)).size).toBe(command.lines.length)
  for (const line of command.lines) {
    const of = trades.filter(({ takerOrder }) => takerOrder === line.orderId)
    if (of.length > 0) expect(of.reduce((sum, one) => sum + one.quantity, 0)).toBe(line.quantity)
  }
  const [first] = trades
  const parts = trades.map((one) => [...it.shard.rfqs.live.values()].flatMap(({ orders }) => orders.get(one.makerOrder) ?? [])[0]?.net)
  if (first !== undefined && parts[0] !== undefined)
    expect(netAmount(trades.map(({ takerSide: side, price, quantity }) => ({ side, price, quantity })))).toBe(parts[0].amount)
}

/** A net price has a part on every line, or on none. */
function checkNets(it: Day): void {
  const parts = linesOf(it.shard.rfqs, LIST as ListId).flatMap(({ orders }) =>
    [...orders.values()].flatMap((order) => (order.net !== undefined && restingQuantity(order) > 0 ? [order.net.id] : [])),
  )
  for (const id of new Set(parts)) expect(parts.filter((one) => one === id)).toHaveLength(3)
}

/** A stopped desk has no quote and no part of a net price on any line, and is the maker of no trade. */
function checkStops(it: Day, answer: readonly ShardEvent[] | string): void {
  const isStopped = (desk: DeskId): boolean => (it.shard.protections.stops.get(desk)?.size ?? 0) > 0
  for (const { orders } of linesOf(it.shard.rfqs, LIST as ListId))
    for (const order of orders.values()) if (isStopped(order.actor.desk)) expect(restingQuantity(order)).toBe(0)
  for (const event of typeof answer === 'string' ? [] : answer)
    if (event.kind === 'TradeAgreed') expect(isStopped(event.trade.maker)).toBe(false)
}

it('22.15 each line of a trade is decided once, however many of them do not trade', () => {
  const readsWith = (count: number): number => {
    const it = day()
    const sent = Array.from({ length: count }, () => ({ side: 'BUY' as const, size: '25' }))
    // Every other line has a quote.
    const quotes = sent.flatMap((_, at) => (at % 2 === 0 ? [quote(KEST, at + 1, 'SELL', '0.02', '25', { id: rfqId(at + 1) })] : []))
    rests(it, list('SHOWN', sent), ...quotes)
    let reads = 0
    const counted = sent.map((_, at) => {
      const order = cross(900 + at, 'BUY', '0.02', '25', { id: rfqId(at + 1), timeInForce: 'FOK' })
      return Object.defineProperty({ ...order }, 'kind', { enumerable: true, get: () => ((reads += 1), 'PlaceOrder') }) as typeof order
    })
    expect(typeof it.send({ ...trade('BEST_PER_LINE', []), lines: counted })).not.toBe('string')
    return reads
  }
  expect(readsWith(20)).toBe(2 * readsWith(10))
})
