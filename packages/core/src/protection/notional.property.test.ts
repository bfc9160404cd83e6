/** The notional limit against brute force over the increments around it (rulebook 11.8): what the message calls accepted is accepted, and no more. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatQuantity, type Quantity, quantity } from '../decimal.ts'
import { notionalRefusal, preTradeRefusal } from './pre-trade-limits.ts'

const sizes = [
  ['0.1', '25'],
  ['1', '250'],
  ['0.01', '0.1'],
  ['10', '100000'],
] as const

const orders = fc.record({
  size: fc.constantFrom(...sizes),
  steps: fc.integer({ min: 1, max: 200_000 }),
  unitNotional: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 250_000, noNaN: true }), fc.integer({ min: 1, max: 250_000 })),
  ofDesk: fc.option(fc.oneof(fc.integer({ min: 1, max: 100_000_000 }), fc.double({ min: 0.01, max: 1e8, noNaN: true })), {
    nil: undefined,
  }),
  own: fc.option(fc.integer({ min: 1, max: 100_000_000 }), { nil: undefined }),
})

it('11.8 refuses what is worth more than the smaller limit, and accepts exactly what the message states', () =>
  fc.assert(
    fc.property(orders, ({ size: [increment, least], steps, unitNotional, ofDesk, own }) => {
      const [quantityIncrement, minimumBlock] = [quantity(increment), quantity(least)]
      const limits = {
        ...(ofDesk === undefined ? {} : { mostNotional: ofDesk }),
        ...(own === undefined ? {} : { mostNotionalOfSender: own }),
      }
      const most = Math.min(ofDesk ?? Infinity, own ?? Infinity)
      const at = (size: number) =>
        notionalRefusal(limits, { quantity: size as Quantity, quantityIncrement, minimumBlock }, { unitNotional })
      const asked = steps * quantityIncrement
      const refusal = at(asked)
      expect(refusal === undefined).toBe((asked / 1e6) * unitNotional <= most)
      if (refusal === undefined) return
      expect(refusal).toMatchObject({ refused: 'NotionalAboveLimit', rule: '11.8', field: 'quantity' })
      expect(refusal.message.includes('your own limit')).toBe(own !== undefined && own <= most && own !== ofDesk)
      // Both measures of a desk are checked, and this one is reported first.
      expect(preTradeRefusal(limits, { quantity: asked as Quantity, quantityIncrement, minimumBlock }, { unitNotional })).toEqual(refusal)
      const said = / (?:to|only) ([\d.,]+) is accepted\.$/.exec(refusal.message)
      if (said === null) {
        expect(at(minimumBlock)?.message).toContain('Raise the limit to trade this structure')
        return
      }
      const largest = quantity(said[1]!.replaceAll(',', ''))
      expect(at(largest), `${formatQuantity(largest)} is said to be accepted`).toBeUndefined()
      expect(at(largest + quantityIncrement), 'one increment more is not').toBeDefined()
      expect(at(minimumBlock), 'the smallest block is').toBeUndefined()
    }),
    { numRuns: Number(process.env['PARLEY_NOTIONAL'] ?? 2_000) },
  ))
