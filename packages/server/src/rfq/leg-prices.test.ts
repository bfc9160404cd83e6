import { isRefusal, price, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { legPricesOf, type QuotedLeg } from './leg-prices.ts'

const leg = (id: number, name: string, fixed?: string) => ({
  instrument: { id, name },
  side: 'BUY',
  ...(fixed === undefined ? {} : { price: price(fixed) }),
})
const structure = { legs: [leg(1, 'CALL'), leg(2, 'PUT'), leg(3, 'PERP', '97000')] } as unknown as Structure

describe('5.5 the prices of legs', () => {
  it.each<[string, readonly QuotedLeg[], unknown]>([
    [
      'in any order',
      [
        { instrument_id: 2, price: '0.2' },
        { instrument_id: 1, price: '0.1' },
      ],
      [price('0.1'), price('0.2'), price('97000')],
    ],
    [
      'by name',
      [
        { instrument: 'CALL', price: '0.1' },
        { instrument: 'PUT', price: '0.2' },
      ],
      [price('0.1'), price('0.2'), price('97000')],
    ],
    ['one is missing', [{ instrument_id: 1, price: '0.1' }], undefined],
    [
      'a stranger by number',
      [
        { instrument_id: 1, price: '0.1' },
        { instrument_id: 9, price: '1' },
      ],
      'legs.1.instrument_id',
    ],
    ['a stranger by name', [{ instrument: 'CALLS', price: '0.1' }], 'legs.0.instrument'],
    [
      'one twice',
      [
        { instrument_id: 1, price: '0.1' },
        { instrument: 'CALL', price: '0.1' },
      ],
      'legs.1.instrument',
    ],
    [
      'one too fine',
      [
        { instrument_id: 2, price: '0.2' },
        { instrument_id: 1, price: '0.000000001' },
      ],
      'legs.1.price',
    ],
  ])('5.5 %s', (_title, quoted, then) => {
    const answer = legPricesOf(structure, quoted)
    expect(answer !== undefined && isRefusal(answer) ? answer.field : answer).toEqual(then)
  })
})
