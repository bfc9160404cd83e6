/** Trades that both desks book at the venue themselves, in both kinds of RFQ, and random bookings checked against the rulebook. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Instant } from '../../ids.ts'
import { price, ratio } from '../../decimal.ts'
import { listed } from '../../../test/instrument-examples.ts'
import { actor, KEST, LARK, NOON, restored, saved, TAKER } from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences, type SharedAudience } from '../../../test/negotiation.ts'
import { checkStructure } from '../../structure/validate.ts'
import { routeOf } from '../../structure/route.ts'
import type { Structure } from '../../structure/structure.ts'
import { NOT_BOOKED_IN_TIME } from '../model/booking.ts'
import type { RfqCommand } from '../model/commands.ts'
import { dueRfq, nextRfqDeadline } from '../life/deadlines.ts'
import { displayBooking } from '../display/display.ts'
import { BOOKING_MS, BOOKING_REMINDER_MS } from '../model/limits.ts'
import type { Trade } from '../model/trade.ts'
import { bookingFor, isOnTape, tradeFor } from '../display/visibility.ts'

const structureOf = (name: string, code: string): Structure => ({
  legs: [{ instrument: listed(name, code), side: 'BUY', ratio: ratio('1') }],
})
const perpetual = structureOf('BTC-PERPETUAL', 'BB')

/** KEST has sold 60 of Bybit's inverse perpetual to the taker, and no desk has reported anything yet. */
class Booked extends Negotiation {
  readonly trade: Trade
  constructor(audience: SharedAudience, structure = perpetual) {
    super(audience, structure)
    this.rest(KEST, 'SELL', '98000', '60', { legPrices: [price('98000')] })
    this.trade = this.buy('98000', '60')[0]!
  }
  now24h = () => (this.now = NOON + BOOKING_MS + 1_000)
  books = (desk: typeof KEST, reference: string): RfqCommand => ({ kind: 'ConfirmBooking', ...this.party(desk), reference })
  refuses = (desk: typeof KEST, reason = 'no limit'): RfqCommand => ({ kind: 'RejectBooking', ...this.party(desk), reason })
  settles = (as: 'FILLED' | 'REJECTED'): RfqCommand => ({
    kind: 'SettleDispute',
    id: this.id,
    tradeId: this.trade.id,
    as,
    reason: 'the venue has it',
  })
  party = (desk: typeof KEST) => ({ audience: this.audience, id: this.id, actor: actor(desk), tradeId: this.trade.id })
  /** Everything that is due by now. */
  due(): string[] {
    const sent: string[] = []
    for (;;) {
      const command = dueRfq(this.market.rfqs, this.now as Instant)
      if (command === undefined) return sent
      sent.push(this.sent(command))
    }
  }
  stored = (): Trade => this.rfq().trades.find(({ id }) => id === this.trade.id)!
  reads = (desk: typeof KEST) => bookingFor(this.stored(), desk)
}

const rejected = 'TradeRejected, OrderCanceled 60 SETTLEMENT_REJECTED, OrderCanceled 60 SETTLEMENT_REJECTED'

describe('16.1 the way in which a structure settles', () => {
  it('16.1 is the product’s: Bybit’s inverse futures are booked by both desks, everything else settles as a block', () => {
    const routes = [['BTC-PERPETUAL', 'BB'], ['ETH-PERPETUAL', 'EF'], ['EOS-PERPETUAL', 'EO'], ['XRP-PERPETUAL', 'XR'], ['BTC-PERPETUAL', 'CF'], ['BTC-PERPETUAL', 'PE']] // prettier-ignore
    expect(routes.map(([name, code]) => routeOf(structureOf(name!, code!)))).toEqual([
      ...Array<string>(4).fill('BOOKED_BY_BOTH'),
      'BLOCK',
      'BLOCK',
    ])
  })

  it('16.1 a structure whose legs settle in different ways is refused', () => {
    const bb = listed('BTC-PERPETUAL', 'BB')
    const legs = [
      { instrument: bb, side: 'BUY', ratio: ratio('1') },
      { instrument: { ...bb, id: 2, name: 'BTC-OTHER', productCode: 'XX' }, side: 'SELL', ratio: ratio('1') },
    ] as const
    const blocks = { strategies: 'all', isDisabled: false, route: 'BLOCK' } as never
    const lookup = (code: string) => (code === 'BB' ? ({ strategies: 'all', isDisabled: false, route: 'BOOKED_BY_BOTH' } as never) : blocks)
    expect(checkStructure({ legs }, lookup)).toMatchObject({ refused: 'StructureInvalid', rule: '16.1', field: 'legs.1.instrument_id' })
    expect(checkStructure({ legs }, () => blocks)).toBeUndefined()
  })
})

describe.each(sharedAudiences)('16.2 to 16.8 a trade that both desks book, in $audience', ({ audience }) => {
  const isCapped = audience === 'DIRECT'

  it.each([
    ['taker first', [TAKER, KEST]],
    ['maker first', [KEST, TAKER]],
  ] as const)('16.2, 16.3 is filled once both have confirmed, %s, under the taker’s id of it', (_order, [first, second]) => {
    const talks = new Booked(audience)
    expect(talks.stored()).toMatchObject({ state: 'PENDING_SETTLEMENT', booking: { dueAt: talks.trade.agreedAt + BOOKING_MS } })
    expect(talks.sent(talks.books(first, `id-of-${first}`))).toBe('BookingSaid')
    expect(talks.stored().state).toBe('PENDING_SETTLEMENT')
    expect(talks.sent(talks.books(second, `id-of-${second}`))).toBe('BookingSaid, TradeSettled')
    expect(talks.stored()).toMatchObject({ state: 'FILLED', venueTradeId: `id-of-${TAKER}` })
    expect(talks.sent(talks.books(second, 'once more'))).toBe('BookingOver 16.2 id')
    expect(talks.due()).not.toContain('BookingDisputed')
  })

  it('16.2 a word that is given again changes nothing, and another id replaces the first', () => {
    const talks = new Booked(audience)
    talks.must(talks.books(TAKER, 'one'))
    expect(talks.sent(talks.books(TAKER, 'one'))).toBe('')
    expect(talks.sent(talks.books(TAKER, 'two'))).toBe('BookingSaid')
    talks.must(talks.books(KEST, 'theirs'))
    expect(talks.stored().venueTradeId).toBe('two')
  })

  it('16.2 only the two desks report on it, and a block is booked by no desk', () => {
    const talks = new Booked(audience)
    expect(talks.sent(talks.books(LARK, 'mine'))).toBe('BookingOver 16.2 id')
    const block = new Negotiation(audience)
    block.rest(KEST, 'SELL', '0.01', '60')
    const [trade] = block.buy('0.01', '60')
    const command = { kind: 'ConfirmBooking', audience, id: block.id, actor: actor(KEST), tradeId: trade!.id, reference: 'x' } as const
    expect(block.sent(command)).toBe('NotBookedByDesks 16.1 id')
  })

  it('16.4 one desk ends it while the other has not confirmed; both read who, and why', () => {
    const talks = new Booked(audience)
    expect(talks.sent(talks.refuses(KEST, 'our limit at the venue is used up'))).toBe(`BookingSaid, ${rejected}`)
    expect(talks.stored()).toMatchObject({ state: 'REJECTED', rejection: 'KEST could not book it: our limit at the venue is used up' })
  })

  it('16.4 a confirmation remains valid while the other desk may rely on it', () => {
    const talks = new Booked(audience)
    talks.must(talks.books(TAKER, 'one'))
    expect(talks.sent(talks.refuses(TAKER))).toBe('BookingConfirmed 16.4')
    expect(talks.sent(talks.refuses(KEST))).toBe('BookingSaid, BookingDisputed')
    expect(talks.stored()).toMatchObject({ state: 'PENDING_SETTLEMENT' })
    expect([talks.reads(TAKER)?.state, talks.reads(KEST)?.state]).toEqual(['DISPUTED', 'DISPUTED'])
  })

  it.each([
    ['who has confirmed takes it back', (talks: Booked) => talks.refuses(TAKER), 'REJECTED'],
    ['the other confirms after all', (talks: Booked) => talks.books(KEST, 'found it'), 'FILLED'],
    ['the operator finds it booked', (talks: Booked) => talks.settles('FILLED'), 'FILLED'],
    ['the operator finds it not booked', (talks: Booked) => talks.settles('REJECTED'), 'REJECTED'],
  ] as const)('16.4, 16.7 a dispute ends once %s', (_how, command, state) => {
    const talks = new Booked(audience)
    talks.must(talks.books(TAKER, 'one'))
    talks.must(talks.refuses(KEST))
    talks.must(command(talks))
    expect(talks.stored().state).toBe(state)
  })

  it('16.5 no desk has confirmed in a day: it is rejected', () => {
    const talks = new Booked(audience)
    talks.now24h()
    expect(talks.due().join()).toContain('TradeRejected')
    expect(talks.stored()).toMatchObject({ state: 'REJECTED', rejection: NOT_BOOKED_IN_TIME })
  })

  it('16.5 one has confirmed: it is a dispute, and the silent desk can still report either way', () => {
    for (const [says, state] of [
      ['books', 'FILLED'],
      ['refuses', 'PENDING_SETTLEMENT'],
    ] as const) {
      // prettier-ignore
      const talks = new Booked(audience)
      talks.must(talks.books(TAKER, 'one'))
      talks.now24h()
      expect(talks.due()).toContain('BookingDisputed')
      expect(talks.reads(KEST)?.state).toBe('DISPUTED')
      talks.must(talks[says](KEST, 'said late'))
      expect(talks.stored().state).toBe(state)
    }
  })

  it('16.5 the first expiry of a leg is the deadline where that is sooner, and 16.6 the reminder comes at half time', () => {
    const [leg] = structureOf('BTC-27MAR26', 'BB').legs
    const expiresAt = (NOON + 3_600_000) as Instant
    const talks = new Booked(audience, { legs: [{ ...leg!, instrument: { ...leg!.instrument, expiresAt } }] })
    const { dueAt, remindAt } = talks.trade.booking!
    expect(dueAt).toBe(expiresAt)
    expect(remindAt! - talks.trade.agreedAt).toBeCloseTo((expiresAt - talks.trade.agreedAt) / 2, -1)
  })

  it('16.6 both are reminded once, two hours before the end', () => {
    const talks = new Booked(audience)
    talks.now = talks.trade.agreedAt + BOOKING_MS - BOOKING_REMINDER_MS - 60_000
    talks.due()
    expect(nextRfqDeadline(talks.market.rfqs)).toBe(talks.trade.booking!.remindAt)
    talks.now += 60_000
    expect(talks.due()).toEqual(['BookingReminded'])
    expect(nextRfqDeadline(talks.market.rfqs)).toBe(talks.trade.booking!.dueAt)
  })

  it('16.7 the operator settles a dispute and nothing else', () => {
    const talks = new Booked(audience)
    expect(talks.sent(talks.settles('FILLED'))).toBe('NotDisputed 16.7 id')
    talks.must(talks.books(TAKER, 'one'))
    expect(talks.sent(talks.settles('REJECTED'))).toBe('NotDisputed 16.7 id')
  })

  it('16.8 the two desks see each other’s name and account, and no other desk sees the booking', () => {
    const talks = new Booked(audience)
    const anonymous = { ...talks.rfq(), isTakerAnonymous: true }
    expect(tradeFor(anonymous, talks.stored(), KEST)?.counterparty).toBe(TAKER)
    expect(talks.reads(KEST)).toMatchObject({ desk: TAKER, account: talks.stored().takerAccount })
    expect(talks.reads(TAKER)).toMatchObject({ desk: KEST, account: talks.stored().makerAccount })
    expect([talks.reads(LARK), tradeFor(anonymous, talks.stored(), LARK), isOnTape(talks.stored())]).toEqual([undefined, undefined, false])
  })

  it('16.2 the quantity counts until it is settled, and the request waits for the booking to close', () => {
    const talks = new Booked(audience)
    expect(talks.rfq().pending).toBe(talks.trade.quantity)
    if (!isCapped) return
    talks.now += 3_600_000
    expect(talks.due().join()).toContain('RfqEnding')
    expect(talks.rfq().state).toBe('OPEN')
    talks.must(talks.books(TAKER, 'one'))
    expect(talks.sent(talks.books(KEST, 'two'))).toContain('RfqClosed')
  })
})

describe('16.2 the words a desk reads', () => {
  it.each([
    ['WAITING', false, 'Book it'],
    ['WAITING', true, 'Waiting for them'],
    ['DISPUTED', true, 'Disputed'],
    ['BOOKED', true, 'Booked'],
    ['NOT_BOOKED', false, 'Not booked'],
  ] as const)('16.2 %s, confirmed %s: %s', (state, hasConfirmed, word) => {
    expect(displayBooking({ state, hasConfirmed })).toBe(word)
  })
})

/** The rules of the rulebook again, written as plainly as possible. */
type Twin = { taker?: 'YES' | 'NO'; maker?: 'YES' | 'NO'; isDisputed: boolean; end?: 'FILLED' | 'REJECTED' }
type Act = 'taker yes' | 'taker no' | 'maker yes' | 'maker no' | 'late' | 'operator yes' | 'operator no'
const acts: readonly Act[] = ['taker yes', 'taker no', 'maker yes', 'maker no', 'late', 'operator yes', 'operator no']

function follow(twin: Twin, act: Act): void {
  if (twin.end !== undefined) return
  const [who, what] = act.split(' ') as ['taker' | 'maker' | 'operator' | 'late', 'yes' | 'no' | undefined]
  if (who === 'operator') {
    if (twin.isDisputed) twin.end = what === 'yes' ? 'FILLED' : 'REJECTED'
    return
  }
  if (who === 'late') {
    if (twin.taker === 'YES' || twin.maker === 'YES') twin.isDisputed = true
    else twin.end = 'REJECTED'
    return
  }
  const other = who === 'taker' ? 'maker' : 'taker'
  if (what === 'no' && twin[who] === 'YES' && !twin.isDisputed) return
  twin[who] = what === 'yes' ? 'YES' : 'NO'
  if (what === 'yes' && twin[other] === 'YES') twin.end = 'FILLED'
  if (what === 'no' && twin[other] === 'YES') twin.isDisputed = true
  if (what === 'no' && twin[other] !== 'YES') twin.end = 'REJECTED'
}

describe('16.2 to 16.7 any reports in any order', () => {
  it('16.2, 16.4, 16.5, 16.7 the trade follows the rules, ends once, and a crash in between changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 8 }), fc.boolean(), (script, isDirect) => {
        const talks = new Booked(isDirect ? 'DIRECT' : 'ORDER_BOOK')
        const twin: Twin = { isDisputed: false }
        let ends = 0
        for (const act of script) {
          ends += give(talks, act)
          follow(twin, act)
          const trade = talks.stored()
          expect(trade.state).toBe(twin.end ?? 'PENDING_SETTLEMENT')
          if (twin.end === undefined) expect(trade.booking?.disputedAt !== undefined).toBe(twin.isDisputed)
          Object.assign(talks.market, restored(talks.market))
          expect(saved(restored(talks.market))).toBe(saved(talks.market))
        }
        expect(ends).toBe(twin.end === undefined ? 0 : 1)
      }),
      { numRuns: 60 },
    )
  })

  /** The number of trades that the action has ended. */
  function give(talks: Booked, act: Act): number {
    const before = talks.stored().state
    if (act === 'late') {
      talks.now24h()
      talks.due()
    } else {
      const [who, what] = act.split(' ')
      if (who === 'operator') talks.send(talks.settles(what === 'yes' ? 'FILLED' : 'REJECTED'))
      else talks.send(talks[what === 'yes' ? 'books' : 'refuses'](who === 'taker' ? TAKER : KEST, 'text'))
    }
    return before === 'PENDING_SETTLEMENT' && talks.stored().state !== before ? 1 : 0
  }
})
