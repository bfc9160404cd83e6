import { describe, expect, it } from 'vitest'
import { nameOfDescription } from './structure-name.ts'

describe('the one name of a structure', () => {
  it.each([
    ['CSpd  25 Dec 26  90000/100000', 'Call Spread · 25 DEC 26 · 90k / 100k'],
    ['PSpd  25 Dec 26  100000/90000', 'Put Spread · 25 DEC 26 · 90k / 100k'],
    ['RRCall  26 Jun 26  3600/5200', 'Risk Reversal · 26 JUN 26 · 3,600P / 5,200C'],
    ['CCal  25 Dec 26  90000 / 26 Mar 27  100000', 'Call Diagonal · 25 DEC 26 90kC / 26 MAR 27 100kC'],
    ['FSpd  Perp / 26 Jun 26', 'Future Spread · PERP / 26 JUN 26'],
    ['Perp', 'Future · PERP'],
    ['Cstm\n+1.00 Call 25 Dec 26 90000\n-2.00 Call 25 Dec 26 100000', 'Call Ratio Spread · 25 DEC 26 · 90k / 100k'],
    ['a description of another day', 'a description of another day'],
  ])('of %j is %s', (description, name) => expect(nameOfDescription(description)).toBe(name))
})
