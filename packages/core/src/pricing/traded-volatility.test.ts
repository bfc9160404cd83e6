import { describe, expect, it } from 'vitest'
import { price, priceFromNumber, priceToNumber } from '../decimal.ts'
import { callSpread, hedgedSpread, NOON } from '../../test/fixture.ts'
import { MILLISECONDS_PER_YEAR, optionFigures } from './black76.ts'
import { tradedVolatilities } from './traded-volatility.ts'

const FORWARD = 98_000
const forwards = [price(String(FORWARD)), price(String(FORWARD))]

describe('6.10 the volatility at which a leg was traded', () => {
  it('6.10 is the one that its price was made from', () => {
    const legPrices = callSpread.legs.map(({ instrument }, place) => {
      const years = (instrument.expiresAt! - NOON) / MILLISECONDS_PER_YEAR
      const terms = { kind: instrument.optionKind!, forward: FORWARD, strike: priceToNumber(instrument.strike!), years }
      return priceFromNumber(optionFigures({ ...terms, volatility: 0.4 + place / 10 }).price / FORWARD)!
    })
    const [low, high] = tradedVolatilities(callSpread, { legPrices, reference: { forwards }, agreedAt: NOON })
    expect(low).toBeCloseTo(0.4, 4)
    expect(high).toBeCloseTo(0.5, 4)
  })

  it.each([
    ['without the forward', callSpread, {}, [undefined, undefined]],
    ['of a price below what the option is worth at once', callSpread, { forwards: [price('120000'), price('98000')] }, [undefined, 0]],
    ['of a hedge', hedgedSpread, { forwards }, [0, 0, undefined]],
  ] as const)('6.10 is not said %s', (_title, structure, reference, known) => {
    const legPrices = [price('0.05'), price('0.03'), price('98000')]
    const found = tradedVolatilities(structure, { legPrices, reference, agreedAt: NOON })
    expect(found.map((one) => (one === undefined ? undefined : 0))).toEqual(known)
  })
})
