import { figureText } from '../../components/known-figure.ts'
import { parsePrice, price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { btc, liquidated, summary } from '../../../test/perpetuals.ts'
import { afterOrder, met } from './after-order.ts'
import { afterFill, type FillFacts } from './liquidation.ts'
import { percentText, yearly } from './market-text.ts'
import type { Market } from './model.ts'
import type { Facts, OrderToSend } from './order-facts.ts'
import { mostOf } from './order-size.ts'
import { feeText, holdingText } from './order-text.ts'
import { marginNeeded, sizeFacts } from './order-to-send.ts'

/** One day of trading, with figures that were calculated by hand. Rates are those of the simulated venue: 1 % maintenance, 50x. */
const market: Market = { ...btc, makerFee: 0.01, takerFee: 0.03, mark: 91_665.3, fundingRate: 0.008919, largestOrder: quantity('100') }
const level = (at: string, size: string) => ({ price: price(at), amount: quantity(size) })
const facts: Facts = {
  market,
  book: { bids: [level('91660', '11')], asks: [level('91674.4', '0.2')] },
  position: undefined,
  summary: { ...summary, equity: 249_889.98, free: 246_223.71, maintenance: 0 },
  margin: { mode: 'CROSS', leverage: 50 },
}
const order: OrderToSend = {
  ...{ market: market.name, side: 'BUY', kind: 'LIMIT', quantity: quantity('2'), price: price('91674.4'), trigger: undefined },
  ...{ instruction: 'GOOD_TILL_CANCELED', isReduceOnly: false, amends: undefined },
}

describe('an order', () => {
  it('of 2 BTC at 50x needs a margin of 3,666.98 at a mark of 91,674.4', () => {
    expect(figureText(marginNeeded(order, { ...facts, market: { ...market, mark: 91_674.4 } }), 2)).toBe('3,666.98')
  })

  it('of which 0.2 takes and 1.8 rests costs 22.00 in both roles', () => {
    expect(feeText(order, facts)).toBe('Fee about 22.00 USDC (maker + taker).')
  })

  it('above the book counts what fills at its average, and what rests at its limit', () => {
    const deep: Facts = {
      ...facts,
      market: { ...market, mark: 91_680 },
      book: { bids: [], asks: [level('91741', '11')] },
      position: { ...position('1'), entry: 91_684.26 },
      margin: { mode: 'ISOLATED', leverage: 49 },
    }
    const large = { ...order, quantity: quantity('15'), price: price('120000') }
    expect(met(large, deep.book)).toMatchObject({ amount: quantity('11'), average: 91_741 })
    const taken = { ...large, quantity: quantity('11') }
    const after = afterOrder(taken, deep)!
    expect(figureText(after.entry, 0)).toBe('91,736')
    expect(figureText(after.liquidation, 0)).toBe('90,772')
  })

  it('is at most what one order may have: 100 of the 136.35 that the margin covers without fees', () => {
    const known = sizeFacts('BUY', parsePrice('91665.3'), { ...facts, summary: { ...summary, free: 249_970 } })
    expect(mostOf(known)).toEqual({ quantity: quantity('100'), by: 'ORDER' })
    expect(mostOf({ ...known, largest: undefined })!.by).toBe('MARGIN')
  })
})

function position(size: string) {
  return {
    ...{ market: market.name, quantity: quantity(size), entry: 91_684.26, profit: 0, funding: 0, leverage: 49, margin: undefined },
    ...{ liquidation: undefined, changedAt: undefined },
  }
}

describe('the liquidation price', () => {
  const fill: FillFacts = {
    ...{ before: { quantity: 0, entry: 0 }, quantity: 2, price: 91_684.26, mark: 91_656.755, mode: 'ISOLATED', leverage: 49 },
    ...{ largestLeverage: 50, equity: 249_889.98, maintenance: 0 },
  }
  it('of long 2 isolated at 49x is 90,720.36', () => {
    expect(afterFill(fill).liquidation).toBeCloseTo((2 * 91_684.26 * 48) / 49 / 1.98, 6)
    expect(figureText(afterFill(fill).liquidation, 2)).toBe('90,720.36')
  })

  it('of long 5 next to a short position at cross is 46,447.9', () => {
    const cross: FillFacts = {
      ...fill,
      mode: 'CROSS',
      quantity: 0,
      before: { quantity: 5, entry: 91_684 },
      mark: 91_443.3,
      price: 91_443.3,
    }
    expect(figureText(afterFill({ ...cross, equity: 230_314.9, maintenance: 7_587.7 }).liquidation, 1)).toBe('46,447.9')
  })

  it('of short 2 before the order is 214,511', () => {
    const short: FillFacts = { ...fill, mode: 'CROSS', quantity: -2, price: 91_665.3, mark: 91_665.3, equity: 249_981.606, maintenance: 0 }
    expect(figureText(afterFill(short).liquidation, 0)).toBe('214,511')
  })
})

describe('other figures of the day', () => {
  it('funding of 0.008919 % in 8 hours is 9.77 % a year, and costs 16.35 for 183,330.6', () => {
    expect(percentText(yearly(market))).toBe('+9.77')
    expect(holdingText(2, market)).toBe('Funding costs about 16.35 per 8 h at the current rate.')
  })

  it('a liquidation of 16 from 92,804.15 to 91,689.2 loses 17,839.20', () => {
    expect((91_689.2 - 92_804.15) * 16).toBeCloseTo(liquidated.profit!, 6)
  })
})
