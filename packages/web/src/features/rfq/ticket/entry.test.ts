import { describe, expect, it } from 'vitest'
import { formatPrice, type Structure } from '@parley/core'
import type { Book, BookLevel } from '@parley/client'
import { bookLevelOf } from '../../../../test/model.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { FORWARD, idOf, instruments, marks, NEAR } from '../../../../test/chain-example.ts'
import { structureOf } from '../builder/builder-summary.ts'
import { futureText } from '../../structure/future-labels.ts'
import { typedPrice } from '../typed-price.ts'
import { priceAround, priceFromText, priceFromVols, volsAround, volsWith, volTyped, legPricesOf } from './maker-form.ts'
import { remainingOf, takerOffer, type TakerForm } from './taker-form.ts'

const level = (side: 'BUY' | 'SELL', price: string, quantity: string): BookLevel =>
  bookLevelOf({ id: `${side}${price}`, side, price, quantity, deskName: 'ORRY' })
const book: Book = {
  asks: [level('SELL', '0.0428', '100'), level('SELL', '0.0430', '250')],
  bids: [level('BUY', '0.0412', '250')],
}

// The entry of a taker, and the text of the button.
const offers: [side: 'BUY' | 'SELL', form: TakerForm, price: string | undefined, makers: number, reason: RegExp | undefined][] = [
  ['BUY', { price: '', quantity: '100', way: 'NOW' }, '0.0428', 1, undefined],
  ['BUY', { price: '', quantity: '250', way: 'NOW' }, '0.043', 2, undefined],
  ['BUY', { price: '0.0428', quantity: '250', way: 'NOW' }, '0.0428', 0, /Only 100 is available/],
  ['BUY', { price: '0.0400', quantity: '100', way: 'NOW' }, '0.04', 0, /No maker offers/],
  ['BUY', { price: '0.0400', quantity: '100', way: 'LIMIT' }, '0.04', 0, undefined],
  ['SELL', { price: '', quantity: '250', way: 'NOW' }, '0.0412', 1, undefined],
  ['SELL', { price: '', quantity: '', way: 'NOW' }, undefined, 0, /Enter a quantity/],
  ['SELL', { price: '0.00', quantity: '100', way: 'LIMIT' }, undefined, 0, /zero is not accepted/],
  ['BUY', { price: undefined, quantity: '100', way: 'NOW' }, undefined, 0, /Enter a valid price/],
  ['BUY', { price: '', quantity: undefined, way: 'NOW' }, undefined, 0, /Enter a valid quantity/],
  ['SELL', { price: '', quantity: '300', way: 'NOW' }, undefined, 0, /Only 250/],
]

describe("the taker's ticket", () => {
  it.each(offers)('%s %o', (side, form, price, makers, reason) => {
    const offer = takerOffer(side, form, book, '250')
    expect(offer).toMatchObject({ price, makers })
    if (reason === undefined) expect(offer.reason).toBeUndefined()
    else expect(offer.reason).toMatch(reason)
  })

  it('counts what is at the venue as gone', () => {
    expect(remainingOf({ quantity: '250', filled: '100', pending: '50.5' })).toBe('99.5')
    expect(remainingOf({ quantity: '250', filled: undefined, pending: undefined })).toBe('250')
  })
})

describe("the maker's ticket", () => {
  const structure: Structure = structureOf(
    [
      { instrumentId: idOf(NEAR, 90_000, 'CALL'), side: 'BUY', ratio: '1' },
      { instrumentId: idOf(NEAR, 110_000, 'CALL'), side: 'SELL', ratio: '1' },
    ],
    instruments,
  )!
  const now = NEAR - 60 * 86_400_000
  const markOf = (id: number) => markFromWire(marks.get(id), FORWARD, now)

  it('bids below and asks above, from the vols around the marks', () => {
    const vols = volsAround(structure, markOf, 1, 0.5)
    expect(vols).toEqual([
      { bid: '50.0', ask: '51.0' },
      { bid: '50.0', ask: '51.0' },
    ])
    const [bid, ask] = (['BUY', 'SELL'] as const).map((side) => priceFromVols(structure, vols, side, markOf, now))
    expect(Number(bid!.price)).toBeLessThan(Number(ask!.price))
  })

  it('keeps a vol that was typed before the marks came, and takes the others from the marks once they are there', () => {
    const none = volsAround(structure, () => undefined, 1, 0.5)
    const typed = volTyped(none, undefined, { place: 0, which: 'bid', vol: '47' })
    expect(volsWith(none, typed)).toEqual([
      { bid: '47', ask: '' },
      { bid: '', ask: '' },
    ])
    expect(volsWith(volsAround(structure, markOf, 1, 0.5), typed)).toEqual([
      { bid: '47', ask: '51.0' },
      { bid: '50.0', ask: '51.0' },
    ])
  })

  it('freezes the other vols when one is typed, including a cleared one', () => {
    const shown = volsAround(structure, markOf, 1, 0.5)
    const emptied = volTyped(shown, undefined, { place: 1, which: 'ask', vol: '' })
    const typed = volTyped(volsWith(shown, emptied), emptied, { place: 0, which: 'bid', vol: '47' })
    expect(volsWith(volsAround(structure, markOf, 3, 0), typed)).toEqual([
      { bid: '47', ask: '51.0' },
      { bid: '50.0', ask: '' },
    ])
  })

  it('splits a typed price over the legs exactly', () => {
    const side = priceFromText(structure, '0.0123', markOf)
    expect(side.price).toBe('0.0123')
    const [long, short] = legPricesOf(structure, side.legPrices!)
    expect(Number(long!.price) - Number(short!.price)).toBeCloseTo(0.0123, 10)
  })

  it('is this many ticks around the mark, skewed and never closer', () => {
    const at = (side: 'BUY' | 'SELL', ticks: string, skew: string, mark: number) =>
      priceAround(structure, { ticks, skew }, side, mark, markOf).price
    expect([at('BUY', '5', '0', 0.0123), at('SELL', '5', '0', 0.0123)]).toEqual(['0.0118', '0.0128'])
    expect([at('BUY', '5', '0', 0.01234), at('SELL', '5', '0', 0.01234)]).toEqual(['0.0118', '0.0129'])
    expect([at('BUY', '5', '2', 0.0123), at('SELL', '5', '2', 0.0123)]).toEqual(['0.012', '0.013'])
    expect(priceAround(structure, { ticks: '', skew: '0' }, 'BUY', 0.0123, markOf).reason).toMatch(/how many ticks/)
    expect(priceAround(structure, { ticks: '5', skew: '0' }, 'BUY', undefined, markOf).reason).toMatch(/no mark/)
  })

  it('explains why a price cannot be quoted', () => {
    expect(priceFromText(structure, '', markOf).reason).toBe('Enter a price.')
    expect(priceFromText(structure, '0', markOf).reason).toBe('A price of zero is not accepted. Enter another.')
    expect(priceFromText(structure, '0.00', markOf, 'PRICE').reason).not.toBe('A price of zero is not accepted. Enter another.')
    expect(typedPrice('−0.0', 'PRICE')).toEqual({ price: 0 })
    expect(typedPrice('', 'PRICE')).toEqual({ reason: 'Enter a price.' })
    expect(priceFromText(structure, '0.01234', markOf).reason).toMatch(/multiple of 0\.0001/)
    expect(priceFromVols(structure, [], 'BUY', () => undefined, now).reason).toMatch(/needs a mark/)
  })

  it('3.16 quotes nothing from a vol, a number of ticks or a price that cannot be read', () => {
    const vols = volsAround(structure, markOf, 1, 0)
    const typed = volsWith(vols, volTyped(vols, undefined, { place: 0, which: 'bid', vol: undefined }))
    expect(priceFromVols(structure, typed, 'BUY', markOf, now).reason).toBe('Enter a valid bid vol for BTC-27MAR26-90000-C.')
    expect(priceFromVols(structure, typed, 'SELL', markOf, now).reason).toBeUndefined()
    expect(priceAround(structure, { ticks: undefined, skew: '0' }, 'BUY', 0.0123, markOf).reason).toMatch(/valid number of ticks/)
    expect(priceAround(structure, { ticks: '5', skew: undefined }, 'BUY', 0.0123, markOf).reason).toMatch(/valid number of ticks/)
    expect(priceFromText(structure, undefined, markOf).reason).toBe('Enter a valid price.')
  })

  it('keeps a hedge at the price the taker fixed', () => {
    const hedged = structureOf(
      [
        { instrumentId: idOf(NEAR, 90_000, 'CALL'), side: 'BUY', ratio: '1' },
        { instrumentId: 1, side: 'SELL', ratio: '36592.8', hedgePrice: '91482.5' },
      ],
      instruments,
    )!
    const priced = priceFromText(hedged, '0.041', markOf)
    expect(priced.legPrices?.map((one) => formatPrice(one))).toEqual(['0.041', '91482.5'])
  })
})

describe('the text of a futures trade', () => {
  const spread = [
    { instrumentName: 'ETH-PERPETUAL', productCode: 'AZ', ratio: '1', side: 'SELL' as const },
    { instrumentName: 'ETH-25DEC26', productCode: 'AZ', ratio: '1', side: 'BUY' as const },
  ]
  it('shows the bought and sold amounts in dollars', () => {
    expect(futureText('BUY', '100000', spread)).toEqual(['buy $100,000 25 DEC 26', 'sell $100,000 PERP'])
    expect(futureText('SELL', '100000', spread)).toEqual(['buy $100,000 PERP', 'sell $100,000 25 DEC 26'])
    expect(futureText('SELL', '5000', spread.slice(0, 1))).toEqual(['buy $5,000 PERP', undefined])
  })
})
