import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listed } from '../../test/instrument-examples.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { product, products } from '../catalogue/products.ts'
import { formatPrice, formatQuantity, price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { QUOTES_END_BEFORE_EXPIRY_MS } from '../rfq/model/limits.ts'
import { structureKey } from '../structure/key.ts'
import { recognise } from '../structure/recognise.ts'
import { listedSpreads } from './listing.ts'

const NOW = Date.UTC(2026, 10, 1) as Instant
const words = (instruments: readonly Instrument[], now = NOW): readonly string[] =>
  listedSpreads(instruments, now, QUOTES_END_BEFORE_EXPIRY_MS).map(({ structure, minimumBlock, quantityIncrement, priceTick }) => {
    const legs = structure.legs.map(({ side, instrument }) => `${side === 'BUY' ? '+' : '-'}${instrument.name}`)
    return [...legs, formatQuantity(minimumBlock), formatQuantity(quantityIncrement), formatPrice(priceTick)].join(' ')
  })
const chain = (names: readonly string[], code: string): readonly Instrument[] => names.map((name) => listed(name, code))

type Row = readonly [title: string, instruments: readonly Instrument[], spreads: readonly string[]]
const table: readonly Row[] = [
  ['nothing of nothing', [], []],
  ['nothing of one contract', chain(['BTC-PERPETUAL'], 'CF'), []],
  ['the perpetual is the nearer one', chain(['BTC-25DEC26', 'BTC-PERPETUAL'], 'CF'), ['-BTC-PERPETUAL +BTC-25DEC26 100000 10 0.5']],
  [
    'every pair, the later one bought',
    chain(['BTC-26MAR27', 'BTC-PERPETUAL', 'BTC-25DEC26'], 'CF'),
    ['-BTC-PERPETUAL +BTC-25DEC26 100000 10 0.5', '-BTC-PERPETUAL +BTC-26MAR27 100000 10 0.5', '-BTC-25DEC26 +BTC-26MAR27 100000 10 0.5'],
  ],
  ['ether in its own steps', chain(['ETH-PERPETUAL', 'ETH-25DEC26'], 'AZ'), ['-ETH-PERPETUAL +ETH-25DEC26 50000 1 0.05']],
  ['linear ones at bit.com', chain(['BTC-PERPETUAL', 'BTC-25DEC26'], 'PE'), ['-BTC-PERPETUAL +BTC-25DEC26 0.01 0.001 0.1']],
  ['linear ones at Bybit', chain(['BTC-PERPETUAL', 'BTC-25DEC26'], 'BX'), ['-BTC-PERPETUAL +BTC-25DEC26 1 0.001 0.5']],
  ['nothing that is booked by both desks', chain(['BTC-PERPETUAL', 'BTC-25DEC26'], 'BB'), []],
  ['nothing of options', chain(['BTC-25DEC26-100000-C', 'BTC-26MAR27-100000-C'], 'DO'), []],
  ['nothing across products', [listed('BTC-PERPETUAL', 'CF'), listed('BTC-25DEC26', 'PE'), listed('ETH-25DEC26', 'AZ')], []],
  ['nothing of what has expired', [listed('BTC-PERPETUAL'), { ...listed('BTC-25DEC26'), state: 'EXPIRED' }], []],
  [
    'in steps that both contracts have',
    [{ ...listed('BTC-PERPETUAL'), tickSize: price('0.2') }, listed('BTC-25DEC26')],
    ['-BTC-PERPETUAL +BTC-25DEC26 100000 10 1'],
  ],
]

describe('17.9 the platform lists', () => {
  it.each(table)('17.9 %s', (_title, instruments, spreads) => {
    expect(words(instruments)).toEqual(spreads)
  })

  it('17.9 until a minute before the first of the two expiries', () => {
    const near = listed('BTC-25DEC26')
    const both = [near, listed('BTC-26MAR27')]
    const at = (beforeMs: number) => words(both, (near.expiresAt! - beforeMs) as Instant).length
    expect([at(60_001), at(60_000), at(0)]).toEqual([1, 0, 0])
  })

  it('17.9 has a step for no product that settles otherwise than as a block', () => {
    expect(products.filter(({ spreadTick, route }) => spreadTick !== undefined && route !== 'BLOCK')).toEqual([])
    expect(products.flatMap(({ code, spreadTick }) => (spreadTick === undefined ? [] : [code]))).toEqual([
      'CF',
      'AZ',
      'PE',
      'DE',
      'AU',
      'BX',
    ])
  })

  const names = ['BTC-PERPETUAL', 'BTC-6NOV26', 'BTC-27NOV26', 'BTC-25DEC26', 'BTC-26MAR27', 'BTC-25JUN27']
  const some = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('CF', 'PE', 'BX', 'BB')), { maxLength: 24 })

  it('17.9 every pair of a product once, whatever the order in which the venues list them', () => {
    fc.assert(
      fc.property(some, (rows) => {
        const once = [...new Map(rows.map(([name, code]) => [`${code} ${name}`, listed(name, code)])).values()]
        const spreads = listedSpreads(once, NOW, QUOTES_END_BEFORE_EXPIRY_MS)
        const keys = spreads.map(({ structure }) => structureKey(structure))
        expect(new Set(keys).size).toBe(keys.length)
        const sizes = Map.groupBy(once, ({ productCode }) => productCode)
        const expected = [...sizes].map(([code, { length }]) => (product(code)!.spreadTick === undefined ? 0 : (length * (length - 1)) / 2))
        expect(spreads.length).toBe(expected.reduce((sum, one) => sum + one, 0))
        for (const { structure, priceTick } of spreads) {
          expect(recognise(structure).code).toBe('FS')
          for (const { instrument } of structure.legs) expect(priceTick % instrument.tickSize).toBe(0)
        }
        expect(
          new Set(listedSpreads(once.toReversed(), NOW, QUOTES_END_BEFORE_EXPIRY_MS).map(({ structure }) => structureKey(structure))),
        ).toEqual(new Set(keys))
      }),
      { numRuns: 200 },
    )
  })
})
