/** Adds up the responses of the pricing call as a client would: from the texts, without floating point. */
import { estimatedMark, isRefusal, price, ratio, type Instrument, type Instant, type Leg, type Mark, type Structure } from '@parley/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { call, markOf, perpetual } from '../../test/instruments.ts'
import { priceStructure } from './leg-pricing.ts'

const NOW = 1_800_000_000_000 as Instant
const TICKS = ['0.0001', '0.0005', '0.001'] as const
const FORWARD = 98_000

type Drawn = {
  readonly strike: number
  readonly kind: 'CALL' | 'PUT'
  readonly side: 'BUY' | 'SELL'
  readonly times: string
  readonly tick: (typeof TICKS)[number]
  readonly isMarked: boolean
}
const drawn = fc.uniqueArray(
  fc.record({
    strike: fc.integer({ min: 60, max: 160 }),
    kind: fc.constantFrom('CALL' as const, 'PUT' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    times: fc.constantFrom('1', '1', '2', '0.5', '1.25'),
    tick: fc.constantFrom(...TICKS),
    isMarked: fc.boolean(),
  }),
  { selector: ({ strike, kind }) => `${strike} ${kind}`, minLength: 1, maxLength: 6 },
)

const optionOf = ({ strike, kind, tick }: Drawn, place: number): Instrument => ({
  ...call,
  id: 100 + place,
  name: `BTC-25DEC37-${strike}000-${kind[0]}`,
  optionKind: kind,
  strike: price(`${strike}000`),
  tickSize: price(tick),
})
/** Falls with the strike for calls and rises for puts, so that the chain is consistent. */
const markPriceOf = ({ strike, kind }: Drawn): number => {
  const above = (strike * 1_000 - FORWARD) / FORWARD
  const worth = 0.2 * Math.exp(-2 * Math.abs(above))
  return kind === 'CALL' ? worth + Math.max(0, -above) : worth + Math.max(0, above)
}

/** A text with at most eight decimals, in units of the last decimal. */
const exact = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + decimals.padEnd(8, '0'))
  return text.startsWith('-') ? -size : size
}
type Priced = { readonly side: string; readonly ratio: string; readonly instrument_id: number }
const sumOf = (legs: readonly Priced[], at: (place: number) => string): bigint =>
  legs.reduce((sum, { side, ratio: times }, place) => sum + (side === 'BUY' ? 1n : -1n) * exact(times) * exact(at(place)), 0n)

// Proves W 3.12.
it('6.11 6.13 leg prices times their ratios are the price that was asked for to the last decimal, each on its own tick, with estimates too', () => {
  let answered = 0
  let estimated = 0
  fc.assert(
    fc.property(
      drawn,
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      (chain, offset, wide, isHedged) => {
        const options = chain.map(optionOf)
        const marks = new Map<number, Mark>(
          chain.flatMap((one, place) => (one.isMarked ? [[options[place]!.id, markOf(options[place]!, markPriceOf(one))] as const] : [])),
        )
        const hedge: Leg = { instrument: perpetual, ratio: ratio('0.4'), side: 'SELL', price: price('98000') }
        const strategy = chain.map(({ side, times }, place): Leg => ({ instrument: options[place]!, ratio: ratio(times), side }))
        const structure: Structure = { legs: isHedged ? [...strategy, hedge] : strategy }
        const markAt = (id: number) => marks.get(id)
        const estimateOf = (id: number) =>
          estimatedMark(
            options.find((one) => one.id === id)!,
            options,
            markAt,
            NOW,
          )
        // Near the mark, on the coarsest grid that the ratios and ticks allow.
        const mark = chain.reduce((sum, one) => sum + (one.side === 'BUY' ? 1 : -1) * Number(one.times) * markPriceOf(one), 0)
        const texts = [offset, offset + wide].map((ticks) => ((Math.round(mark / 0.005) * 50 + ticks * 5) / 10_000).toFixed(4))
        const asked = { bid_price: texts[0]!, ask_price: texts[1]! }

        const unestimated = priceStructure(structure, asked, { markOf: markAt, estimateOf: undefined })
        if (chain.some(({ isMarked }) => !isMarked)) expect(unestimated).toMatchObject({ refused: 'OrderPriceMissing' })
        const answer = priceStructure(structure, asked, { markOf: markAt, estimateOf })
        if (isRefusal(answer)) return
        answered += 1
        const priced = answer.legs.slice(0, chain.length)
        for (const [wanted, member] of [
          [asked.bid_price, 'bid_price'],
          [asked.ask_price, 'ask_price'],
        ] as const)
          expect(sumOf(priced, (place) => priced[place]![member]!)).toBe(exact(wanted) * 10n ** 8n)
        for (const [place, leg] of priced.entries()) {
          const tick = exact(chain[place]!.tick)
          expect([exact(leg.bid_price!) % tick, exact(leg.ask_price!) % tick]).toEqual([0n, 0n])
          expect(leg.estimated).toBe(!chain[place]!.isMarked)
          if (leg.estimated) estimated += 1
        }
        if (isHedged) expect(answer.legs.at(-1)).toMatchObject({ bid_price: '98000', ask_price: '98000', estimated: false })
      },
    ),
    { numRuns: 400 },
  )
  expect(answered).toBeGreaterThan(60)
  expect(estimated).toBeGreaterThan(10)
})
