import { describe, expect, it } from 'vitest'
import { errors } from '@parley/contracts'
import { isLate, isMissed, takerVerdictOf, verdictOf, type TakerVerdict, type Verdict } from './refusals.ts'

const ofLines: [refusal: string, verdict: Verdict][] = [
  ['OrderClosed', 'QUOTE_IS_OVER'],
  ['OrderUnknown', 'QUOTE_IS_OVER'],
  ['OrderNoLongerRests', 'QUOTE_IS_OVER'],
  ['RfqClosed', 'REQUEST_IS_OVER'],
  ['QuoteWindowClosed', 'REQUEST_IS_OVER'],
  ['QuantityAboveRemaining', 'REQUEST_IS_OVER'],
  ['ProtectionActive', 'PROTECTED'],
  ['LayeringLimitReached', 'LOST_COUNT'],
  ['QuoteCrossesOwnSide', 'PASSES'],
  ['PostOnlyWouldCross', 'PASSES'],
  ['PriceOutsideBand', 'PASSES'],
  ['RateLimited', 'PASSES'],
  ['Unavailable', 'PASSES'],
  ['TradingIsStopped', 'PASSES'],
  ['PriceOffTick', 'PROBLEM'],
  ['AccountUnknown', 'PROBLEM'],
]

describe('how a maker handles a refused quote', () => {
  it.each(ofLines)('%s: %s', (refusal, verdict) => {
    expect(verdictOf(refusal)).toBe(verdict)
  })

  it('every error name it knows exists', () => {
    for (const [refusal] of ofLines) expect(Object.keys(errors), refusal).toContain(refusal)
  })
})

const ofTakers: [refusal: string | undefined, tries: number, verdict: TakerVerdict][] = [
  ['RateLimited', 1, 'SOON'],
  ['RateLimited', 3, 'SOON'],
  ['RfqClosed', 1, 'OVER'],
  ['QuantityAboveRemaining', 3, 'OVER'],
  ['PriceOffTick', 1, 'AGAIN'],
  ['PriceOffTick', 3, 'GIVE_UP'],
  [undefined, 2, 'AGAIN'],
  [undefined, 3, 'GIVE_UP'],
]

describe('how a taker handles a refusal', () => {
  it.each(ofTakers)('%s at try %i of 3: %s', (refusal, tries, verdict) => {
    expect(takerVerdictOf(refusal, tries, 3)).toBe(verdict)
  })

  it('in the order book a late taker looks again later, and an unexpected error is reported', () => {
    expect(['RateLimited', 'RfqClosed', 'Unavailable', 'PriceOutsideBand'].map(isMissed)).toEqual([true, true, true, true])
    expect([undefined, 'PriceOffTick'].map(isMissed)).toEqual([false, false])
  })

  it('a late decline is not an error', () => {
    expect([undefined, 'RfqClosed', 'AlreadyDeclined', 'Unavailable'].map(isLate)).toEqual([false, true, true, false])
  })
})
