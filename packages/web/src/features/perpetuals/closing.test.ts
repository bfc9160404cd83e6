import { quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { book, btc, long, summary } from '../../../test/perpetuals.ts'
import { closingEffect, closingOrder, closingPart, closingReason, closingTitle, type HeldBy } from './closing.ts'

const held: HeldBy = { position: long, summary, margin: { mode: 'CROSS', leverage: 10 } }

describe('close and flip', () => {
  it.each([
    ['CLOSE', long.quantity, 'SELL', '4.2', true],
    ['FLIP', long.quantity, 'SELL', '8.4', false],
    ['CLOSE', -long.quantity, 'BUY', '4.2', true],
    ['FLIP', -long.quantity, 'BUY', '8.4', false],
  ] as const)('%s of %i', (way, size, side, sent, isReduceOnly) => {
    const position = { ...long, quantity: size as typeof long.quantity }
    const order = closingOrder(position, way)
    expect(order).toMatchObject({ side, quantity: quantity(sent), kind: 'MARKET', instruction: 'IMMEDIATE_OR_CANCEL', isReduceOnly })
    expect(closingReason(order, btc, { ...held, position })).toBeUndefined()
  })

  it('a position that is larger than one order is closed in parts', () => {
    const order = closingOrder({ ...long, quantity: quantity('150') }, 'CLOSE')
    expect(closingReason(order, btc, held)).toMatch(/must not exceed 100/)
    expect(closingReason(order, undefined, held)).toMatch(/not available/)
  })

  it.each<[string, HeldBy, RegExp | undefined]>([
    ['is sent while its liquidation is far', held, undefined],
    [
      'is not sent into its liquidation',
      { ...held, summary: { ...summary, equity: 10_000 } },
      /^The flipped position would be liquidated at about 9\d,/,
    ],
    [
      'is not sent into an isolated liquidation',
      { ...held, margin: { mode: 'ISOLATED', leverage: 50 }, position: { ...long, entry: 91_470.4 } },
      /92,376\.0, 1\.0 % above the mark/,
    ],
    ['waits for the margin mode', { ...held, margin: undefined }, /margin mode is loading/],
    ['waits for the account', { ...held, summary: undefined }, /account figures are loading/],
  ])('21.4 a flip %s', (_words, given, then) => {
    const reason = closingReason(closingOrder(given.position, 'FLIP'), btc, given)
    if (then === undefined) expect(reason).toBeUndefined()
    else expect(reason).toMatch(then)
    expect(closingReason(closingOrder(given.position, 'CLOSE'), btc, given)).toBeUndefined()
  })
})

describe('a part of a position', () => {
  it.each([
    [25, '1.05'],
    [33, '1.386'],
    [100, '4.2'],
    [0.0001, '0'],
  ])('%s per cent is %s', (percent, then) => {
    const order = closingPart(long, percent, btc)
    expect([order.quantity, order.side, order.isReduceOnly]).toEqual([quantity(then), 'SELL', true])
  })

  it('is not sent below the size step', () => {
    expect(closingReason(closingPart(long, 0.0001, btc), btc, held)).toBe('The part is below the size step of 0.00001 BTC.')
  })

  it('states what it sends and what is left', () => {
    const order = closingPart(long, 50, btc)
    expect(closingTitle(order, btc)).toBe('Sell 2.10000 at market, reduce-only')
    expect(closingEffect(order, btc, { position: long, book })).toBe(
      'About 91,470.3. Realises +1,381.38, fee about 38.42. Leaves long 2.10000.',
    )
    expect(closingEffect(order, btc, { position: long, book: undefined })).toMatch(/^About 91,470\.4\. /)
    expect(closingEffect(closingOrder(long, 'CLOSE'), btc, { position: long, book })).toMatch(/The position is closed\.$/)
    expect(closingEffect(closingOrder(long, 'FLIP'), btc, { position: long, book })).toMatch(/Leaves short 4\.20000\.$/)
  })
})
