import { price, quantity, ratio, type Instrument, type Mark, type Structure } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairness, type MakerStyle } from './how-to-quote.ts'
import { ladder, sizeAt, type View } from './ladder.ts'
import { aCall } from '../../test/test-instrument.ts'

const call: Instrument = { ...aCall(), tickSize: price('0.0001') }
const structure: Structure = { legs: [{ instrument: call, side: 'BUY', ratio: ratio('1') }] }
const markAt =
  (markPrice: number) =>
  (id: number): Mark => ({ instrumentId: id, markPrice, underlyingPrice: 100_000, indexPrice: 100_000, at: 0 })
const style: MakerStyle = { lean: 0, width: 0.01, slowness: 1, isDeep: true }

function view(more: Partial<View> & { readonly mark?: number }): View {
  const { mark = 0.05, ...rest } = more
  const own = rest.style ?? style
  const markOf = markAt(mark)
  return {
    structure,
    markOf,
    style: own,
    position: 0,
    fair: fairness(structure, markOf, own, 1)!,
    shows: 'BOTH',
    quoted: undefined,
    ...rest,
  }
}

const said = (given: View): string[] => ladder(given).map(({ place, quote }) => `${place} ${quote === undefined ? '-' : quote.price / 1e8}`)

const table: [what: string, given: View, then: string[]][] = [
  ['two deep, the bid first at the beginning', view({}), ['BUY 0 0.0495', 'BUY 1 0.049', 'SELL 0 0.0505', 'SELL 1 0.051']],
  ['one deep', view({ style: { ...style, isDeep: false } }), ['BUY 0 0.0495', 'SELL 0 0.0505']],
  ['when the market rises the ask goes first', view({ quoted: { mark: 0.048, halfWidth: 0.0005 } }), ['SELL 0 0.0505', 'SELL 1 0.051', 'BUY 0 0.0495', 'BUY 1 0.049']],
  ['when it falls the bid does', view({ quoted: { mark: 0.052, halfWidth: 0.0005 } }), ['BUY 0 0.0495', 'BUY 1 0.049', 'SELL 0 0.0505', 'SELL 1 0.051']],
  ['who shows a bid takes the ask away', view({ shows: 'BID' }), ['BUY 0 0.0495', 'BUY 1 0.049', 'SELL 0 -', 'SELL 1 -']],
  ['who shows an ask takes the bid away', view({ shows: 'ASK' }), ['BUY 0 -', 'BUY 1 -', 'SELL 0 0.0505', 'SELL 1 0.051']],
  ['who has bought stands lower on both sides', view({ position: 1.5 }), ['BUY 0 0.0492', 'BUY 1 0.0485', 'SELL 0 0.0503', 'SELL 1 0.0505']],
] // prettier-ignore

describe('what a maker wants to rest', () => {
  it.each(table)('%s', (_, given, then) => {
    expect(said(given)).toEqual(then)
  })

  it('its own bids never meet its own asks, for any mark and position', () => {
    const marks = fc.double({ min: 0.002, max: 0.3, noNaN: true })
    fc.assert(
      fc.property(marks, fc.double({ min: -8, max: 8, noNaN: true }), fc.boolean(), (mark, position, isDeep) => {
        const rungs = ladder(view({ mark, position, style: { ...style, isDeep } }))
        const prices = (side: 'BUY' | 'SELL'): number[] => rungs.filter((rung) => rung.side === side).map(({ quote }) => quote!.price)
        expect(Math.max(...prices('BUY'))).toBeLessThan(Math.min(...prices('SELL')))
      }),
    )
  })

  it('the outer quote is twice the size', () => {
    const one = quantity('12.5')
    expect([sizeAt('BUY 0', one), sizeAt('BUY 1', one), sizeAt('SELL 1', one)]).toEqual([one, 2 * one, 2 * one])
  })
})
