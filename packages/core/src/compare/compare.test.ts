import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listed } from '../../test/instrument-examples.ts'
import { legOf, structureOf } from '../../test/leg-examples.ts'
import { formatExpiry } from '../catalogue/calendar.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { formatPrice, formatRatio, price, quantity, type Price } from '../decimal.ts'
import type { Leg, Structure } from '../structure/structure.ts'
import { bestNet, dollarsOf, inUnit } from './best-net.ts'
import { listingThere } from './listing-there.ts'
import { nearestListed } from './nearest-listed.ts'
import { priceThere } from './price-there.ts'
import { structureFee } from './structure-fee.ts'
import { structureThere } from './structure-there.ts'

const printLeg = ({ instrument, side, ratio }: Leg): string =>
  `${side === 'BUY' ? '+' : '-'}${formatRatio(ratio)} ${instrument.name}:${instrument.productCode}`

const strikes = [88, 90, 92, 95, 96, 100, 104]
const options = (days: readonly string[], at: readonly number[], code?: string): readonly Instrument[] =>
  days.flatMap((day) => at.flatMap((k) => ['C', 'P'].map((letter) => listed(`BTC-${day}-${k}000-${letter}`, code))))

const DBT = listingThere('DBT', [...options(['18DEC26', '25DEC26'], strikes), listed('BTC-PERPETUAL'), listed('BTC-25DEC26')])
const BYB = listingThere('BYB', options(['18DEC26', '25DEC26'], strikes, 'BE'))
const BIT = listingThere('BIT', [
  ...options(['25DEC26', '29JAN27'], [90, 92, 95, 100], 'BD'),
  ...options(['18DEC26'], [90, 92, 95, 100], 'BD'),
  ...[listed('BTC-PERPETUAL', 'PE'), listed('BTC-25DEC26', 'PE')],
])

describe('3.18 a structure at another venue', () => {
  const at = (structure: Structure, listing: typeof DBT) => structureThere(structure, listing)

  it('is of the same contracts under its own names and products, with the same sides and ratios', () => {
    const { structure } = at(structureOf('+1 BTC-18DEC26-92000-C', '-1.5 BTC-18DEC26-96000-C'), BYB)
    expect(structure!.legs.map(printLeg)).toEqual(['+1 BTC-18DEC26-92000-C:BE', '-1.5 BTC-18DEC26-96000-C:BE'])
  })

  it('leaves its hedge behind', () => {
    const hedged = structureOf('+1 BTC-18DEC26-92000-C', '-22500 BTC-PERPETUAL @ 90000')
    expect(at(hedged, BIT).structure!.legs.map(printLeg)).toEqual(['+1 BTC-18DEC26-92000-C:BD'])
  })

  it.each([
    ['a strike that is not listed: those around it', '+1 BTC-18DEC26-96000-C', '95000 100000'],
    ['a strike above all', '+1 BTC-18DEC26-104000-C', '100000'],
    ['a strike below all', '+1 BTC-18DEC26-88000-C', '90000'],
    ['a day that is not listed: those around it', '+1 BTC-1JAN27-92000-C', '25 Dec 26 29 Jan 27'],
    ['a future of a day that is not listed', '+1 BTC-26MAR27', '25 Dec 26'],
  ])('names what is near %s', (_, leg, near) => {
    const [only] = at(structureOf(leg), BIT).legs
    if (only?.state !== 'NOT_LISTED') throw new Error('it is listed')
    expect([...only.near.strikes.map((k) => formatPrice(k)), ...only.near.expiries.map(formatExpiry)].join(' ')).toBe(near)
  })

  it("is refused by that venue's rules where they take the legs one by one only", () => {
    const spreadOfFutures = structureOf('+1 BTC-25DEC26', '-1 BTC-PERPETUAL')
    expect(at(spreadOfFutures, DBT).structure).toEqual(spreadOfFutures)
    const { structure, refusal } = at(spreadOfFutures, BIT)
    expect(structure).toBeUndefined()
    expect(refusal?.message).toContain('can only be traded alone')
  })

  it('is not of products that do not trade, nor of contracts that have expired', () => {
    const gone = { ...listed('BTC-18DEC26-92000-C', 'BE'), state: 'EXPIRED' as const }
    const listing = listingThere('BYB', [gone, listed('BTC-PERPETUAL', 'BX')])
    expect(listing.find(gone)).toBeUndefined()
    expect(listing.find(listed('BTC-PERPETUAL'))).toBeUndefined()
  })

  it('there and back is the structure itself', () => {
    const leg = fc
      .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 1, max: 3 }), fc.constantFrom(...strikes), fc.constantFrom('C', 'P'))
      .map(([sign, ratio, strike, letter]) => legOf(`${sign}${ratio} BTC-18DEC26-${strike}000-${letter}`))
    const more = fc.uniqueArray(leg, { maxLength: 4, selector: ({ instrument }) => instrument.id })
    fc.assert(
      fc.property(more, (others) => {
        const structure = { legs: [legOf('+1 BTC-25DEC26-92000-C'), ...others] }
        expect(at(at(structure, BYB).structure!, DBT).structure).toEqual(structure)
      }),
    )
  })
})

describe('3.19 the nearest structure that all list', () => {
  it.each([
    ['one that all list is itself', ['+1 BTC-18DEC26-92000-C', '-1 BTC-18DEC26-95000-C'], '+92000 18DEC26, -95000 18DEC26'],
    ['a strike moves by as little as it can', ['+1 BTC-18DEC26-92000-C', '-1 BTC-18DEC26-96000-C'], '+92000 18DEC26, -95000 18DEC26'],
    ['two strikes stay two, in their order', ['+1 BTC-18DEC26-95000-C', '-1 BTC-18DEC26-96000-C'], '+92000 18DEC26, -95000 18DEC26'],
    ['a strike of two legs stays one', ['+1 BTC-18DEC26-96000-C', '+1 BTC-18DEC26-96000-P'], '+95000 18DEC26, +95000 18DEC26'],
  ])('%s', (_, legs, nearest) => {
    const found = nearestListed(structureOf(...legs), [DBT, BYB, BIT])
    const words = found!.legs.map(({ side, instrument }) => `${side === 'BUY' ? '+' : '-'}${formatPrice(instrument.strike!)} 18DEC26`)
    expect(words.join(', ')).toBe(nearest)
  })

  it('moves days before strikes, and is nothing where there are too few', () => {
    const found = nearestListed(structureOf('+1 BTC-1JAN27-92000-C'), [BIT])
    expect(found!.legs.map(printLeg)).toEqual(['+1 BTC-25DEC26-92000-C:BD'])
    const wide = structureOf(...strikes.map((k, place) => `${place === 0 ? '+' : '-'}1 BTC-18DEC26-${k}000-C`))
    expect(nearestListed(wide, [DBT, BIT])).toBeUndefined()
    expect(nearestListed(structureOf('+1 BTC-PERPETUAL'), [DBT, BYB])).toBeUndefined()
  })
})

const INDEX = price('91459.27')
const books = (...rows: readonly (readonly [leg: string, bid: string, ask: string])[]) => {
  const byId = new Map(rows.map(([leg, bid, ask]) => [legOf(leg).instrument.id, { bid: read(bid), ask: read(ask) }]))
  return (id: number) => byId.get(id)
}
const read = (text: string): Price | undefined => (text === '' ? undefined : price(text))

// prettier-ignore
const priced: [title: string, legs: string[], bids: string[], asks: string[], buy: string, sell: string][] = [
  ['Deribit, in coin',   ['+1 BTC-18DEC26-92000-C', '-1 BTC-18DEC26-96000-C'],       ['0.0385', '0.021'], ['0.04', '0.0225'], '0.019 + 0.0006 = 0.0196', '0.016 - 0.0006 = 0.0154'],
  ['Bybit, in dollars',  ['+1 BTC-18DEC26-92000-C:BE', '-1 BTC-18DEC26-96000-C:BE'], ['3580', '1975'],    ['3640', '2030'],   '1665 + 54.875562 = 1719.875562', '1550 - 54.875562 = 1495.124438'],
  ['a 1 x 1.5',          ['+1 BTC-18DEC26-92000-C', '-1.5 BTC-18DEC26-96000-C'],     ['0.0385', '0.021'], ['0.04', '0.0225'], '0.0085 + 0.00075 = 0.00925', '0.00475 - 0.00075 = 0.004'],
  ['a leg without bid',  ['+1 BTC-18DEC26-92000-C', '-1 BTC-18DEC26-96000-C'],       ['0.0385', ''],      ['0.04', '0.0225'], '-', '0.016 - 0.0006 = 0.0154'],
  ['an inverse future, by the coin', ['+1 BTC-PERPETUAL'],                           ['91460'],           ['91470'],          '91470 + 22.8675 = 91492.8675', '91460 - 22.865 = 91437.135'],
  ['a linear future',    ['+1 BTC-PERPETUAL:PE'],                                    ['91460'],           ['91470'],          '91470 + 45.735 = 91515.735', '91460 - 45.73 = 91414.27'],
]

describe('6.16 a structure is priced from the book of its venue, net of the fees of who takes', () => {
  it.each(priced)('%s', (_, legs, bids, asks, buy, sell) => {
    const bookOf = books(...legs.map((leg, place) => [leg, bids[place]!, asks[place]!] as const))
    const found = priceThere(structureOf(...legs), bookOf, INDEX)
    const words = (side: 'buy' | 'sell', sign: string) => {
      const one = found[side]
      return one === undefined ? '-' : `${formatPrice(one.price)} ${sign} ${formatPrice(one.fee)} = ${formatPrice(one.net)}`
    }
    expect([words('buy', '+'), words('sell', '-')]).toEqual([buy, sell])
  })

  it('has no price where a fee is measured by an index that is not known', () => {
    const legs = ['+1 BTC-18DEC26-92000-C:BE']
    expect(priceThere(structureOf(...legs), books([legs[0]!, '3580', '3640']), undefined).buy).toBeUndefined()
  })
})

describe('14.1 the fee of a block before it trades', () => {
  const none = () => undefined
  const facts = { role: 'TAKER', index: INDEX, markOf: none } as const
  const feeOf = (legs: readonly string[], size: string, change: Partial<Parameters<typeof structureFee>[2]> = {}) => {
    const fees = structureFee(structureOf(...legs), quantity(size), { ...facts, price: undefined, ...change })
    return fees && [...fees].map(([currency, fee]) => `${formatPrice(fee)} ${currency}`)
  }

  it.each<[what: string, legs: readonly string[], change: Parameters<typeof feeOf>[2], then: readonly string[] | undefined]>([
    ['of one leg at its own price', ['+1 BTC-18DEC26-92000-C'], { price: price('0.04') }, ['0.03 BTC']],
    ['at most a share of a small price', ['+1 BTC-18DEC26-92000-C'], { price: price('0.0008') }, ['0.01 BTC']],
    ['of several legs at their marks', ['+1 BTC-18DEC26-92000-C', '-1 BTC-18DEC26-96000-C'], { price: price('0.01'), markOf: () => price('0.02') }, ['0.06 BTC']],
    ['with its hedge at the price that is fixed', ['+1 BTC-18DEC26-92000-C', '-40000 BTC-PERPETUAL @ 91500'], { price: price('0.04') }, ['0.04092896 BTC']],
    ['unknown without the mark of one of several legs', ['+1 BTC-18DEC26-92000-C', '-1 BTC-18DEC26-96000-C'], { price: price('0.01') }, undefined],
    ['unknown without an index that it is measured by', ['+1 BTC-18DEC26-92000-C:BE'], { price: price('3600'), index: undefined }, undefined],
  ])('is %s', (_, legs, change, then) => expect(feeOf(legs, '100', change)).toEqual(then)) // prettier-ignore

  it('is that of the comparison of venues', () => {
    const legs = ['+1 BTC-18DEC26-92000-C'] as const
    const { buy } = priceThere(structureOf(...legs), books([legs[0], '0.0396', '0.04']), INDEX)
    expect(feeOf(legs, '1', { price: buy!.price })).toEqual([`${formatPrice(buy!.fee)} BTC`])
  })
})

describe('6.17 the best venue is the one with the best net price, in one unit', () => {
  const index = { baseCurrency: 'BTC', price: 90_000 }

  it('counts a coin at the index, and a dollar coin as a dollar', () => {
    expect(dollarsOf(price('0.0196'), 'BTC', index)).toBeCloseTo(1_764, 9)
    expect([dollarsOf(price('1700.9'), 'USDC', index), dollarsOf(price('1700.9'), 'USD', index)]).toEqual([1700.9, 1700.9])
    expect([inUnit(1_764, 'USD', index), inUnit(1_764, 'COIN', index), inUnit(1_764, 'INDEX_PERCENT', index)]).toEqual([
      1_764, 0.0196, 1.96,
    ])
  })

  it('pays the least and receives the most, in any unit', () => {
    expect([bestNet('BUY', [1_792, 1_700, undefined]), bestNet('SELL', [1_408, 1_512, undefined])]).toEqual([1_700, 1_512])
    expect(bestNet('BUY', [undefined])).toBeUndefined()
    const nets = fc.array(fc.option(fc.double({ min: -1e5, max: 1e5, noNaN: true }), { nil: undefined }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(nets, fc.constantFrom('COIN' as const, 'INDEX_PERCENT' as const), (all, unit) => {
        const here = bestNet('BUY', all)
        const there = bestNet(
          'BUY',
          all.map((net) => (net === undefined ? undefined : inUnit(net, unit, index))),
        )
        expect(there).toEqual(here === undefined ? undefined : inUnit(here, unit, index))
      }),
    )
  })
})
