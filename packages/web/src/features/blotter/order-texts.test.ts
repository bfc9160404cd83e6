import { describe, expect, it } from 'vitest'
import { orderOf } from '../../../test/model.ts'
import { orderTexts } from './order-texts.ts'
import { ownTexts } from './own-texts.ts'

const legs = [
  { instrumentName: 'BTC-25DEC26-100000-C', side: 'BUY', ratio: '1' },
  { instrumentName: 'BTC-25DEC26-110000-C', side: 'SELL', ratio: '2' },
] as const
const taken = orderOf({ kind: 'CROSS', side: 'SELL', legPrices: undefined, legs })

describe('the file of a history contains the instruments of each order', () => {
  const textOf = (id: string, order: typeof taken) => orderTexts.find((column) => column.id === id)!.text(order)

  it.each([
    ['BUY', '+1 BTC-25DEC26-100000-C -2 BTC-25DEC26-110000-C'],
    ['SELL', '-1 BTC-25DEC26-100000-C +2 BTC-25DEC26-110000-C'],
  ] as const)('for an order without leg prices too, on the sides of a %s, as in trades', (side, text) =>
    expect([textOf('instruments', { ...taken, side }), textOf('legs', taken)]).toEqual([text, '']),
  )

  it('nothing if the server has not reported it', () => expect(textOf('instruments', orderOf())).toBe(''))

  it('once for a bid and an ask in one row, for the bought structure', () => {
    const [bid, ask] = (['BUY', 'SELL'] as const).map((side) => ({ order: orderOf({ side, legs }), toMark: undefined, toBest: undefined }))
    const row = { id: 'row', audience: 'DIRECT', rfqId: 'r_1', rfqNumber: undefined, venue: 'DBT', bid, ask } as const
    const shown = { ...row, baseCurrency: 'BTC', strategy: 'Call Spread', places: '', mark: undefined, decimals: 4 }
    expect(ownTexts.find(({ id }) => id === 'instruments')!.text(shown)).toBe('+1 BTC-25DEC26-100000-C -2 BTC-25DEC26-110000-C')
  })
})
