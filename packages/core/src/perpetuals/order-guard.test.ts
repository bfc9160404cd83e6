import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import type { PerpetualOrderTerms } from './admit-order.ts'
import { guardPerpetual, isNearLiquidation, perpetualGuardRefusal } from './order-guard.ts'

type Terms = Pick<PerpetualOrderTerms, 'kind' | 'price' | 'triggerPrice'>
const limitAt = (at: string): Terms => ({ kind: 'LIMIT', price: price(at), triggerPrice: undefined })
const stopAt = (trigger: string, limit?: string): Terms => ({
  kind: limit === undefined ? 'STOP_MARKET' : 'STOP_LIMIT',
  price: limit === undefined ? undefined : price(limit),
  triggerPrice: price(trigger),
})
const figures = { mark: 91_680, tick: 0.1 }

describe('21.2 a limit price on the losing side of the mark', () => {
  it.each<[string, Side, Terms, string]>([
    ['is plain where it waits', 'BUY', limitAt('80000'), 'FREE'],
    ['is plain up to half a per cent', 'BUY', limitAt('92138.4'), 'FREE'],
    ['asks beyond half a per cent', 'BUY', limitAt('92138.5'), 'WARN'],
    ['asks below the mark for a sale', 'SELL', limitAt('91221.5'), 'WARN'],
    ['is typed again beyond two per cent', 'BUY', limitAt('96000'), 'TYPE_TWICE'],
    ['is refused beyond ten', 'BUY', limitAt('100848.1'), 'REFUSE'],
    ['is refused for a sale of a coin at 91', 'SELL', limitAt('91'), 'REFUSE'],
    ['is measured from the trigger price of a stop', 'BUY', stopAt('96000', '96100'), 'FREE'],
    ['is nothing for a market order', 'BUY', { kind: 'MARKET', price: undefined, triggerPrice: undefined }, 'FREE'],
  ])('%s', (_words, side, terms, then) => {
    expect(guardPerpetual(side, terms, figures).guard).toBe(then)
  })

  it('is near within five ticks, however small the price', () => {
    expect(guardPerpetual('BUY', limitAt('0.15'), { mark: 0.1, tick: 0.01 }).guard).toBe('FREE')
    expect(guardPerpetual('BUY', limitAt('0.16'), { mark: 0.1, tick: 0.01 }).guard).toBe('REFUSE')
  })

  it('asks without a mark, and is not refused', () => {
    expect(guardPerpetual('BUY', limitAt('96000'), { mark: undefined, tick: 0.1 })).toMatchObject({ guard: 'WARN', percent: undefined })
    expect(perpetualGuardRefusal('BUY', limitAt('96000'), { mark: undefined, tick: 0.1 })).toBeUndefined()
  })

  it.each<[Side, Terms, string]>([
    ['BUY', limitAt('120000'), 'The price 120,000.0 is more than 10 % above the mark 91,680.0; up to 100,848.0 is accepted.'],
    ['SELL', limitAt('91'), 'The price 91.0 is more than 10 % below the mark 91,680.0; from 82,512.0 is accepted.'],
    ['SELL', stopAt('90000', '80000'), 'The price 80,000.0 is more than 10 % below its trigger price 90,000.0; from 81,000.0 is accepted.'],
  ])('is refused for %s with what is accepted', (side, terms, message) => {
    expect(perpetualGuardRefusal(side, terms, figures)).toMatchObject({
      refused: 'PriceFarFromMark',
      rule: '21.2',
      message,
      field: 'price',
    })
    const accepted = price(/(?:up to|from) ([\d,.]+) is/.exec(message)![1]!.replaceAll(',', ''))
    expect(perpetualGuardRefusal(side, { ...terms, price: accepted }, figures)).toBeUndefined()
  })
})

describe('21.3 a stop waits', () => {
  it.each<[string, Side, Terms, RegExp | undefined]>([
    ['for a rise if it buys', 'BUY', stopAt('91680.1'), undefined],
    ['for a fall if it sells', 'SELL', stopAt('91679.9'), undefined],
    [
      'and is refused for a sale above the mark',
      'SELL',
      stopAt('92500'),
      /would sell immediately.*must be below the mark 91,680.0\. To sell when the mark rises to 92,500.0, send a take-profit order\.$/,
    ],
    [
      'and is refused for a purchase below the mark',
      'BUY',
      stopAt('90000', '90100'),
      /would buy immediately.*must be above the mark 91,680.0/,
    ],
    ['and is refused at the mark', 'SELL', stopAt('91680'), /would sell immediately/],
  ])('%s', (_words, side, terms, then) => {
    const refused = perpetualGuardRefusal(side, terms, figures)
    if (then === undefined) expect(refused).toBeUndefined()
    else
      expect(refused).toMatchObject({
        refused: 'PerpetualOrderInvalid',
        rule: '21.3',
        field: 'trigger_price',
        message: expect.stringMatching(then),
      })
  })
})

describe('21.22 a take-profit order waits', () => {
  const takeProfitAt = (trigger: string, limit?: string): Terms => ({
    kind: limit === undefined ? 'TAKE_PROFIT_MARKET' : 'TAKE_PROFIT_LIMIT',
    price: limit === undefined ? undefined : price(limit),
    triggerPrice: price(trigger),
  })
  it.each<[string, Side, Terms, RegExp | undefined]>([
    ['for a rise if it sells', 'SELL', takeProfitAt('91680.1'), undefined],
    ['for a fall if it buys', 'BUY', takeProfitAt('91679.9'), undefined],
    [
      'and is refused for a sale below the mark',
      'SELL',
      takeProfitAt('90000'),
      /would sell immediately.*rises.*must be above the mark 91,680.0\. To sell when the mark falls to 90,000.0, send a stop\.$/,
    ],
    [
      'and is refused for a purchase above the mark',
      'BUY',
      takeProfitAt('92000', '92100'),
      /would buy immediately.*must be below the mark/,
    ],
    ['and its limit is measured from its trigger', 'SELL', takeProfitAt('95000', '80000'), /below its trigger price 95,000.0/],
  ])('%s', (_words, side, terms, then) => {
    const refused = perpetualGuardRefusal(side, terms, figures)
    if (then === undefined) expect(refused).toBeUndefined()
    else expect(refused?.message).toMatch(then)
  })
})

describe('21.4 a position is near its liquidation', () => {
  it.each<[string, number, number | undefined, boolean]>([
    ['long, above the mark', 15, 94_723.8, true],
    ['long, 0.9 % below', 1, 90_855, true],
    ['long, 1.1 % below', 1, 90_672, false],
    ['short, 0.9 % above', -1, 92_505, true],
    ['short, 1.1 % above', -1, 92_690, false],
    ['without a liquidation price', 1, undefined, false],
    ['closed', 0, undefined, false],
  ])('%s', (_words, quantity, liquidation, then) => {
    expect(isNearLiquidation({ quantity, liquidation }, 91_680)).toBe(then)
  })
})
