import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hedgeDelta, inverseOptionPrice, optionFigures, optionPrice } from './black76.ts'
import { impliedVolatility } from './implied-volatility.ts'

const table = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`./reference/${name}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

/** The largest error of a column, relative to the figure, but no finer than the precision that the doubles of the inputs allow. */
function worst(
  column: number,
  kind: 'CALL' | 'PUT',
  figure: (at: ReturnType<typeof optionFigures>) => number,
  scale: (forward: number) => number,
): number {
  let largest = 0
  for (const row of table('black76')) {
    const [forward, strike, years, volatility] = row.map(Number) as [number, number, number, number]
    const expected = Number(row[column])
    const error = Math.abs(figure(optionFigures({ kind, forward, strike, years, volatility })) - expected)
    largest = Math.max(largest, error / Math.max(Math.abs(expected), scale(forward)))
  }
  return largest
}

describe('6.9 Black-76', () => {
  it('gives the reference prices of calls and puts', () => {
    expect(worst(4, 'CALL', (at) => at.price, (forward) => forward * 1e-9)).toBeLessThan(1e-11) // prettier-ignore
    expect(worst(5, 'PUT', (at) => at.price, (forward) => forward * 1e-9)).toBeLessThan(1e-11) // prettier-ignore
  })

  it('gives the reference Greeks', () => {
    const least = () => 1e-9
    expect(worst(6, 'CALL', (at) => at.delta, least)).toBeLessThan(1e-10)
    expect(worst(7, 'PUT', (at) => at.delta, least)).toBeLessThan(1e-10)
    expect(worst(8, 'CALL', (at) => at.gamma, least)).toBeLessThan(1e-9)
    expect(worst(9, 'CALL', (at) => at.vega, least)).toBeLessThan(1e-9)
    expect(worst(10, 'CALL', (at) => at.theta, least)).toBeLessThan(1e-9)
  })

  it('is the intrinsic value at expiry', () => {
    const at = { forward: 100, strike: 90, years: 0, volatility: 0.5 }
    expect([optionPrice({ kind: 'CALL', ...at }), optionPrice({ kind: 'PUT', ...at })]).toEqual([10, 0])
    expect(optionFigures({ kind: 'CALL', ...at })).toEqual({ price: 10, delta: 1, gamma: 0, vega: 0, theta: 0 })
  })

  it('quotes an inverse option in coin, whose premium carries a delta of its own', () => {
    const option = { kind: 'CALL' as const, forward: 90_000, strike: 100_000, years: 0.25, volatility: 0.5 }
    expect(inverseOptionPrice(option) * 90_000).toBeCloseTo(optionPrice(option), 9)
    expect(hedgeDelta(0.5, 0.05)).toBeCloseTo(0.45, 15)
  })
})

describe('6.10 implied volatility', () => {
  it('is right to 1e-12, or to four times what the price as a double allows, on every row of the reference table', () => {
    const rows = table('implied-volatility')
    const wrong = rows.filter(([forward, strike, years, type, price, volatility, attainable]) => {
      const found = impliedVolatility({ kind: type === 'C' ? 'CALL' : 'PUT', forward: Number(forward), strike: Number(strike), years: Number(years), price: Number(price) }) // prettier-ignore
      return !(Math.abs(found! / Number(volatility) - 1) <= Math.max(1e-12, 4 * Number(attainable)))
    })
    expect(rows.length).toBeGreaterThan(500)
    expect(wrong).toEqual([])
  })

  it('finds the volatility again from the farthest wing to far beyond any market', () => {
    for (let distance = -8; distance <= 2.5; distance += 0.25)
      for (let deviation = -4; deviation <= 1; deviation += 0.125) {
        const option = { kind: 'CALL' as const, forward: 1, strike: Math.exp(10 ** distance), years: 1 }
        const volatility = 10 ** deviation
        const price = optionPrice({ ...option, volatility })
        if (price < 1e-290 || price > 0.999) continue
        expect(Math.abs(impliedVolatility({ ...option, price })! / volatility - 1)).toBeLessThan(1e-9)
      }
  })

  it.each([
    ['the intrinsic value', 'CALL', 10],
    ['less than the intrinsic value', 'CALL', 9],
    ['nothing', 'PUT', 0],
    ['as much as the forward', 'CALL', 100],
    ['no number', 'CALL', Number.NaN],
  ])('has none for a price of %s', (_, kind, price) => {
    expect(impliedVolatility({ kind: kind as 'CALL' | 'PUT', forward: 100, strike: 90, years: 1, price })).toBeUndefined()
  })

  it('reads an option in the money through its other side', () => {
    const option = { forward: 100, strike: 90, years: 0.5, volatility: 0.6 }
    const price = optionPrice({ kind: 'CALL', ...option })
    expect(impliedVolatility({ kind: 'CALL', ...option, price })).toBeCloseTo(0.6, 12)
  })
})
