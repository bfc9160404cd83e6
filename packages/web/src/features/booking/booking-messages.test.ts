import type { Booking } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { tradeOf } from '../../../test/model.ts'
import { bookingSentence, bookingStatus, termsOf, timeLeftText, wordText } from './booking-messages.ts'

const waiting: Booking = { state: 'WAITING', dueAt: 1, deskName: 'KEST', account: 'kest-1', mine: undefined, theirs: undefined }
const booked = { booked: true, venueReference: 'v-1', note: undefined, at: 1 } as const
const not = { booked: false, reason: 'no limit', at: 1 } as const

describe('texts for a trade that both desks book', () => {
  it.each<[what: string, booking: Booking, status: string, words: string]>([
    [
      'nobody has said anything',
      waiting,
      'Book it',
      'Bybit does not settle this trade between two firms. Both desks book exactly these terms there, then confirm.',
    ],
    ['the other has booked it', { ...waiting, theirs: booked }, 'Book it', 'KEST has booked it at Bybit'],
    ['oneself has', { ...waiting, mine: booked }, 'Waiting for them', 'You have booked it. It is filled when KEST confirms.'],
    [
      'disputed, oneself has',
      { ...waiting, state: 'DISPUTED', mine: booked, theirs: not },
      'Disputed',
      'You have booked it and KEST has not',
    ],
    ['disputed, the other has', { ...waiting, state: 'DISPUTED', theirs: booked }, 'Disputed', 'KEST has booked it and you have not'],
    ['booked', { ...waiting, state: 'BOOKED', mine: booked, theirs: booked }, 'Booked', 'Both desks have booked it'],
    ['not booked', { ...waiting, state: 'NOT_BOOKED', mine: not }, 'Not booked', 'Not booked. Nothing was traded.'],
  ])('16.2 %s', (_what, booking, status, words) => {
    expect(bookingStatus(booking)).toBe(status)
    expect(bookingSentence(booking, 'BYB')).toContain(words)
  })

  it('shows the answer of each desk, and the remaining time', () => {
    expect([undefined, booked, { ...booked, note: 'by Ida' }, not].map(wordText)).toEqual([
      'no answer yet',
      'booked as v-1',
      'booked as v-1, “by Ida”',
      'cannot be booked: no limit',
    ])
    expect([86_400_000, 3_599_000, 60_000, 1, 0].map(timeLeftText)).toEqual(['24 h 0 min left', '1 h 0 min left', '1 min left', '1 min left', 'time expired']) // prettier-ignore
  })

  it('16.8 lists the terms to enter at the venue, with the other desk and both accounts', () => {
    const leg = { instrumentId: 1, instrumentName: 'BTCUSD', productCode: 'BB', ratio: '1', quantity: '250000', side: 'SELL', price: '98012.5', iv: undefined } as const // prettier-ignore
    const texts = termsOf(tradeOf({ legs: [leg], account: 'prop-1' }), waiting).map(({ name, text }) => `${name}: ${text}`)
    expect(texts).toEqual(['You: Sell 250,000 BTCUSD', 'Price: 98,012.5', 'With: KEST', 'Their account: kest-1', 'Your account: prop-1'])
  })
})
