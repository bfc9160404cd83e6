import fc from 'fast-check'
import {
  formatPrice,
  formatQuantity,
  parseQuantity,
  type Price,
  priceText,
  type Quantity,
  quantityText,
  structurePrice,
} from '@parley/core'
import { expect, it } from 'vitest'
import { FORWARD, idOf, instruments, marks, NEAR } from '../../../../test/chain-example.ts'
import { levelOf, orderOf } from '../../../../test/model.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { structureOf } from '../builder/builder-summary.ts'
import { quoteButtonLabel, wholeQuantity } from './quote-lines.ts'
import { hitOf, hitLabel } from './taker-limits.ts'

const structure = structureOf(
  [
    { instrumentId: idOf(NEAR, 90_000, 'CALL'), side: 'BUY', ratio: '1' },
    { instrumentId: idOf(NEAR, 110_000, 'CALL'), side: 'SELL', ratio: '1' },
  ],
  instruments,
)!
const markOf = (id: number) => markFromWire(marks.get(id), FORWARD, NEAR - 60 * 86_400_000)

const side = fc.constantFrom('BUY' as const, 'SELL' as const)
/** On the structure's tick, below and above its mark. */
const price = fc.integer({ min: 1, max: 2_000 }).map((ticks) => formatPrice((ticks * 10_000) as Price))
const size = fc.integer({ min: 1, max: 100_000 }).map((tenths) => formatQuantity((tenths * 100_000) as Quantity))
const held = fc.record({ quantity: size, share: fc.double({ min: 0, max: 1, noNaN: true }) }).map(({ quantity, share }) => {
  const resting = Math.max(1, Math.round((parseQuantity(quantity)! * share) / 100_000)) * 100_000
  return orderOf({ quantity, resting: formatQuantity(Math.min(resting, parseQuantity(quantity)!) as Quantity) })
})

it('8.4 the order that hits a limit is the one that its button names, at the limit’s own price and never for more', () => {
  fc.assert(
    fc.property(side, price, size, size, fc.option(held, { nil: undefined }), (limitSide, at, there, wanted, own) => {
      const limit = levelOf({ side: limitSide, price: at, quantity: there })
      const hitSide = limitSide === 'BUY' ? 'SELL' : 'BUY'
      const open = own === undefined ? {} : { [hitSide]: { ...own, side: hitSide } }
      const hit = hitOf(limit, { wanted, open, structure, markOf })
      if (hit.state === 'CANNOT') return
      expect(hit.side).toBe(hitSide)
      expect(formatPrice(structurePrice(structure.legs, hit.draft.legPrices)!)).toBe(hit.price)
      expect(Number(hit.price)).toBe(Number(at))
      expect(Number(hit.quantity)).toBe(Math.min(Number(there), Number(wanted)))
      const gone = own === undefined ? 0 : parseQuantity(own.quantity)! - parseQuantity(own.resting)!
      expect(parseQuantity(hit.draft.quantity)! - gone).toBe(parseQuantity(hit.quantity))
      expect(hitLabel(hit, 4)).toBe(`${hitSide === 'SELL' ? 'sell' : 'buy'} ${quantityText(hit.quantity)} @ ${priceText(at, 4)}`)
    }),
  )
})

it('5.15 the button of a quote names the prices and the part that rests of each order that is sent', () => {
  fc.assert(
    fc.property(price, price, size, size, fc.option(held, { nil: undefined }), (bid, ask, bids, asks, own) => {
      const open = own === undefined ? {} : { BUY: { ...own, side: 'BUY' as const } }
      const lines = [
        { side: 'BUY' as const, price: bid, rests: bids },
        { side: 'SELL' as const, price: ask, rests: asks },
      ]
      const [prices, more] = quoteButtonLabel(lines, open, 4)
      expect(prices).toBe(`${own === undefined ? 'Quote' : 'Replace quote'} ${priceText(bid, 4)} / ${priceText(ask, 4)}`)
      expect(more).toContain(bids === asks ? `${quantityText(bids)} each side` : `${quantityText(bids)} bid, ${quantityText(asks)} asked`)
      const gone = own === undefined ? 0 : parseQuantity(own.quantity)! - parseQuantity(own.resting)!
      expect(parseQuantity(wholeQuantity(bids, own))! - gone).toBe(parseQuantity(bids))
    }),
  )
})
