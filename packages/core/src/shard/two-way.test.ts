import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { actor, ask, cross, decline, KEST, LARK, quote as direct, replace as replaceDirect, rfqId, TAKER } from '../../test/fixture.ts'
import { MARKET, order, quote, replace } from '../../test/book-fixture.ts'
import { day, limit, rests, summary, type Day } from '../../test/shard-fixture.ts'
import type { Instant, RfqId, UserId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import type { QuoteTwoWay } from '../rfq/model/commands.ts'
import { shardMachine } from './machine.ts'
import type { ShardCommand } from './shard.ts'

const pair = (...quotes: QuoteTwoWay['quotes']): QuoteTwoWay => ({ kind: 'QuoteTwoWay', actor: quotes[0].actor, quotes })

/** The rows of the table: what each side is refused for, or the events of both. */
function answerTo(it: Day, command: ShardCommand): string {
  const before = JSON.stringify(shardMachine.snapshot(it.shard))
  const decision = shardMachine.decide(it.shard, command, it.now as Instant)
  expect(JSON.stringify(shardMachine.snapshot(it.shard))).toBe(before)
  if (!isRefusal(decision)) return summary(decision)
  return decision.sides!.map(({ refused, rule }) => `${refused} ${rule}`).join(', ')
}

const OTHER = 'OtherSideRefused 5.23'
const NOT = 'NotTwoWay 5.23, NotTwoWay 5.23'

const bid = (at: string, size = '25', more = {}) => direct(KEST, 11, 'BUY', at, size, more)
const offer = (at: string, size = '25', more = {}) => direct(KEST, 12, 'SELL', at, size, more)
/** Both sides rest at 0.02 and 0.03. */
const held = [ask(), direct(KEST, 1, 'BUY', '0.02', '50'), direct(KEST, 2, 'SELL', '0.03', '50')]
const to = (n: number, at: string, size = '50', more = {}) =>
  replaceDirect(KEST, n, size, { legPrices: direct(KEST, 9, 'BUY', at, size).legPrices, ...more })

type Row = readonly [what: string, given: readonly ShardCommand[], QuoteTwoWay, then: string]

const inDirect: readonly Row[] = [
  ['places both', [ask()], pair(bid('0.02'), offer('0.03')), 'OrderPlaced, OrderPlaced'],
  ['replaces both', held, pair(to(1, '0.021'), to(2, '0.031')), 'OrderReplaced, OrderReplaced'],
  ['replaces one and places the other', held.slice(0, 2), pair(to(1, '0.021'), offer('0.03')), 'OrderReplaced, OrderPlaced'],
  ['takes one decline back', [ask(), decline(KEST)], pair(bid('0.02'), offer('0.03')), 'DeclineTakenBack, OrderPlaced, OrderPlaced'],
  ['keeps both when the bid is too small', held, pair(to(1, '0.021', '5'), to(2, '0.031')), `QuantityBelowBlockMinimum 5.4, ${OTHER}`],
  ['keeps both when the ask is too small', held, pair(to(1, '0.021'), to(2, '0.031', '5')), `${OTHER}, QuantityBelowBlockMinimum 5.4`],
  ['names both reasons where both are refused', held, pair(to(1, '0.021', '5'), offer('0.04')), 'QuantityBelowBlockMinimum 5.4, LayeringLimitReached 5.3'], // prettier-ignore
  ['refuses both in a request that is not there', [], pair(bid('0.02'), offer('0.03')), 'RfqClosed 4.11, RfqClosed 4.11'],
  ['refuses a pair that crosses itself', [ask()], pair(bid('0.03'), offer('0.03')), `${OTHER}, QuoteCrossesOwnSide 5.8`],
  ['refuses a pair that crosses what it replaces, both ways', held, pair(to(1, '0.03'), to(2, '0.02')), 'QuoteCrossesOwnSide 5.8, QuoteCrossesOwnSide 5.8'], // prettier-ignore
  ['moves up past its own ask, whichever side is named first', held, pair(to(1, '0.035'), to(2, '0.04')), 'OrderReplaced, OrderReplaced'],
  ['moves down past its own bid, whichever side is named first', held, pair(to(2, '0.015'), to(1, '0.01')), 'OrderReplaced, OrderReplaced'], // prettier-ignore
  ['refuses one name for both', [ask()], pair(bid('0.02', '25', { clientOrderId: 'a' }), offer('0.03', '25', { clientOrderId: 'a' })), `${OTHER}, ClientOrderIdInUse 5.21`], // prettier-ignore
  [
    'leaves a name where it is, though the other side would give it up',
    [...held.slice(0, 1), direct(KEST, 1, 'BUY', '0.02', '50', { clientOrderId: 'a' })],
    pair(to(1, '0.02', '50', { clientOrderId: 'b' }), offer('0.03', '25', { clientOrderId: 'a' })),
    `${OTHER}, ClientOrderIdInUse 5.21`,
  ],
  ['refuses two bids', [ask()], pair(bid('0.02'), direct(KEST, 12, 'BUY', '0.021', '25')), NOT],
  ["refuses a taker's orders", [ask()], pair(cross(1, 'BUY', '0.02', '25'), cross(2, 'SELL', '0.03', '25')), NOT],
  ['refuses sides of two requests', [ask(), ask({ id: rfqId(2) })], pair(bid('0.02'), offer('0.03', '25', { id: rfqId(2) })), NOT],
  ['refuses sides of two desks', [ask()], pair(bid('0.02'), direct(LARK, 12, 'SELL', '0.03', '25')), NOT],
  ["knows nothing of another desk's order", [...held, direct(LARK, 3, 'BUY', '0.01', '50')], pair(to(3, '0.02'), to(2, '0.03')), `OrderUnknown 5.16, ${OTHER}`], // prettier-ignore
  ['refuses both while the desk has stopped', [ask(), { kind: 'StopTrading', desk: KEST, by: 'ada' }], pair(bid('0.02'), offer('0.03')), 'TradingIsStopped 11.6, TradingIsStopped 11.6'], // prettier-ignore
  ['refuses both while the person is stopped', [ask(), { kind: 'StopTrading', desk: KEST, by: 'ada', user: `${KEST}-user` as UserId }], pair(bid('0.02'), offer('0.03')), 'TradingIsStopped 11.6, TradingIsStopped 11.6'], // prettier-ignore
  ['refuses the side that a one-sided request leaves out, and with it the other', [ask({ side: 'BUY' })], pair(bid('0.02'), offer('0.03')), `SideNotAsked 4.14, ${OTHER}`], // prettier-ignore
]

describe('5.23 a two-way quote in a direct RFQ', () => {
  it.each(inDirect)('5.23 %s', (_what, given, command, then) => {
    const it = day()
    rests(it, ...given)
    expect(answerTo(it, command)).toBe(then)
  })

  it('5.23 keeps the place in time of both sides when it is refused, and of a side whose price stays when it is not', () => {
    const it = day()
    rests(it, ...held, direct(LARK, 3, 'SELL', '0.03', '50'))
    expect(answerTo(it, pair(to(1, '0.021', '5'), to(2, '0.03')))).toBe(`QuantityBelowBlockMinimum 5.4, ${OTHER}`)
    rests(it, pair(to(1, '0.021'), to(2, '0.03')))
    expect(it.send(cross(4, 'BUY', '0.03', '50'))).toMatchObject([{}, { trade: { maker: KEST } }])
  })

  it('5.23 trades with a limit of the taker once the other side is placed, whichever side is named first', () => {
    for (const isHidden of [true, false])
      for (const quotes of [
        [bid('0.02'), offer('0.03')],
        [offer('0.03'), bid('0.02')],
      ] as const) {
        const it = day()
        rests(it, ask(), cross(3, 'SELL', '0.02', '50', { isHidden }))
        const events = it.send(pair(...quotes)) as readonly { kind: string; order?: { side: string } }[]
        expect(events.map(({ kind, order: one }) => one?.side ?? kind)).toEqual(['SELL', 'BUY', 'TradeAgreed'])
      }
  })

  it('5.23 does not trade where the other side is refused', () => {
    const it = day()
    rests(it, ask(), cross(3, 'SELL', '0.02', '50', { isHidden: true }))
    expect(answerTo(it, pair(bid('0.02'), offer('0.03', '5')))).toBe(`${OTHER}, QuantityBelowBlockMinimum 5.4`)
  })

  it('5.23 takes no fill back: a limit that it triggers pulls the other side after both have stood', () => {
    const it = day()
    rests(it, ask(), limit({ quantity: quantity('25') }), cross(3, 'SELL', '0.02', '25', { isHidden: true }))
    expect(answerTo(it, pair(bid('0.02'), offer('0.03')))).toBe(
      'OrderPlaced, OrderPlaced, TradeAgreed 25, mine fires by quantity, OrderCanceled 25 PROTECTION',
    )
  })
})

const post = { isPostOnly: true }
const inBook: readonly Row[] = [
  ['places both', [], pair(quote(KEST, 'BUY', '0.02', '25'), quote(KEST, 'SELL', '0.03', '25')), 'OrderPlaced, OrderPlaced'],
  ['trades last', [quote(LARK, 'SELL', '0.02', '25', { isHidden: true })], pair(quote(KEST, 'BUY', '0.02', '25'), quote(KEST, 'SELL', '0.03', '25')), 'OrderPlaced, OrderPlaced, TradeAgreed 25@0.02 LARK'], // prettier-ignore
  ['refuses what never rests', [], pair(quote(KEST, 'BUY', '0.02', '25', { timeInForce: 'IOC' }), quote(KEST, 'SELL', '0.03', '25')), NOT],
  ['refuses both where a post-only side would trade', [quote(LARK, 'SELL', '0.02', '25')], pair(quote(KEST, 'BUY', '0.02', '25', post), quote(KEST, 'SELL', '0.03', '25')), `PostOnlyWouldCross 10.8, ${OTHER}`], // prettier-ignore
  [
    'says nothing of a hidden quote to a pair that is refused for anything else',
    [quote(LARK, 'SELL', '0.02', '25', { isHidden: true })],
    pair(quote(KEST, 'BUY', '0.02', '25', post), quote(KEST, 'SELL', '0.02', '25', post)),
    `${OTHER}, QuoteCrossesOwnSide 10.10`,
  ],
]

describe('10.22 a two-way quote in an order book', () => {
  it.each(inBook)('10.22 %s', (_what, given, command, then) => {
    const it = day()
    rests(it, ...given)
    expect(answerTo(it, command)).toBe(then)
  })

  it('10.22 adds a layer, or replaces one, next to the others of the desk', () => {
    const it = day()
    const [low, high] = [quote(KEST, 'BUY', '0.01', '25'), quote(KEST, 'SELL', '0.03', '25')]
    rests(it, pair(low, high), pair(quote(KEST, 'BUY', '0.011', '25'), quote(KEST, 'SELL', '0.029', '25')))
    rests(it, pair(replace(KEST, low.orderId, '50', '0.02'), replace(KEST, high.orderId, '50', '0.04')))
    const { sharedBook } = it.shard.rfqs.live.get(MARKET as RfqId)!
    expect([sharedBook!.orders.size, sharedBook!.orders.best('BUY'), sharedBook!.orders.best('SELL')]).toEqual([4, 2_000_000, 2_900_000])
    expect(summary(it.send(order(TAKER, 'SELL', '0.02', '25')))).toContain('TradeAgreed 25@0.02')
  })

  it('10.22 has no room for two where there is room for one', () => {
    const it = day()
    const named = (name: string) => ({ actor: actor(KEST), clientOrderId: name })
    for (let n = 0; n < 9; n++)
      rests(it, quote(KEST, 'BUY', '0.001', '25', named(`b${n}`)), quote(KEST, 'SELL', '0.05', '25', named(`a${n}`)))
    const next = () => pair(quote(KEST, 'BUY', '0.002', '25'), quote(KEST, 'SELL', '0.04', '25'))
    rests(it, next())
    expect(answerTo(it, next())).toBe('LayeringLimitReached 10.5, LayeringLimitReached 10.5')
  })
})
