import { type DeskId, products, type Instrument, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { notHidden, orderBookRefusal } from './eligibility.ts'

const of = (...codes: readonly string[]): Structure => ({
  legs: codes.map((productCode) => ({ instrument: { productCode } as Instrument, side: 'BUY', ratio: 10_000 as never })),
})
const DESK = 'ORRY' as DeskId
const off = () => false
const on = () => true

describe('10.1 what trades in the order book', () => {
  it.each([
    ['options on bitcoin', ['DO'], off, undefined],
    ['options on ether with their future', ['EH', 'AZ'], off, undefined],
    ['options on another coin, with the flag', ['OJ'], on, undefined],
    ['options on another coin, without it', ['OJ'], off, 'legs.0'],
    ['a leg of them among others', ['DO', 'OJ'], off, 'legs.1'],
    ['a product that is disabled, flag or not', ['SL'], on, 'legs.0'],
    ['what is no product', ['??'], on, 'legs.0'],
  ] as const)('10.1 %s', (_title, codes, isOn, field) => {
    expect(orderBookRefusal(of(...codes), isOn, DESK)?.field).toBe(field)
  })

  // Proves T 3.26.
  it('10.1 the flag applies only to the active options whose product requires it', () => {
    const byFlag = products.filter(
      ({ code }) => orderBookRefusal(of(code), on, DESK) === undefined && orderBookRefusal(of(code), off, DESK) !== undefined,
    )
    expect(byFlag).toEqual(products.filter(({ isDisabled, isDisabledForOb }) => !isDisabled && isDisabledForOb))
    expect(byFlag.map(({ code }) => code)).toEqual(['OJ'])
  })

  // Proves T 9.27.
  it('10.11 a hidden quote goes by its own flag', () => {
    expect([notHidden(true, on, DESK), notHidden(false, off, DESK), notHidden(undefined, off, DESK)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(notHidden(true, off, DESK)).toMatchObject({ refused: 'TypeNotAllowed', field: 'is_hidden' })
  })
})
