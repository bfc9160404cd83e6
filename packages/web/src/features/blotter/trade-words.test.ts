import { describe, expect, it } from 'vitest'
import { tradeOf } from '../../../test/model.ts'
import { kindOf, tradeCounterparty } from './trade-words.ts'

describe('a trade', () => {
  it.each([
    [['DO'], 'OPTION'],
    [['CF'], 'FUTURE'],
    [['DO', 'CF'], 'OPTION_FUTURE'],
  ])('of %j is of the kind %s where the dialect does not say', (productCodes, kind) =>
    expect(kindOf(tradeOf({ kind: undefined, productCodes }))).toBe(kind),
  )

  it('is of the kind that the dialect says', () => expect(kindOf(tradeOf({ kind: 'OPTION', productCodes: ['DO', 'CF'] }))).toBe('OPTION'))

  it.each([
    ['DIRECT', 'Meridian', 'Meridian'],
    ['DIRECT', undefined, 'Anonymous'],
    ['ORDER_BOOK', undefined, 'Order book'],
  ] as const)('of %s with %s is with %s', (audience, counterpartyDeskName, words) =>
    expect(tradeCounterparty(tradeOf({ audience, counterpartyDeskName }))).toBe(words),
  )
})
