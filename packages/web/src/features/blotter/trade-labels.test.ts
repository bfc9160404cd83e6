import { describe, expect, it } from 'vitest'
import { spreadTapeTradeOf, spreadTradeOf, tradeOf } from '../../../test/model.ts'
import { tradeTexts } from './export-columns.ts'
import { sideColumn, tradeColumns } from './cells.tsx'
import { copiedOfRow } from './row-actions.ts'
import { kindOf, tradeCounterparty, tradeDecimals } from './trade-labels.ts'

describe('a trade', () => {
  it.each([
    [['DO'], 'OPTION'],
    [['CF'], 'FUTURE'],
    [['DO', 'CF'], 'OPTION_FUTURE'],
  ])('of %j has the kind %s if the dialect does not report it', (productCodes, kind) =>
    expect(kindOf(tradeOf({ kind: undefined, productCodes }))).toBe(kind),
  )

  it('has the kind that the dialect reports', () => expect(kindOf(tradeOf({ kind: 'OPTION', productCodes: ['DO', 'CF'] }))).toBe('OPTION'))

  it.each([
    ['DIRECT', 'Meridian', 'Meridian'],
    ['DIRECT', undefined, 'Anonymous'],
    ['ORDER_BOOK', undefined, 'Order book'],
  ] as const)('of %s with %s is with %s', (audience, counterpartyDeskName, words) =>
    expect(tradeCounterparty(tradeOf({ audience, counterpartyDeskName }))).toBe(words),
  )
})

describe('17.6 a trade of a listed spread among the others', () => {
  const textOf = (id: string, trade: ReturnType<typeof spreadTapeTradeOf>) =>
    [sideColumn<typeof trade>(), ...tradeColumns<typeof trade>(), ...tradeTexts<typeof trade>()]
      .find((column) => column.id === id)!
      .text(trade)

  it('reads as a structure, without a desk, and on the tape without a side', () => {
    const printed = spreadTapeTradeOf()
    expect(['strategy', 'structure', 'side', 'leg-prices'].map((id) => textOf(id, printed))).toEqual([
      ...['Future Spread', '26 DEC 25 / 27 MAR 26', '', '91000 92132.5'],
    ])
    expect(tradeCounterparty(spreadTradeOf())).toBe('Anonymous')
    expect(tradeDecimals(printed)).toBe(1)
  })

  it('cannot be repeated, because it has no RFQ', () => {
    expect([copiedOfRow(spreadTradeOf()), copiedOfRow(spreadTapeTradeOf())]).toEqual([undefined, undefined])
    expect(copiedOfRow(tradeOf())).toBeDefined()
  })
})
