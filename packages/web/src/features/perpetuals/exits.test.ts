import { price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bid, book, btc, long, summary } from '../../../test/perpetuals.ts'
import { type Exited, exitGainText, exitMoves, exitsIn, exitsOf, noExits, rewardText } from './exits.ts'
import { emptyForm, type OrderForm } from './order-form.ts'
import type { Facts } from './order-facts.ts'
import { draftOf } from './order-to-send.ts'
import { orderText } from './order-text.ts'

const bought: Exited = { market: btc, side: 'BUY', quantity: quantity('1'), entry: 91_460 }
const sold: Exited = { ...bought, side: 'SELL' }

describe('18.12 a take profit and a stop loss', () => {
  it('are two orders of the other side that only reduce and follow the position', () => {
    const { orders } = exitsOf(bought, { takeProfit: '93500', stopLoss: '90200' })
    const exit = { side: 'SELL', quantity: quantity('1'), isReduceOnly: true, followsPosition: true, price: undefined }
    expect(orders).toMatchObject([
      { ...exit, kind: 'TAKE_PROFIT_MARKET', trigger: price('93500') },
      { ...exit, kind: 'STOP_MARKET', trigger: price('90200') },
    ])
    expect(exitsOf(sold, { ...noExits, stopLoss: '93500' }).orders).toMatchObject([{ side: 'BUY', kind: 'STOP_MARKET' }])
  })

  it.each<[string, Exited, Partial<typeof noExits>, RegExp]>([
    ['no price', bought, {}, /Enter a price/],
    ['an unreadable one', bought, { takeProfit: undefined }, /valid price for the take profit/],
    ['a take profit below the entry', bought, { takeProfit: '91000' }, /must be above the entry price 91,460\.0/],
    ['a stop loss above the entry', bought, { stopLoss: '92000' }, /must be below the entry price/],
    ['a take profit above the entry of a short', sold, { takeProfit: '92000' }, /must be below the entry price/],
    ['one that would trade at once', { ...bought, entry: 93_000 }, { stopLoss: '92000' }, /would sell immediately/],
    ['one off the tick', bought, { takeProfit: '93500.05' }, /multiple of 0\.1/],
  ])('21.26 are refused: %s', (_words, of, texts, then) => {
    expect(exitsOf(of, { ...noExits, ...texts }).reason).toMatch(then)
  })

  it('have a result, also after fees, and a reward for the risk', () => {
    expect(exitGainText(bought, price('93500'))).toBe('+2,040.00, +2,003.01 after fees')
    expect(exitGainText({ ...sold, market: { ...btc, takerFee: undefined } }, price('93500'))).toBe('−2,040.00')
    expect(rewardText({ takeProfit: '93500', stopLoss: '90200' }, 91_460)).toBe('1.62')
    expect(rewardText({ ...noExits, stopLoss: '90200' }, 91_460)).toBeUndefined()
    expect([exitMoves('BUY', 'takeProfit'), exitMoves('BUY', 'stopLoss'), exitMoves('SELL', 'stopLoss')]).toEqual([
      ...['rises to', 'falls to', 'rises to'],
    ])
  })

  it('of a position are found among its orders', () => {
    const stop = { ...bid, side: 'SELL', kind: 'STOP_MARKET', state: 'UNTRIGGERED', isReduceOnly: true, trigger: price('89000') } as const
    expect(exitsIn([bid, stop], long)).toEqual({ takeProfit: undefined, stopLoss: stop })
    expect(
      exitsIn(
        [
          { ...stop, side: 'BUY' },
          { ...stop, isReduceOnly: false },
        ],
        long,
      ).stopLoss,
    ).toBeUndefined()
  })
})

describe('21.26 a bracket', () => {
  const facts: Facts = { market: btc, book, position: undefined, summary, margin: { mode: 'CROSS', leverage: 10 } }
  const form: OrderForm = { ...emptyForm, price: '91460', size: '1', hasExits: true, takeProfit: '93500', stopLoss: '90200' }

  it('is measured from the limit of the order, and its button names it', () => {
    const { order } = draftOf('BUY', form, facts)
    expect(order!.exits).toHaveLength(2)
    expect(orderText(order!, facts).terms).toBe('margin 9,147.04 USDC · take profit 93,500.0 · stop 90,200.0')
    expect(draftOf('SELL', form, facts).reason).toMatch(/must be below the entry price/)
  })

  it('is not sent with an order that reduces a position', () => {
    expect(draftOf('BUY', form, { ...facts, position: { ...long, quantity: -long.quantity as typeof long.quantity } }).reason).toMatch(
      /hold the opposite position/,
    )
  })

  it('belongs to no order that waits, reduces or is amended', () => {
    for (const more of [{ isReduceOnly: true }, { kind: 'STOP' as const, trigger: '95000', price: '' }])
      expect(
        draftOf('BUY', { ...form, ...more }, { ...facts, position: { ...long, quantity: -long.quantity as typeof long.quantity } }).order
          ?.exits,
      ).toBeUndefined()
  })
})
