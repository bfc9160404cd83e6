import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import type { ChargedBlock } from './blocks.ts'
import { joinBlocks } from './join-blocks.ts'

const block = (venueTradeId: string, at: number, size: string, fee: string, at2 = '0.04'): ChargedBlock => ({
  venueTradeId,
  at,
  legs: [
    {
      instrumentName: 'BTC-26MAR27-100000-C',
      side: 'BUY',
      price: price(at2),
      quantity: quantity(size),
      fee: price(fee),
      feeCurrency: 'BTC',
    },
  ],
})
const record = [block('BLOCK-1', 10, '15', '0.0045'), block('BLOCK-2', 12, '10', '0.003'), block('BLOCK-3', 11, '25', '0.0075')]

describe('14.3 a trade with several of the venue’s makers', () => {
  it('14.3 is one block, with the sums of its parts', () => {
    expect(joinBlocks(['BLOCK-1+BLOCK-2', 'BLOCK-3'], record)).toEqual([
      block('BLOCK-3', 11, '25', '0.0075'),
      block('BLOCK-1+BLOCK-2', 12, '25', '0.0075'),
    ])
  })

  it('14.3 keeps legs apart that traded at different prices', () => {
    const apart = [block('BLOCK-1', 10, '15', '0.0045'), block('BLOCK-2', 12, '10', '0.003', '0.05')]
    expect(joinBlocks(['BLOCK-1+BLOCK-2'], apart)[0]!.legs).toHaveLength(2)
  })

  it('14.3 stays in parts where one of them is not there', () => {
    expect(joinBlocks(['BLOCK-1+BLOCK-9'], record)).toEqual(record)
    expect(joinBlocks(['BLOCK-3'], record)).toEqual(record)
  })
})
