import { describe, expect, it } from 'vitest'
import { actor, ask, cancelRfq, confirm, cross, decline, KEST, LARK, pull, quote as direct, reject, TAKER } from '../../test/fixture.ts'
import { MARKET, order, pull as pullQuote, quote } from '../../test/book-fixture.ts'
import type { OrderId } from '../ids.ts'
import { cancelCauses, type CancelCause } from '../rfq/model/cancel-cause.ts'
import type { ShardCommand, ShardEvent } from './shard.ts'
import { day, limit, rests, type Day } from '../../test/shard-fixture.ts'

const DAY_MS = 86_400_000
const quotes: readonly ShardCommand[] = [ask(), direct(KEST, 1, 'SELL', '0.02', '50'), quote(KEST, 'SELL', '0.02', '50')]
const all = { kind: 'CancelEverything', actor: { desk: KEST }, what: 'ORDERS_AND_RFQS', cause: 'MASS_CANCEL' } as const
const gone = { ...all, actor: { desk: KEST, via: 'KEST-key' } }

/** An action, and its causes of cancellation: those of orders in direct RFQs, then those of quotes in the order book. */
type Row = readonly [title: string, given: readonly ShardCommand[], then: (it: Day) => unknown, orders: CancelCause | '', quotes: CancelCause | ''] // prettier-ignore

const table: readonly Row[] = [
  ['the desk calls an order back', quotes, (it) => it.send(pull(KEST, 1)), 'USER', ''],
  ['the desk calls a quote back', quotes, (it) => it.send(pullQuote(KEST, theQuote(it))), '', 'USER'], // prettier-ignore
  ['the desk cancels everything', quotes, (it) => it.send(all), 'MASS_CANCEL', 'MASS_CANCEL'],
  ['the last socket of its key is gone', quotes, (it) => it.send({ ...gone, cause: 'DISCONNECT' }), 'DISCONNECT', 'DISCONNECT'],
  ['its key may not trade any more', quotes, (it) => it.send({ ...gone, cause: 'ACCESS_ENDED' }), 'ACCESS_ENDED', 'ACCESS_ENDED'],
  ['its time runs out', [...quotes, { kind: 'SetDeadMan', desk: KEST, via: 'KEST-key', inMs: 5_000 }], (it) => it.pass(5_000), 'DEAD_MAN', 'DEAD_MAN'], // prettier-ignore
  ['trading is stopped for it', quotes, (it) => it.send({ kind: 'StopTrading', desk: KEST, by: 'ada' }), 'TRADING_STOPPED', 'TRADING_STOPPED'], // prettier-ignore
  ['it declines the request', quotes, (it) => it.send(decline(KEST)), 'DECLINED', ''],
  ['it declines the market', quotes, (it) => it.send({ kind: 'DeclineRfq', audience: 'ORDER_BOOK', actor: actor(KEST), id: MARKET, reason: 'RISK' }), '', 'DECLINED'], // prettier-ignore
  [
    'a limit of its own fires',
    [limit({ executions: 1 }), ...quotes, quote(LARK, 'SELL', '0.01', '25'), quote(KEST, 'SELL', '0.015', '25')],
    (it) => it.send(order(TAKER, 'BUY', '0.015', '50')),
    'PROTECTION',
    'PROTECTION',
  ],
  ['the request is cancelled', quotes, (it) => it.send(cancelRfq), 'RFQ_CANCELED', ''],
  ['the request expires', quotes, (it) => it.pass(300_000), 'RFQ_EXPIRED', ''],
  [
    'the request is filled',
    [...quotes, direct(LARK, 2, 'SELL', '0.01', '100'), cross(3, 'BUY', '0.01', '100')],
    (it) => it.send(confirm(3)),
    'RFQ_FILLED',
    '',
  ],
  ['nobody touches it', quotes.slice(2), (it) => it.pass(DAY_MS), '', 'LIFETIME_ENDED'],
  [
    'its first leg expires',
    [],
    (it) => {
      it.now += 30 * DAY_MS - 61_000
      rests(it, quote(KEST, 'SELL', '0.02', '50'))
      return it.pass(61_000)
    },
    '',
    'INSTRUMENT_EXPIRED',
  ],
  [
    'it never rests',
    quotes.slice(0, 1),
    (it) => it.send(quote(KEST, 'SELL', '0.02', '50', { timeInForce: 'IOC' })),
    '',
    'NOT_FILLED_AT_ONCE',
  ],
  ['it is fill or kill', quotes, (it) => it.send(cross(4, 'BUY', '0.02', '100', { timeInForce: 'FOK' })), 'NOT_FILLED_AT_ONCE', ''],
  ['too little is left of it in the request', quotes, (it) => it.send(cross(4, 'BUY', '0.02', '30')), 'BELOW_BLOCK_MINIMUM', ''],
  ['too little is left of it in the market', quotes, (it) => it.send(order(TAKER, 'BUY', '0.02', '30')), '', 'BELOW_BLOCK_MINIMUM'],
  [
    'less is left of the request',
    [...quotes.slice(0, 1), cross(4, 'BUY', '0.01', '100'), direct(KEST, 1, 'BUY', '0.02', '50')],
    (it) => it.send(cross(5, 'SELL', '0.02', '50')),
    'ABOVE_REMAINING',
    '',
  ],
  ['the venue rejects a trade', [...quotes, cross(4, 'BUY', '0.02', '50')], (it) => it.send(reject(4)), 'SETTLEMENT_REJECTED', ''],
  [
    'the venue rejects a match',
    quotes,
    (it) => {
      const match = made(it.send(order(TAKER, 'BUY', '0.02', '50'))).find((event) => event.kind === 'TradeAgreed')!
      return it.send({ kind: 'RejectSettlement', id: MARKET, tradeId: match.trade.id, rejection: 'no margin' })
    },
    '',
    'SETTLEMENT_REJECTED',
  ],
]

const made = (answer: unknown): readonly ShardEvent[] => {
  if (typeof answer === 'string') throw new Error(answer)
  return answer as readonly ShardEvent[]
}
const theQuote = ({ shard }: Day): OrderId => [...shard.rfqs.live.get(MARKET)!.orders.values()][0]!.id
const distinct = (causes: readonly (CancelCause | undefined)[]): string => [...new Set(causes)].join()

describe('8.11 a desk reads why what it had was cancelled', () => {
  it.each(table)('%s', (_title, given, then, orders, quotesEnded) => {
    const it = day()
    rests(it, ...given)
    const events = made(then(it))
    const causes = (isMeant: (id: string) => boolean) =>
      distinct(events.flatMap((event) => (event.kind === 'OrderCanceled' && isMeant(event.id) ? [event.cause] : [])))
    expect(causes((id) => id !== MARKET)).toBe(orders)
    expect(causes((id) => id === MARKET)).toBe(quotesEnded)
  })

  it('in every word there is', () => {
    const covered = new Set(table.flatMap(([, , , orders, quotesEnded]) => [orders, quotesEnded]))
    // Causes that only listed spreads have are covered by rfq/orders/spread.test.ts.
    expect(cancelCauses.filter((cause) => !covered.has(cause))).toEqual(['REPLACED', 'OWN_ORDER', 'OUTSIDE_BAND', 'TRADE_REJECTED'])
  })

  it('of the last that was cancelled; what the venue rejects later changes it only where nothing else was', () => {
    const it = day()
    rests(it, quote(KEST, 'SELL', '0.02', '100'))
    const id = theQuote(it)
    const cause = () => it.known.get(MARKET)!.orders.find((one) => one.id === id)!.cancelCause
    const match = () => made(it.send(order(TAKER, 'BUY', '0.02', '25'))).find((event) => event.kind === 'TradeAgreed')!.trade.id
    const [first, second] = [match(), match()]
    expect(cause()).toBeUndefined()
    rests(it, { kind: 'RejectSettlement', id: MARKET, tradeId: first, rejection: 'no margin' })
    expect(cause()).toBe('SETTLEMENT_REJECTED')
    rests(it, all, { kind: 'RejectSettlement', id: MARKET, tradeId: second, rejection: 'no margin' })
    expect(cause()).toBe('MASS_CANCEL')
  })
})
