import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import type { DeskId } from '../../ids.ts'
import { display, type DisplayFacts } from './display.ts'
import type { RfqCommand } from '../model/commands.ts'
import {
  actor,
  ask,
  cancelRfq,
  confirm,
  cross,
  desk,
  facts,
  given,
  KEST,
  LARK,
  MERL,
  NOON,
  quote,
  rfqId,
  SWFT,
  TAKER,
  theRfq,
} from '../../../test/fixture.ts'
import { MARKET, order, world } from '../../../test/book-fixture.ts'
import { bookFor, bookOrderFor, isOnTape, readersOf, readerRole, rfqFor, tradeFor } from './visibility.ts'

/** The venue's answer to KEST's sale. */
const SOLD_AT = NOON + 5
const hidden = { isHidden: true } as const
const everybody: readonly DeskId[] = [TAKER, KEST, LARK, MERL, SWFT]

/** KEST and LARK offer visibly, MERL hidden; the taker bids visibly below and asks hidden above; KEST has sold 25. */
function busy(change: Parameters<typeof ask>[0] = {}) {
  return given(
    ask({ label: 'secret plan', quantity: quantity('200'), ...change }),
    quote(KEST, 1, 'SELL', '0.011', '100', { label: 'kest-1' }),
    quote(LARK, 2, 'SELL', '0.012', '100'),
    quote(MERL, 3, 'SELL', '0.013', '100', hidden),
    cross(4, 'BUY', '0.011', '25', { timeInForce: 'FOK' }),
    confirm(4),
    cross(5, 'BUY', '0.005', '50'),
    cross(6, 'SELL', '0.02', '50', hidden),
  )
}
const books = (anonymous: boolean, viewer: DeskId) => {
  const rfq = theRfq(busy({ isTakerAnonymous: anonymous }))
  const { asks, bids } = bookFor(rfq, rfq.orders, viewer)
  return [...asks, ...bids].map(({ desk, side, quantity: size }) => `${desk ?? '?'} ${side} ${size / quantity('1')}`)
}

describe('who sees which orders', () => {
  // A viewer, and the orders of the other side that it sees, best first.
  it.each([
    ['8.1', 'the taker sees every open quote with its desk', TAKER, ['KEST SELL 75', 'LARK SELL 100']],
    ['8.4', "a maker sees the taker's open bid", KEST, ['ORRY BUY 50']],
    ['8.3', 'a maker sees no other quote', LARK, ['ORRY BUY 50']],
    ['8.2', 'who hides its own order sees the same', MERL, ['ORRY BUY 50']],
    ['8.6', 'a desk that was not asked sees nothing', SWFT, []],
  ] as const)('%s %s', (_rule, _what, viewer, seen) => {
    expect(books(false, viewer)).toEqual(seen)
  })

  it("8.5 an anonymous taker's bid has no desk", () => {
    expect(books(true, KEST)).toEqual(['? BUY 50'])
    expect(books(true, TAKER)).toEqual(['KEST SELL 75', 'LARK SELL 100'])
  })

  it('8.2 a hidden order is seen by its own desk alone', () => {
    const rfq = theRfq(busy())
    for (const order of rfq.orders.filter(({ isHidden }) => isHidden))
      for (const viewer of everybody) expect(bookOrderFor(rfq, order, viewer)).toBeUndefined()
  })

  it('8.1, 8.4 an order in a book has these fields and no others', () => {
    const rfq = theRfq(busy())
    const fields = ['createdAt', 'desk', 'id', 'kind', 'lastUpdatedAt', 'price', 'priority', 'quantity', 'side']
    for (const viewer of everybody)
      for (const order of rfq.orders) {
        const seen = bookOrderFor(rfq, order, viewer)
        if (seen !== undefined) expect(Object.keys(seen).sort()).toEqual(fields)
      }
  })

  it('8.1 an order of which nothing rests is in no book', () => {
    const rfq = theRfq(given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cancelRfq))
    expect(bookFor(rfq, rfq.orders, TAKER)).toEqual({ asks: [], bids: [] })
  })

  it('8.1 a book is in the order in which it would trade', () => {
    const rfq = theRfq(
      given(ask(), quote(KEST, 1, 'BUY', '0.01', '25'), quote(LARK, 2, 'BUY', '0.011', '25'), quote(MERL, 3, 'BUY', '0.01', '25')),
    )
    expect(bookFor(rfq, rfq.orders, TAKER).bids.map(({ desk }) => desk)).toEqual([LARK, KEST, MERL])
  })
})

describe('who sees which fields of a request', () => {
  const seen = (viewer: DeskId, isTakerAnonymous = false) => rfqFor(theRfq(busy({ isTakerAnonymous })), viewer)
  const filled = quantity('25')
  const asMaker = { canceled: {}, declines: [], hasDeclined: false, similarOpen: 0, list: null }
  it.each([
    [
      '8.5',
      'the taker sees all of its own',
      TAKER,
      {
        role: 'TAKER',
        taker: TAKER,
        account: 'orry-main',
        label: 'secret plan',
        makers: [KEST, LARK, MERL],
        groups: [],
        alsoAsksVenue: false,
        traded: true,
        filled,
        pending: 0,
        lastTradeAt: SOLD_AT,
        lastFilledAt: SOLD_AT,
        canceled: {},
        declines: [],
        hasDeclined: false,
        similarOpen: null,
        list: null,
      },
    ],
    [
      '8.5',
      'a maker that traded',
      KEST,
      {
        role: 'MAKER',
        taker: TAKER,
        account: null,
        label: null,
        makers: [KEST],
        groups: [],
        alsoAsksVenue: false,
        traded: true,
        filled,
        pending: 0,
        lastTradeAt: SOLD_AT,
        lastFilledAt: SOLD_AT,
        ...asMaker,
      },
    ],
    [
      '8.3',
      'a maker that did not',
      LARK,
      {
        role: 'MAKER',
        taker: TAKER,
        account: null,
        label: null,
        makers: [LARK],
        groups: [],
        alsoAsksVenue: false,
        traded: false,
        filled: 0,
        pending: 0,
        lastTradeAt: null,
        lastFilledAt: null,
        ...asMaker,
      },
    ],
    ['8.6', 'a desk that was not asked', SWFT, undefined],
  ] as const)('%s %s', (_rule, _what, viewer, fields) => {
    expect(seen(viewer)).toEqual(fields)
  })

  it('8.5 an anonymous taker has no name for makers, and keeps it for itself', () => {
    expect(everybody.map((viewer) => seen(viewer, true)?.taker)).toEqual([TAKER, null, null, null, undefined])
  })

  it.each([
    ['8.6', 'a draft', [ask({ as: 'DRAFT' })], [TAKER]],
    ['8.6', 'a closed draft', [ask({ as: 'DRAFT' }), cancelRfq], [TAKER]],
    [
      '8.6',
      'a sent draft',
      [ask({ as: 'DRAFT' }), { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(), facts }],
      [TAKER, KEST, LARK, MERL],
    ],
    ['8.6', 'a request', [ask({ makers: [LARK] })], [TAKER, LARK]],
  ] as [string, string, RfqCommand[], DeskId[]][])('%s %s is read by its desks alone', (_rule, _what, commands, readers) => {
    const rfq = theRfq(given(...commands))
    expect(readersOf(rfq)).toEqual(readers)
    expect(everybody.filter((viewer) => readerRole(rfq, viewer) !== undefined)).toEqual(readers)
  })
})

describe('4.14 the side of a one-sided request', () => {
  it.each(['BUY', 'SELL'] as const)(
    '8.6 to %s is for the desks asked: to any other the request reads as one with two sides, as nothing',
    (side) => {
      const [sided, bare] = [theRfq(given(ask({ side }))), theRfq(given(ask()))]
      for (const viewer of [SWFT, desk('ZORN')])
        expect([readerRole(sided, viewer), rfqFor(sided, viewer), bookFor(sided, [], viewer)]).toEqual([
          readerRole(bare, viewer),
          rfqFor(bare, viewer),
          bookFor(bare, [], viewer),
        ])
      expect(readersOf(sided)).toEqual(readersOf(bare))
    },
  )

  it('8.5 does not reveal the taker: an anonymous taker has no name in it', () => {
    const rfq = theRfq(given(ask({ side: 'BUY', isTakerAnonymous: true })))
    expect(rfqFor(rfq, KEST)).toMatchObject({ taker: null, account: null })
  })
})

describe('who sees a trade', () => {
  it.each([
    ['8.7', TAKER, false, { role: 'TAKER', side: 'BUY', account: 'orry-main', counterparty: KEST }],
    ['8.7', KEST, false, { role: 'MAKER', side: 'SELL', account: 'KEST-main', counterparty: TAKER }],
    ['8.5', KEST, true, { role: 'MAKER', side: 'SELL', account: 'KEST-main', counterparty: null }],
    ['8.5', TAKER, true, { role: 'TAKER', side: 'BUY', account: 'orry-main', counterparty: KEST }],
  ] as const)('%s %s, the taker being anonymous: %s', (_rule, viewer, isTakerAnonymous, seen) => {
    const rfq = theRfq(busy({ isTakerAnonymous }))
    expect(tradeFor(rfq, rfq.trades[0]!, viewer)).toMatchObject(seen)
  })

  it('8.3 other makers do not see it', () => {
    const rfq = theRfq(busy())
    expect([LARK, MERL, SWFT].map((viewer) => tradeFor(rfq, rfq.trades[0]!, viewer))).toEqual([undefined, undefined, undefined])
  })

  it('8.7 it is on the tape once it has settled', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '50'))
    expect(theRfq(market).trades.map(isOnTape)).toEqual([false])
    expect(theRfq(busy()).trades.map(isOnTape)).toEqual([true])
  })
})

describe('what a desk reads about a request', () => {
  const closed = (closedReason: DisplayFacts['closedReason'], role: DisplayFacts['role'], traded: boolean): DisplayFacts => ({
    state: 'CLOSED',
    ...(closedReason === undefined ? {} : { closedReason }),
    role,
    traded,
  })
  // Proves T 3.48, T 3.49, T 4.34 to 4.36.
  it.each([
    ['8.8', { state: 'DRAFT', role: 'TAKER', traded: false }, 'Draft'],
    ['8.8', { state: 'OPEN', role: 'TAKER', traded: true }, 'Active'],
    ['8.8', { state: 'OPEN', closedReason: null, role: 'MAKER', traded: false }, 'Active'],
    ['8.8', closed('EXECUTION_LIMIT', 'TAKER', true), 'Filled'],
    ['8.8', closed('EXECUTION_LIMIT', 'MAKER', true), 'Filled'],
    ['8.8', closed('EXECUTION_LIMIT', 'MAKER', false), 'Trd Away'],
    ['8.8', closed('EXPIRED', 'TAKER', false), 'Expired'],
    ['8.8', closed('EXPIRED', 'MAKER', false), 'Expired'],
    ['8.8', closed('CANCELED_BY_CREATOR', 'MAKER', false), 'Canceled'],
    ['8.8', closed('CLOSED_DRAFT', 'TAKER', false), 'Closed'],
    ['8.8', closed(null, 'MAKER', false), 'Closed'],
    ['8.8', closed(undefined, 'MAKER', false), 'Closed'],
  ] as [string, DisplayFacts, string][])('%s %o reads %s', (_rule, rfq, words) => {
    expect(display(rfq)).toBe(words)
  })
})

describe('10.2 and 10.11 what is seen of a market', () => {
  const it_ = world()
  it_.rest(KEST, 'SELL', '0.02', '50')
  it_.rest(LARK, 'SELL', '0.019', '30')
  it_.rest(MERL, 'SELL', '0.018', '25', { isHidden: true })
  it_.rest(LARK, 'BUY', '0.01', '25')
  it_.rest(KEST, 'BUY', '0.011', '25')
  const book = () => bookFor(it_.rfq(), it_.rfqs.live.get(MARKET)!.orders.values(), undefined)

  it('all desks see resting orders, best first, without names, and no hidden ones', () => {
    const { asks, bids } = book()
    expect(asks.map(({ price, quantity }) => [price / 1e8, quantity / 1e6])).toEqual([[0.019, 30], [0.02, 50]]) // prettier-ignore
    expect(bids.map(({ price }) => price / 1e8)).toEqual([0.011, 0.01])
    expect(JSON.stringify(book())).not.toMatch(/KEST|LARK|MERL|-main/)
  })

  it('a match is its two desks own; the tape waits for the venue', () => {
    const [, agreed] = it_.must(order(TAKER, 'BUY', '0.018', '25'))
    if (agreed?.kind !== 'TradeAgreed') throw new Error('no match')
    expect(tradeFor(it_.rfq(), agreed.trade, TAKER)).toMatchObject({
      role: 'TAKER',
      side: 'BUY',
      account: `${TAKER}-main`,
      counterparty: null,
    })
    expect(tradeFor(it_.rfq(), agreed.trade, MERL)).toMatchObject({
      role: 'MAKER',
      side: 'SELL',
      account: `${MERL}-main`,
      counterparty: null,
    })
    expect(tradeFor(it_.rfq(), agreed.trade, KEST)).toBeUndefined()
    expect([isOnTape(agreed.trade), isOnTape({ ...agreed.trade, state: 'FILLED' })]).toEqual([false, true])
  })
})
