import type { CancelCause } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { orderOf } from '../../../../test/model.ts'
import { ownPart, sizesText } from './own-part.ts'

const quotes = (...sizes: string[]) => sizes.map((resting) => ({ resting }))

describe('what a desk has resting on a side of a market', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['75', ['75']],
    ['50 · 1,000', ['50', '1000']],
    ['10×250', Array<string>(10).fill('250')],
    ['3 quotes', ['25', '25', '50']],
  ])('reads “%s”', (text, sizes) => {
    expect(sizesText(quotes(...sizes))).toBe(text)
  })
})

describe('8.14 the quote that was cancelled last', () => {
  const gone = (id: string, updatedAt: number, cancelCause: CancelCause) =>
    orderOf({ id, updatedAt, cancelCause, state: 'CLOSED', resting: '0', canceled: '25' })

  it.each<[string, Parameters<typeof ownPart>[0], string | undefined]>([
    ['none was', [], undefined],
    ['the later of two', [gone('o_2', 9, 'USER'), gone('o_1', 5, 'MASS_CANCEL')], 'o_2'],
    ['none while another rests', [gone('o_1', 5, 'USER'), orderOf({ id: 'o_2', side: 'SELL' })], undefined],
    ['by a limit', [gone('o_1', 5, 'PROTECTION')], 'o_1'],
    ['one that ended with its request was not pulled', [gone('o_1', 5, 'RFQ_EXPIRED')], undefined],
    ['one that the venue refused was not', [gone('o_1', 5, 'SETTLEMENT_REJECTED')], undefined],
  ])('%s', (_what, orders, id) => expect(ownPart(orders).pulled?.id).toBe(id))
})
