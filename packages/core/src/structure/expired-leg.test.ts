import { describe, expect, it } from 'vitest'
import { structureOf } from '../../test/leg-examples.ts'
import type { Instant } from '../ids.ts'
import { expiredLegRefusal } from './expired-leg.ts'

const calendar = structureOf('+1 BTC-26JUN26-100000-C', '-1 BTC-27MAR26-100000-C', '-1000 BTC-PERPETUAL @ 90000')
const expiry = calendar.legs[1]!.instrument.expiresAt!

describe('3.22 a structure with an expired leg does not trade', () => {
  it.each([
    ['a millisecond before', -1, undefined],
    ['at its expiry', 0, 'BTC-27MAR26-100000-C has expired since this RFQ was created. Create a new one with a later expiry.'],
  ])('%s', (_, later, words) => expect(expiredLegRefusal(calendar, (expiry + later) as Instant)?.message).toBe(words))
})
