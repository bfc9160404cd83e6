import { describe, expect, it } from 'vitest'
import { placesInCell } from './places-in-cell.ts'

const plain = (text: string) => text.replaceAll('\u00a0', '_').replaceAll('\u200b', '|')

describe('a structure in two short lines of a table', () => {
  it.each([
    ['one expiry and two strikes', '18 DEC · 92k / 98k', '18_DEC · 92k / 98k'],
    ['one expiry and many strikes, broken between them', '25 NOV · 83k/83.5k/84k', '25_NOV · 83k/|83.5k/|84k'],
    ['legs of several expiries, each said once', '25 NOV 83.5kC / 26 NOV 84kC / 26 NOV 84.5kC', '25_NOV_83.5kC / 26_NOV_84kC / 84.5kC'],
    ['expiries of two years', '26 MAR 27 90kC / 26 MAR 27 95kC', '26_MAR_27_90kC / 95kC'],
    ['a third leg that has no room in two lines', '25 NOV 90kC / 26 NOV 90kC / 25 NOV 95kC', '25_NOV_90kC / 26_NOV_90kC +1_leg'],
    [
      'legs for which there is no room, counted',
      '26 MAR 3,000P / 04 DEC 3,100C / 04 DEC 3,200C / 25 JUN 4,000P / 25 JUN 4,100P',
      '26_MAR_3,000P / 04_DEC_3,100C +3_legs',
    ],
    ['legs that share a line', '25 NOV 83kC / 25 NOV 84kC / 26 NOV 84kC', '25_NOV_83kC / 84kC / 26_NOV_84kC'],
    ['a last leg for which there is no room', '26 MAR 27 3,000P / 04 DEC 27 3,100C / 25 JUN 27 3,200C', '26_MAR_27_3,000P +2_legs'],
    ['a calendar', '27 NOV / 04 DEC · 92k', '27_NOV / 04_DEC · 92k'],
    ['a future', '27 NOV', '27_NOV'],
    ['a hedge', '18 DEC · 92k / 98k with perpetual', '18_DEC · 92k / 98k with perpetual'],
    ['a hedge of one leg', '18 DEC · 92k with BTC-27NOV26', '18_DEC · 92k with BTC-27NOV26'],
    ['instruments that have no such words', 'BTC-PERP / BTC-27NOV26', 'BTC-PERP / BTC-27NOV26'],
  ])('%s', (_what, text, shown) => expect(plain(placesInCell(text))).toBe(shown))

  it('has room for more if its lines are longer', () => {
    const text = '26 MAR 27 3,000P / 04 DEC 27 3,100C / 25 JUN 27 3,200C'
    expect(plain(placesInCell(text, 27))).toBe('26_MAR_27_3,000P / 04_DEC_27_3,100C +1_leg')
    const again = '25 NOV 90kC / 26 NOV 90kC / 25 NOV 95kC'
    expect(plain(placesInCell(again, 27))).toBe('25_NOV_90kC / 26_NOV_90kC / 25_NOV_95kC')
    expect(plain(placesInCell(text, 40))).toBe(text.replaceAll(/(?<! \/)(?<!\/) (?!\/)/g, '_'))
  })
})
