import { describe, expect, it } from 'vitest'
import { actor, callSpread, LARK } from '../../test/fixture.ts'
import type { Instant, OrderId, TradeId } from '../ids.ts'
import type { RfqCommand } from './commands.ts'
import { dueRfq } from './deadlines.ts'
import { KEST, MARKET, open, order, pull, quote, replace, TAKER, summary, world, type World } from '../../test/book-fixture.ts'
import { phaseOf, transitions, type Phase } from './transitions.ts'
import { orderBookWording } from './wording.ts'

/** Commands that an RFQ which anyone opens can get. */
type Kind = Exclude<RfqCommand['kind'], 'CreateRfq' | 'SendDraft' | 'CancelRfq'>
const expiry = callSpread.legs[0]!.instrument.expiresAt!

const QUOTE = 'o_quote' as OrderId
/** The first trade of the cross. */
const TRADE = 't_cross00' as TradeId

/** A quote of 75 of which 25 are at the venue. */
function traded(): World {
  const it = world()
  it.now = (expiry - 3_600_000) as Instant
  it.rest(KEST, 'SELL', '0.02', '75', { orderId: QUOTE })
  it.must({ ...order(TAKER, 'BUY', '0.02', '25'), orderId: 'o_cross' as OrderId })
  return it
}

function ended(): World {
  const it = traded()
  it.now = expiry
  it.must(dueRfq(it.rfqs, it.now)!)
  return it
}

const phases: Readonly<Record<BookPhase, () => World>> = { ABSENT: () => world({ isOpen: false }), OPEN: traded, ENDING: ended }

type BookPhase = Exclude<Phase, 'DRAFT'>

const commands: Readonly<Record<Kind, RfqCommand>> = {
  OpenRfq: open(),
  PlaceOrder: quote(LARK, 'BUY', '0.01', '25'),
  ReplaceOrder: replace(KEST, QUOTE, '50'),
  CancelOrder: pull(KEST, QUOTE),
  DeclineRfq: { kind: 'DeclineRfq', audience: 'ORDER_BOOK', actor: actor(KEST), id: MARKET, reason: 'RISK' },
  ExpireOrders: { kind: 'ExpireOrders', id: MARKET },
  ExpireRfq: { kind: 'ExpireRfq', id: MARKET },
  ConfirmSettlement: { kind: 'ConfirmSettlement', id: MARKET, tradeId: TRADE, venueTradeId: 'v1' },
  RejectSettlement: { kind: 'RejectSettlement', id: MARKET, tradeId: TRADE, rejection: 'no margin' },
}

// Every command in every phase: its events, its refusal, or nothing at all.
const table: [rule: string, phase: BookPhase, kind: Kind, then: string][] = [
  ['10.1', 'ABSENT', 'OpenRfq', 'RfqCreated'],
  ['10.5', 'ABSENT', 'PlaceOrder', 'RfqClosed 10.5'],
  ['10.5', 'ABSENT', 'ReplaceOrder', 'RfqClosed 10.5'],
  ['10.5', 'ABSENT', 'CancelOrder', 'RfqClosed 10.5'],
  ['10.5', 'ABSENT', 'DeclineRfq', 'RfqClosed 10.5'],
  ['10.4', 'ABSENT', 'ExpireOrders', ''],
  ['10.5', 'ABSENT', 'ExpireRfq', ''],
  ['10.15', 'ABSENT', 'ConfirmSettlement', ''],
  ['10.15', 'ABSENT', 'RejectSettlement', ''],
  ['10.1', 'OPEN', 'OpenRfq', ''],
  ['10.3', 'OPEN', 'PlaceOrder', 'OrderPlaced'],
  ['10.12', 'OPEN', 'ReplaceOrder', 'OrderReplaced'],
  ['10.12', 'OPEN', 'CancelOrder', 'OrderCanceled 50 USER'],
  ['10.19', 'OPEN', 'DeclineRfq', 'RfqDeclined, OrderCanceled 50 DECLINED'],
  ['10.4', 'OPEN', 'ExpireOrders', ''],
  ['10.5', 'OPEN', 'ExpireRfq', ''],
  ['10.15', 'OPEN', 'ConfirmSettlement', 'TradeSettled'],
  ['10.15', 'OPEN', 'RejectSettlement', 'TradeRejected, OrderCanceled 25 SETTLEMENT_REJECTED, OrderCanceled 25 SETTLEMENT_REJECTED'],
  // The last minute before its expiry has begun, so it cannot be opened again.
  ['10.4', 'ENDING', 'OpenRfq', 'QuoteWindowClosed 10.4'],
  ['10.5', 'ENDING', 'PlaceOrder', 'RfqClosed 10.5'],
  ['10.5', 'ENDING', 'ReplaceOrder', 'RfqClosed 10.5'],
  ['10.5', 'ENDING', 'CancelOrder', 'RfqClosed 10.5'],
  ['10.5', 'ENDING', 'DeclineRfq', 'RfqClosed 10.5'],
  ['10.4', 'ENDING', 'ExpireOrders', ''],
  ['10.5', 'ENDING', 'ExpireRfq', ''],
  ['10.15', 'ENDING', 'ConfirmSettlement', 'TradeSettled, RfqClosed INSTRUMENT_EXPIRED'],
  [
    '10.15',
    'ENDING',
    'RejectSettlement',
    'TradeRejected, OrderCanceled 25 SETTLEMENT_REJECTED, OrderCanceled 25 SETTLEMENT_REJECTED, RfqClosed INSTRUMENT_EXPIRED',
  ], // prettier-ignore,
]

describe('what every command does in every phase of a market', () => {
  it('10.16 the table has every cell once', () => {
    const cells = Object.entries(transitions).flatMap(([phase, row]) =>
      phase === 'DRAFT'
        ? []
        : Object.keys(row)
            .filter((kind) => kind in commands)
            .map((kind) => `${phase} ${kind}`),
    )
    expect(table.map(([, phase, kind]) => `${phase} ${kind}`).sort()).toEqual(cells.sort())
  })

  it.each(table)('%s %s: %s gives %s', (_rule, phase, kind, then) => {
    const it = phases[phase]()
    expect(phaseOf(it.rfqs.live.get(MARKET)?.rfq)).toBe(phase)
    expect(summary(it.send(commands[kind]))).toBe(then)
  })

  it.each(table)('%s %s: whether %s goes is as the table of transitions says', (_rule, phase, kind, then) => {
    const cell = transitions[phase][kind]
    if (cell === 'absent' || cell === 'ending') expect(then).toBe(`${orderBookWording[cell].refused} ${orderBookWording[cell].rule}`)
    if (cell === 'NO_OP') expect(then).toBe('')
    if (cell === 'ALLOWED' && kind !== 'OpenRfq') expect(then).not.toContain('RfqClosed 10.5')
  })

  it('10.4, 10.5 what comes by itself does something when its time has come, and only that', () => {
    const it = traded()
    it.now = expiry
    expect(summary(it.send(commands.ExpireOrders))).toBe('')
    expect(summary(it.send(commands.ExpireRfq))).toBe('OrderCanceled 50 INSTRUMENT_EXPIRED, RfqEnding INSTRUMENT_EXPIRED')
    const early = world()
    early.rest(KEST, 'SELL', '0.02', '25')
    early.now = (early.now + 24 * 3_600_000) as Instant
    expect(summary(early.send(commands.ExpireRfq))).toBe('')
    expect(summary(early.send(commands.ExpireOrders))).toBe('OrderCanceled 25 LIFETIME_ENDED')
  })

  it('10.9 a replacement is neither IOC and post-only, nor IOC where the quote is hidden', () => {
    const it = world()
    const id = it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(it.send({ ...replace(KEST, id, '50'), timeInForce: 'IOC' })).toBe('TypeNotAllowed 10.9')
    const open = it.rest(LARK, 'SELL', '0.02', '50')
    expect(it.send({ ...replace(LARK, open, '50'), timeInForce: 'IOC', isPostOnly: true })).toBe('TypeNotAllowed 10.9')
  })
})
