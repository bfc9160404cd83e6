import { describe, expect, it } from 'vitest'
import { legOf } from '../../test/leg-examples.ts'
import { formatPrice, price, quantity } from '../decimal.ts'
import { blockFee, feeCurrency, feeText, type FeeRole } from './block-fees.ts'

const INDEX = price('90412.6')

// prettier-ignore
const table: [title: string, leg: string, at: string, size: string, role: FeeRole, fee: string][] = [
  ['Deribit: 0.03 % of 25 coins',                        '+1 BTC-27MAR26-100000-C',    '0.0391',   '25',     'TAKER', '0.0075 BTC'],
  ['the maker pays as much',                             '+1 BTC-27MAR26-100000-C',    '0.0391',   '25',     'MAKER', '0.0075 BTC'],
  ['a cheap option: an eighth of its price',             '+1 BTC-27MAR26-100000-C',    '0.0009',   '25',     'TAKER', '0.0028125 BTC'],
  ['at 0.0024 both are equal',                           '+1 BTC-27MAR26-100000-C',    '0.0024',   '25',     'TAKER', '0.0075 BTC'],
  ['an option for nothing is free',                      '+1 ETH-27MAR26-3000-P',      '0',        '250',    'TAKER', '0 ETH'],
  ['a perpetual: 0.025 % of 200000 USD at 90000',        '+1 BTC-PERPETUAL',           '90000',    '200000', 'TAKER', '0.00055556 BTC'],
  ['Bybit: the taker 0.03 % of the index',               '+1 BTC-27MAR26-100000-C:BE', '3535',     '2',      'TAKER', '54.24756 USDC'],
  ['Bybit: the maker 0.02 % of it',                      '+1 BTC-27MAR26-100000-C:BE', '3535',     '2',      'MAKER', '36.16504 USDC'],
  ['Bybit: at most 7 % of the price',                    '+1 BTC-27MAR26-100000-C:BE', '100',      '2',      'TAKER', '14 USDC'],
  ['Bybit: an inverse perpetual, 0.055 % at its price',  '+1 BTC-PERPETUAL:BB',        '90000',    '90000',  'TAKER', '0.00055 BTC'],
  ['bit.com: the taker 0.05 % of the index',             '+1 BTC-27MAR26-100000-C:BD', '3535',     '0.01',   'TAKER', '0.452063 USD'],
  ['bit.com: the maker 0.02 % of it',                    '+1 BTC-27MAR26-100000-C:BD', '3535',     '0.01',   'MAKER', '0.1808252 USD'],
  ['bit.com: a linear perpetual of its own worth',       '+1 BTC-PERPETUAL:PE',        '90000',    '0.01',   'TAKER', '0.45 USD'],
]

describe("14.1 a block's fee by the schedule of its venue", () => {
  it.each(table)('%s', (_, leg, at, size, role, fee) => {
    const { instrument } = legOf(leg)
    const answer = blockFee({ instrument, price: price(at), quantity: quantity(size) }, role, INDEX)
    expect(`${formatPrice(answer!)} ${feeCurrency(instrument)}`).toBe(fee)
  })

  it('is not known without an index where it is measured by one, and needs none elsewhere', () => {
    const fee = (leg: string, at: string) => blockFee({ ...legOf(leg), price: price(at), quantity: quantity('1') }, 'TAKER')
    expect(fee('+1 BTC-27MAR26-100000-C:BE', '3535')).toBeUndefined()
    expect(fee('+1 BTC-27MAR26-100000-C', '0.0391')).toBe(price('0.0003'))
    expect(fee('+1 BTC-PERPETUAL:PE', '90000')).toBe(price('45'))
  })

  it('has a text', () => {
    const text = (leg: string, role: FeeRole) => feeText(legOf(leg).instrument, role)
    expect(text('+1 BTC-27MAR26-100000-C', 'TAKER')).toBe('0.03 % of the underlying, at most 12.5 % of the price')
    expect(text('+1 BTC-27MAR26-100000-C:BE', 'MAKER')).toBe('0.02 % of the index, at most 7 % of the price')
    expect(text('+1 BTC-PERPETUAL', 'TAKER')).toBe('0.025 % of the worth')
  })
})
