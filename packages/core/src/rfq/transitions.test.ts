import { describe, expect, it } from 'vitest'
import type { Instant, OrderId, TradeId } from '../ids.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import type { RfqCommand } from './model/commands.ts'
import { dueRfq } from './life/deadlines.ts'
import type { RfqEvent } from './model/events.ts'
import {
  actor,
  ask,
  callSpread,
  cancelRfq,
  confirm,
  cross,
  decideIn,
  decline,
  expire,
  facts,
  given,
  KEST,
  LARK,
  liftVenue,
  NOON,
  pull,
  quote,
  reject,
  replace,
  rfqId,
  TAKER,
  when,
  type Market,
} from '../../test/fixture.ts'
import * as book from '../../test/book-fixture.ts'
import { phaseOf, transitions, type Phase } from './transitions.ts'
import { directWording, orderBookWording, type Wording } from './model/wording.ts'

type Kind = RfqCommand['kind']
type Row = readonly [rule: string, phase: Phase | 'CLOSED', kind: Kind, then: string]
/** An RFQ in a given phase, and how it responds to commands. */
type Setting = { readonly phase: Phase; readonly decide: (command: RfqCommand) => readonly RfqEvent[] | Refusal }
type Table = {
  readonly audience: string
  readonly wording: Wording
  readonly phases: { readonly [Each in Phase | 'CLOSED']?: () => Setting }
  readonly commands: { readonly [Each in Kind]?: RfqCommand }
  /** Every command in every phase: its events, its refusal, or nothing at all. */
  readonly rows: readonly Row[]
}

/** One RFQ in each phase, if possible with a quote (1) and a trade at the venue (2). */
const requests: Readonly<Record<Phase | 'CLOSED', () => Market>> = {
  ABSENT: () => given(),
  DRAFT: () => given(ask({ as: 'DRAFT' })),
  OPEN: () => given(ask({ alsoAsksVenue: true }), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '50')),
  ENDING: () => given(ask({ alsoAsksVenue: true }), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '50'), cancelRfq),
  CLOSED: () => given(ask({ alsoAsksVenue: true }), quote(KEST, 1, 'SELL', '0.01', '100'), cancelRfq),
}
const ofRequest = (start: () => Market) => (): Setting => {
  const market = start()
  return { phase: phaseOf(market.known.get(rfqId())), decide: (command) => decideIn(market, command, NOON) }
}
const direct: Table = {
  audience: 'DIRECT',
  wording: directWording,
  phases: {
    ABSENT: ofRequest(requests.ABSENT),
    DRAFT: ofRequest(requests.DRAFT),
    OPEN: ofRequest(requests.OPEN),
    ENDING: ofRequest(requests.ENDING),
    CLOSED: ofRequest(requests.CLOSED),
  },
  commands: {
    CreateRfq: ask(),
    SendDraft: { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(), facts },
    CancelRfq: cancelRfq,
    PlaceOrder: quote(LARK, 9, 'SELL', '0.02', '25'),
    ReplaceOrder: replace(KEST, 1, '80'),
    AgreeWithVenue: liftVenue(9, '50'),
    CancelOrder: pull(KEST, 1),
    DeclineRfq: decline(LARK),
    ExpireRfq: expire,
    ConfirmSettlement: confirm(2),
    RejectSettlement: reject(2),
  },
  rows: [
    ['4.1', 'ABSENT', 'CreateRfq', 'RfqCreated'],
    ['4.11', 'ABSENT', 'SendDraft', 'RfqClosed 4.11'],
    ['4.11', 'ABSENT', 'CancelRfq', 'RfqClosed 4.11'],
    ['4.11', 'ABSENT', 'PlaceOrder', 'RfqClosed 4.11'],
    ['4.11', 'ABSENT', 'ReplaceOrder', 'RfqClosed 4.11'],
    ['4.11', 'ABSENT', 'AgreeWithVenue', 'RfqClosed 4.11'],
    ['4.11', 'ABSENT', 'CancelOrder', 'RfqClosed 4.11'],
    ['4.11', 'ABSENT', 'DeclineRfq', 'RfqClosed 4.11'],
    ['4.8', 'ABSENT', 'ExpireRfq', 'nothing'],
    ['7.4', 'ABSENT', 'ConfirmSettlement', 'nothing'],
    ['7.4', 'ABSENT', 'RejectSettlement', 'nothing'],
    ['4.1', 'DRAFT', 'CreateRfq', 'RfqExists 4.1'],
    ['4.7', 'DRAFT', 'SendDraft', 'DraftSent'],
    ['4.7', 'DRAFT', 'CancelRfq', 'RfqClosed CLOSED_DRAFT'],
    ['4.7', 'DRAFT', 'PlaceOrder', 'RfqClosed 4.11'],
    ['4.7', 'DRAFT', 'ReplaceOrder', 'RfqClosed 4.11'],
    ['4.7', 'DRAFT', 'AgreeWithVenue', 'RfqIsDraft 4.7'],
    ['4.7', 'DRAFT', 'CancelOrder', 'RfqClosed 4.11'],
    ['4.7', 'DRAFT', 'DeclineRfq', 'RfqClosed 4.11'],
    ['4.7', 'DRAFT', 'ExpireRfq', 'nothing'],
    ['7.4', 'DRAFT', 'ConfirmSettlement', 'nothing'],
    ['7.4', 'DRAFT', 'RejectSettlement', 'nothing'],
    ['4.1', 'OPEN', 'CreateRfq', 'RfqExists 4.1'],
    ['4.7', 'OPEN', 'SendDraft', 'RfqNotADraft 4.7'],
    ['4.10', 'OPEN', 'CancelRfq', 'OrderCanceled 50 RFQ_CANCELED, RfqEnding CANCELED_BY_CREATOR'],
    ['5.1', 'OPEN', 'PlaceOrder', 'OrderPlaced'],
    ['5.14', 'OPEN', 'ReplaceOrder', 'OrderReplaced'],
    ['15.4', 'OPEN', 'AgreeWithVenue', 'OrderPlaced, OrderPlaced, TradeAgreed 50@0.011 DBT-RFQ'],
    ['5.16', 'OPEN', 'CancelOrder', 'OrderCanceled 50 USER'],
    ['5.19', 'OPEN', 'DeclineRfq', 'RfqDeclined'],
    ['4.10', 'OPEN', 'ExpireRfq', 'OrderCanceled 50 RFQ_EXPIRED, RfqEnding EXPIRED'],
    ['7.2', 'OPEN', 'ConfirmSettlement', 'TradeSettled'],
    ['7.3', 'OPEN', 'RejectSettlement', 'TradeRejected, OrderCanceled 50 SETTLEMENT_REJECTED, OrderCanceled 50 SETTLEMENT_REJECTED'],
    ['4.1', 'ENDING', 'CreateRfq', 'RfqExists 4.1'],
    ['4.7', 'ENDING', 'SendDraft', 'RfqNotADraft 4.7'],
    ['4.10', 'ENDING', 'CancelRfq', 'RfqClosed 4.10'],
    ['4.10', 'ENDING', 'PlaceOrder', 'RfqClosed 4.10'],
    ['4.10', 'ENDING', 'ReplaceOrder', 'RfqClosed 4.10'],
    ['4.10', 'ENDING', 'AgreeWithVenue', 'RfqClosed 4.10'],
    ['4.10', 'ENDING', 'CancelOrder', 'RfqClosed 4.10'],
    ['4.10', 'ENDING', 'DeclineRfq', 'RfqClosed 4.10'],
    ['4.10', 'ENDING', 'ExpireRfq', 'nothing'],
    ['4.10', 'ENDING', 'ConfirmSettlement', 'TradeSettled, RfqClosed EXECUTION_LIMIT'],
    [
      '4.10',
      'ENDING',
      'RejectSettlement',
      'TradeRejected, OrderCanceled 50 SETTLEMENT_REJECTED, OrderCanceled 50 SETTLEMENT_REJECTED, RfqClosed CANCELED_BY_CREATOR',
    ],
    ['4.11', 'CLOSED', 'SendDraft', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'CancelRfq', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'PlaceOrder', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'ReplaceOrder', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'AgreeWithVenue', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'CancelOrder', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'DeclineRfq', 'RfqClosed 4.11'],
    ['4.11', 'CLOSED', 'ExpireRfq', 'nothing'],
    ['7.4', 'CLOSED', 'ConfirmSettlement', 'nothing'],
    ['7.4', 'CLOSED', 'RejectSettlement', 'nothing'],
  ],
}

const expiry = callSpread.legs[0]!.instrument.expiresAt!
const QUOTE = 'o_quote' as OrderId
/** The first trade of the cross. */
const TRADE = 't_cross00' as TradeId

/** In an open book, KEST has a quote of 75 of which 25 are pending at the venue. */
const books = {
  ABSENT: () => book.world({ isOpen: false }),
  OPEN: () => {
    const it = book.world()
    it.now = (expiry - 3_600_000) as Instant
    it.rest(KEST, 'SELL', '0.02', '75', { orderId: QUOTE })
    it.must({ ...book.order(TAKER, 'BUY', '0.02', '25'), orderId: 'o_cross' as OrderId })
    return it
  },
  ENDING: () => {
    const it = books.OPEN()
    it.now = expiry
    it.must(dueRfq(it.rfqs, it.now)!)
    return it
  },
}
const ofBook = (start: () => book.World) => (): Setting => {
  const { market, now } = start()
  return { phase: phaseOf(market.known.get(book.MARKET)), decide: (command) => decideIn(market, command, now) }
}
const bookCommands = {
  OpenRfq: book.open(),
  PlaceOrder: book.quote(LARK, 'BUY', '0.01', '25'),
  ReplaceOrder: book.replace(KEST, QUOTE, '50'),
  CancelOrder: book.pull(KEST, QUOTE),
  DeclineRfq: { kind: 'DeclineRfq', audience: 'ORDER_BOOK', actor: actor(KEST), id: book.MARKET, reason: 'RISK' },
  ExpireOrders: { kind: 'ExpireOrders', id: book.MARKET },
  ExpireRfq: { kind: 'ExpireRfq', id: book.MARKET },
  ConfirmSettlement: { kind: 'ConfirmSettlement', id: book.MARKET, tradeId: TRADE, venueTradeId: 'v1' },
  RejectSettlement: { kind: 'RejectSettlement', id: book.MARKET, tradeId: TRADE, rejection: 'no margin' },
} satisfies Table['commands']
const orderBook: Table = {
  audience: 'ORDER_BOOK',
  wording: orderBookWording,
  phases: { ABSENT: ofBook(books.ABSENT), OPEN: ofBook(books.OPEN), ENDING: ofBook(books.ENDING) },
  commands: bookCommands,
  rows: [
    ['10.1', 'ABSENT', 'OpenRfq', 'RfqCreated'],
    ['10.5', 'ABSENT', 'PlaceOrder', 'RfqClosed 10.5'],
    ['10.5', 'ABSENT', 'ReplaceOrder', 'RfqClosed 10.5'],
    ['10.5', 'ABSENT', 'CancelOrder', 'RfqClosed 10.5'],
    ['10.5', 'ABSENT', 'DeclineRfq', 'RfqClosed 10.5'],
    ['10.4', 'ABSENT', 'ExpireOrders', 'nothing'],
    ['10.5', 'ABSENT', 'ExpireRfq', 'nothing'],
    ['10.15', 'ABSENT', 'ConfirmSettlement', 'nothing'],
    ['10.15', 'ABSENT', 'RejectSettlement', 'nothing'],
    ['10.1', 'OPEN', 'OpenRfq', 'nothing'],
    ['10.3', 'OPEN', 'PlaceOrder', 'OrderPlaced'],
    ['10.12', 'OPEN', 'ReplaceOrder', 'OrderReplaced'],
    ['10.12', 'OPEN', 'CancelOrder', 'OrderCanceled 50 USER'],
    ['10.19', 'OPEN', 'DeclineRfq', 'RfqDeclined, OrderCanceled 50 DECLINED'],
    ['10.4', 'OPEN', 'ExpireOrders', 'nothing'],
    ['10.5', 'OPEN', 'ExpireRfq', 'nothing'],
    ['10.15', 'OPEN', 'ConfirmSettlement', 'TradeSettled'],
    ['10.15', 'OPEN', 'RejectSettlement', 'TradeRejected, OrderCanceled 25 SETTLEMENT_REJECTED, OrderCanceled 25 SETTLEMENT_REJECTED'],
    // The last minute before its expiry has begun, so it cannot be opened again.
    ['10.4', 'ENDING', 'OpenRfq', 'QuoteWindowClosed 10.4'],
    ['10.5', 'ENDING', 'PlaceOrder', 'RfqClosed 10.5'],
    ['10.5', 'ENDING', 'ReplaceOrder', 'RfqClosed 10.5'],
    ['10.5', 'ENDING', 'CancelOrder', 'RfqClosed 10.5'],
    ['10.5', 'ENDING', 'DeclineRfq', 'RfqClosed 10.5'],
    ['10.4', 'ENDING', 'ExpireOrders', 'nothing'],
    ['10.5', 'ENDING', 'ExpireRfq', 'nothing'],
    ['10.15', 'ENDING', 'ConfirmSettlement', 'TradeSettled, RfqClosed INSTRUMENT_EXPIRED'],
    [
      '10.15',
      'ENDING',
      'RejectSettlement',
      'TradeRejected, OrderCanceled 25 SETTLEMENT_REJECTED, OrderCanceled 25 SETTLEMENT_REJECTED, RfqClosed INSTRUMENT_EXPIRED',
    ],
  ],
}

describe.each([direct, orderBook])('what every command does in every phase: $audience', ({ phases, commands, rows, wording }) => {
  const answerIn = (phase: Phase | 'CLOSED', kind: Kind) => {
    const setting = phases[phase]!()
    // A closed RFQ has left the shard.
    expect(setting.phase).toBe(phase === 'CLOSED' ? 'ABSENT' : phase)
    return setting.decide(commands[kind]!)
  }

  it('4.13, 10.16 the table has every cell once', () => {
    const cells = Object.entries(transitions).flatMap(([phase, row]) =>
      phase in phases
        ? Object.keys(row)
            .filter((kind) => kind in commands)
            .map((kind) => `${phase} ${kind}`)
        : [],
    )
    const inShard = rows.filter(([, phase]) => phase !== 'CLOSED')
    expect(inShard.map(([, phase, kind]) => `${phase} ${kind}`).sort()).toEqual(cells.sort())
  })

  it.each(rows)('%s %s: %s gives %s', (_rule, phase, kind, then) => {
    const answer = answerIn(phase, kind)
    expect(isRefusal(answer) ? `${answer.refused} ${answer.rule}` : book.summary(answer) || 'nothing').toBe(then)
  })

  it.each(rows)('%s %s: whether %s goes is as the table of transitions says', (_rule, phase, kind) => {
    // For the maker that quotes here, another desk's draft does not exist.
    const isUnseen = phase === 'DRAFT' && ['PlaceOrder', 'ReplaceOrder', 'CancelOrder', 'DeclineRfq'].includes(kind)
    const cell = transitions[isUnseen || phase === 'CLOSED' ? 'ABSENT' : phase][kind]
    const answer = answerIn(phase, kind)
    if (typeof cell === 'object') expect(answer).toEqual(cell)
    else if (cell === 'NO_OP') expect(answer).toEqual([])
    else if (cell !== 'ALLOWED') expect(answer).toEqual(wording[cell])
    // The last minute of an order book also prevents opening it again.
    else if (kind !== 'OpenRfq') expect(isRefusal(answer)).toBe(false)
  })
})

describe('a draft and its desks', () => {
  it('4.7 its own desk is refused because a draft has to be sent first', () => {
    for (const command of [cross(1, 'BUY', '0.01', '25'), replace(TAKER, 1, '25'), pull(TAKER, 1)])
      expect(decideIn(requests.DRAFT(), command, NOON)).toMatchObject({
        refused: 'RfqIsDraft',
        rule: '4.7',
      })
  })

  it.each(['KEST', 'STRA'] as const)('4.9 %s neither cancels nor sends a request that it did not make', (ticker) => {
    const other = actor(ticker as typeof KEST)
    expect(decideIn(requests.OPEN(), { ...cancelRfq, actor: other }, NOON)).toMatchObject({ refused: 'NotTheCreator' })
    const send = { kind: 'SendDraft', audience: 'DIRECT', actor: other, id: rfqId(), facts } as const
    expect(decideIn(requests.DRAFT(), send, NOON)).toMatchObject({ refused: 'RfqClosed' })
  })

  it('4.7 a draft that was sent is open for the desks asked', () => {
    const market = given(ask({ as: 'DRAFT' }), { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(), facts })
    expect(when(market, quote(KEST, 1, 'BUY', '0.01', '25'))).toHaveLength(1)
  })
})

describe('an order book and its time', () => {
  it('10.4, 10.5 what comes by itself does something when its time has come, and only that', () => {
    const it = books.OPEN()
    it.now = expiry
    expect(book.summary(it.send(bookCommands.ExpireOrders))).toBe('')
    expect(book.summary(it.send(bookCommands.ExpireRfq))).toBe('OrderCanceled 50 INSTRUMENT_EXPIRED, RfqEnding INSTRUMENT_EXPIRED')
    const early = book.world()
    early.rest(KEST, 'SELL', '0.02', '25')
    early.now = (early.now + 24 * 3_600_000) as Instant
    expect(book.summary(early.send(bookCommands.ExpireRfq))).toBe('')
    expect(book.summary(early.send(bookCommands.ExpireOrders))).toBe('OrderCanceled 25 LIFETIME_ENDED')
  })

  it('10.9 a replacement is neither IOC and post-only, nor IOC where the quote is hidden', () => {
    const it = book.world()
    const id = it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(it.send({ ...book.replace(KEST, id, '50'), timeInForce: 'IOC' })).toBe('TypeNotAllowed 10.9')
    const open = it.rest(LARK, 'SELL', '0.02', '50')
    expect(it.send({ ...book.replace(LARK, open, '50'), timeInForce: 'IOC', isPostOnly: true })).toBe('TypeNotAllowed 10.9')
  })
})
