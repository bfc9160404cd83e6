import { quantity } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cheapest, sizeToTake, type Offer } from './what-to-take.ts'

const offer = (
  side: 'BUY' | 'SELL',
  price: number,
  about: { mark: number; premium: number } = { mark: 0.05, premium: 0.05 },
): Offer<string> => ({
  book: `${side} ${price}`,
  side,
  price,
  priceText: String(price),
  quantity: quantity('25'),
  ...about,
})

describe('what a taker takes from the order book', () => {
  it('the cheapest offer relative to the mark, on either side', () => {
    expect(cheapest([offer('BUY', 0.051), offer('SELL', 0.0495), offer('BUY', 0.0508)])?.book).toBe('SELL 0.0495')
    expect(cheapest([offer('BUY', 0.0502), offer('SELL', 0.0495)])?.book).toBe('BUY 0.0502')
  })

  it('nothing far from the mark, and nothing from empty books', () => {
    expect(cheapest([offer('BUY', 0.053), offer('SELL', 0.047)])).toBeUndefined()
    expect(cheapest([])).toBeUndefined()
  })

  it('the distance is measured by the premium of the legs: a risk reversal is worth almost nothing, and still trades', () => {
    const riskReversal = { mark: 0.0001, premium: 0.03 }
    expect(cheapest([offer('BUY', 0.0006, riskReversal)])?.book).toBe('BUY 0.0006')
    expect(cheapest([offer('BUY', 0.002, riskReversal)])).toBeUndefined()
  })

  it('an improved price is taken first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('BUY' as const, 'SELL' as const), fc.double({ min: 0.0001, max: 0.002, noNaN: true })), {
          minLength: 1,
          maxLength: 8,
        }),
        (drawn) => {
          const others = drawn.map(([side, away]) => offer(side, 0.05 + (side === 'BUY' ? away : -away)))
          const better = { ...offer('SELL', 0.04995), book: 'better' }
          expect(cheapest([...others, better])?.book).toBe('better')
        },
      ),
    )
  })

  it('its preferred size, and never more than is available', () => {
    expect(sizeToTake(quantity('25'), quantity('12.5'))).toBe(quantity('12.5'))
    expect(sizeToTake(quantity('25'), quantity('100'))).toBe(quantity('25'))
  })
})
