import { describe, expect, it } from 'vitest'
import {
  price,
  quantity,
  ratio,
  type DeskId,
  type Instant,
  type Order,
  type OrderId,
  type Rfq,
  type RfqEvent,
  type RfqId,
  type Trade,
  type TradeId,
  type UserId,
} from '@parley/core'
import { entities } from '@parley/contracts'
import { changesByRfq } from '../../../rfq/changes.ts'
import { messagesOf } from './messages.ts'
import { instruments, KEST, LARK, ORRY } from '../../../../test/direct-market.ts'
import { presentBook, presentBookOrder, presentOrder, presentRfq, presentTape, presentTrade } from './present.ts'

const NOON = 1_800_000_000_000
const at = (ms: number) => (NOON + ms) as Instant
const STRANGER = 'WREN' as DeskId
const actor = (desk: DeskId) => ({ desk, user: `${desk}-user` as UserId, via: `${desk}-key` })

const order = (desk: DeskId, role: 'TAKER' | 'MAKER', change: Partial<Order> = {}): Order => ({
  id: `o_${desk}` as OrderId,
  actor: actor(desk),
  kind: role === 'TAKER' ? 'CROSS' : 'QUOTE',
  side: role === 'TAKER' ? 'BUY' : 'SELL',
  timeInForce: 'GTC',
  isPostOnly: false,
  isHidden: false,
  price: price('0.031'),
  ...(role === 'MAKER' ? { legPrices: [price('0.081'), price('0.05')] } : {}),
  quantity: quantity('25'),
  filled: quantity('0'),
  pending: quantity('0'),
  canceled: quantity('0'),
  state: 'OPEN',
  account: `${desk}-secret-account`,
  label: `${desk}-secret-label`,
  priority: 1,
  trades: 0,
  takesAtVenue: 0,
  hasTaken: false,
  createdAt: at(1),
  lastUpdatedAt: at(1),
  ...change,
})

const trade: Trade = {
  id: 't_1' as TradeId,
  takerOrder: 'o_ORRY' as OrderId,
  makerOrder: 'o_KEST' as OrderId,
  takerKind: 'CROSS',
  taker: ORRY,
  maker: KEST,
  takerAccount: 'ORRY-secret-account',
  makerAccount: 'KEST-secret-account',
  takerSide: 'BUY',
  price: price('0.031'),
  legPrices: [price('0.081'), price('0.05')],
  quantity: quantity('25'),
  state: 'FILLED',
  agreedAt: at(5_000),
  settledAt: at(6_000),
  venueTradeId: 'BLOCK-1',
  reference: { markPrice: price('0.03') },
}

/** The RFQ after a trade of the other maker. */
const traded: Partial<Rfq> = {
  filled: quantity('25'),
  makerTotals: [{ desk: KEST, filled: quantity('25'), pending: quantity('0'), lastAt: at(6_000) }],
}

const rfqOf = (change: Partial<Rfq> = {}): Rfq => ({
  id: 'r_1' as RfqId,
  audience: 'DIRECT',
  state: 'OPEN',
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure: {
    legs: [
      { instrument: instruments[0]!, side: 'BUY', ratio: ratio('1') },
      { instrument: instruments[1]!, side: 'SELL', ratio: ratio('1') },
    ],
  },
  quantity: quantity('50'),
  minimumBlock: quantity('12.5'),
  quantityIncrement: quantity('0.1'),
  creator: actor(ORRY),
  isTakerAnonymous: false,
  account: 'ORRY-secret-account',
  label: 'ORRY-secret-label',
  makers: [KEST, LARK],
  createdAt: at(0),
  expiresAt: at(300_000),
  lastUpdatedAt: at(9_000),
  lastActivityAt: at(9_000),
  filled: quantity('0'),
  pending: quantity('0'),
  tradesAtVenue: 0,
  makerTotals: [],
  declines: [],
  ...change,
})

describe('8. what each desk reads of a request', () => {
  const table: [field: keyof NonNullable<ReturnType<typeof presentRfq>>, taker: unknown, maker: unknown, makerOfAnonymous: unknown][] = [
    ['role', 'TAKER', 'MAKER', 'MAKER'],
    ['taker_desk_name', ORRY, ORRY, null],
    ['account_name', 'ORRY-secret-account', null, null],
    ['label', 'ORRY-secret-label', null, null],
    ['counterparties', [KEST, LARK], [LARK], [LARK]],
    ['filled_quantity', '25', '0', '0'],
    ['traded', true, false, false],
    ['last_updated_at', at(6_000), at(0), at(0)],
    ['quantity', '50', '50', '50'],
    ['description', 'CSpd  25 Dec 37  100000/120000', 'CSpd  25 Dec 37  100000/120000', 'CSpd  25 Dec 37  100000/120000'],
  ]
  it.each(table)('%s', (field, taker, maker, makerOfAnonymous) => {
    const rfq = rfqOf(traded)
    expect(presentRfq(rfq, ORRY)?.[field]).toEqual(taker)
    expect(presentRfq(rfq, LARK)?.[field]).toEqual(maker)
    expect(presentRfq({ ...rfq, isTakerAnonymous: true }, LARK)?.[field]).toEqual(makerOfAnonymous)
  })

  it('8.6 does not exist for other desks, and a draft exists only for its own desk', () => {
    expect(presentRfq(rfqOf(), STRANGER)).toBeUndefined()
    expect(presentRfq(rfqOf({ state: 'DRAFT' }), KEST)).toBeUndefined()
    expect(presentRfq(rfqOf({ state: 'DRAFT' }), ORRY)?.state).toBe('DRAFT')
  })

  it('8.3 its time of change does not move with what the reader cannot see', () => {
    const quiet = presentRfq(rfqOf(), LARK)
    const busy = presentRfq(rfqOf({ lastUpdatedAt: at(20_000), lastActivityAt: at(20_000), ...traded }), LARK)
    expect(busy).toEqual(quiet)
  })

  it('has the form of the contract, and one signature for one structure', () => {
    const view = presentRfq(rfqOf(), ORRY)!
    expect(entities.Rfq.parse(view)).toEqual(view)
    const turned = rfqOf({ structure: { legs: rfqOf().structure.legs.toReversed() } })
    expect(presentRfq(turned, ORRY)!.group_signature).toBe(view.group_signature)
  })
})

describe('8. what each desk reads of orders', () => {
  const rfq = rfqOf()
  const orders = [order(KEST, 'MAKER'), order(LARK, 'MAKER', { isHidden: true }), order(ORRY, 'TAKER', { price: price('0.02') })]

  it("8.1, 8.2, 8.4 the taker sees the makers' quotes, never a hidden one; a maker sees the taker's, never another maker's", () => {
    expect(presentBook(rfq, orders, ORRY).asks.map(({ id }) => id)).toEqual(['o_KEST'])
    expect(presentBook(rfq, orders, LARK)).toMatchObject({ asks: [], bids: [{ id: 'o_ORRY', desk_name: ORRY }] })
    expect(presentBook(rfq, orders, STRANGER)).toMatchObject({ asks: [], bids: [] })
  })

  it('8.5 an anonymous taker has no name in the book, and no order there carries accounts or labels', () => {
    const seen = [
      presentBookOrder({ ...rfq, isTakerAnonymous: true }, orders[2]!, KEST),
      presentBookOrder({ ...rfq, isTakerAnonymous: true }, orders[0]!, ORRY),
    ]
    expect(seen[0]).toMatchObject({ desk_name: null })
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(JSON.stringify(seen[0])).not.toContain(`"${ORRY}"`)
  })

  it('its own desk reads an order whole', () => {
    const view = presentOrder(rfq, orders[0]!)
    expect(entities.Order.parse(view)).toEqual(view)
    expect(view).toMatchObject({
      account_name: 'KEST-secret-account',
      label: 'KEST-secret-label',
      legs: [{ price: '0.081' }, { price: '0.05' }],
    })
  })

  it('an order without leg prices still has its legs, as the structure is bought', () => {
    const view = presentOrder(rfq, order(ORRY, 'TAKER', { side: 'SELL' }))
    const legs = rfq.structure.legs.map(({ instrument: { id, name }, side }) => ({
      instrument_id: id,
      instrument_name: name,
      side,
      ratio: '1',
    }))
    expect([view.legs, view.structure_legs]).toEqual([null, legs])
  })
})

describe('8. what each desk reads of a trade', () => {
  const rfq = rfqOf({ ...traded, isTakerAnonymous: true })

  it('8.7 its two parties read it from their own side, an anonymous taker without a name', () => {
    const [taker, maker] = [presentTrade(rfq, trade, ORRY)!, presentTrade(rfq, trade, KEST)!]
    expect(taker).toMatchObject({
      role: 'TAKER',
      side: 'BUY',
      counterparty_desk_name: KEST,
      account_name: 'ORRY-secret-account',
      order_id: 'o_ORRY',
    })
    expect(maker).toMatchObject({
      role: 'MAKER',
      side: 'SELL',
      counterparty_desk_name: null,
      account_name: 'KEST-secret-account',
      order_id: 'o_KEST',
    })
    expect(taker.legs.map(({ side }) => side)).toEqual(['BUY', 'SELL'])
    expect(maker.legs.map(({ side }) => side)).toEqual(['SELL', 'BUY'])
    expect(entities.BlockTrade.parse(maker)).toEqual(maker)
    expect(JSON.stringify(maker)).not.toContain(ORRY)
    expect(presentTrade(rfq, trade, LARK)).toBeUndefined()
  })

  it('8.7 the tape shows only settled trades, without parties', () => {
    const published = presentTape(rfq, trade)!
    expect(entities.TapeTrade.parse(published)).toEqual(published)
    for (const name of [ORRY, KEST, 'secret', 'BLOCK-1']) expect(JSON.stringify(published)).not.toContain(name)
    expect(presentTape(rfq, { ...trade, state: 'PENDING_SETTLEMENT' })).toBeUndefined()
    expect(presentTape(rfq, { ...trade, state: 'REJECTED' })).toBeUndefined()
  })
})

describe('8. the messages of a decision', () => {
  type Step = { readonly event: RfqEvent; readonly orders?: readonly Order[]; readonly trade?: Trade }
  const messagesFor = (rfq: Rfq, { event, orders = [], trade: about }: Step) => {
    const changes = [{ rfq, orders, ...(about === undefined ? {} : { trade: about }) }]
    return changesByRfq({ events: [event], changes }).flatMap(messagesOf)
  }
  const placed = (quote: Order): Step => ({ event: { kind: 'OrderPlaced', id: 'r_1' as RfqId, order: quote }, orders: [quote] })

  it("a quote is sent only to the taker and to the maker's own desk", () => {
    const sent = messagesFor(rfqOf(), placed(order(KEST, 'MAKER')))
    expect(sent.map(({ audience, channel, event }) => `${audience} ${channel} ${event}`)).toEqual([
      'desk:KEST orders ADDED',
      'desk:ORRY rfq_orders ADDED',
    ])
  })

  it('a hidden quote is sent to its own desk alone', () => {
    const sent = messagesFor(rfqOf(), placed(order(KEST, 'MAKER', { isHidden: true })))
    expect(sent.map(({ audience, channel }) => `${audience} ${channel}`)).toEqual(['desk:KEST orders'])
  })

  it('a draft is sent to its own desk alone, also when it is closed', () => {
    const draft = rfqOf({ state: 'DRAFT' })
    const created = messagesFor(draft, { event: { kind: 'RfqCreated', id: draft.id, rfq: draft } })
    expect(created.map(({ audience }) => audience)).toEqual(['desk:ORRY'])
    const closed = rfqOf({ state: 'CLOSED', closedReason: 'CLOSED_DRAFT' })
    const sent = messagesFor(closed, { event: { kind: 'RfqClosed', id: closed.id, reason: 'CLOSED_DRAFT', at: at(1) } })
    expect(sent.map(({ audience, event }) => `${audience} ${event}`)).toEqual(['desk:ORRY REMOVED'])
  })

  it('an agreement is sent to its two desks and not to the other makers, nor on the tape', () => {
    const agreed: Trade = { ...trade, state: 'PENDING_SETTLEMENT' }
    const quote = order(KEST, 'MAKER', { state: 'CLOSED', pending: quantity('25') })
    const rfq = rfqOf({ pending: quantity('25') })
    const sent = messagesFor(rfq, {
      event: { kind: 'TradeAgreed', id: rfq.id, trade: agreed, aggressor: 'TAKER' },
      orders: [quote],
      trade: agreed,
    })
    expect(sent.filter(({ audience }) => audience !== 'desk:ORRY' && audience !== 'desk:KEST')).toEqual([])
    expect(sent.map(({ audience, channel, event }) => `${audience} ${channel} ${event}`)).toContain('desk:ORRY rfq_orders REMOVED')
  })
})
