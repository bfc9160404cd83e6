/**
 * Implied volatility by expiry and strike, from the data in smiles.csv. Every smile is smoothed to v(z) = a + c z + d sqrt((z - m)^2 + s^2), a
 * hyperbola in z = ln(K / F) / sqrt(T), because linear pieces would leave kinks that a butterfly could arbitrage.
 */
import { readFileSync } from 'node:fs'

export type Surface = {
  /** Total variance at a log-moneyness and a time in years. */
  readonly totalVariance: (logMoneyness: number, years: number) => number
  readonly forwardOverIndex: (years: number) => number
}

type Smile = { readonly years: number; readonly forwardOverIndex: number; readonly variance: (z: number) => number }
type Point = { readonly z: number; readonly variance: number }

export function readSurfaces(): ReadonlyMap<string, Surface> {
  const [head, ...rows] = readFileSync(new URL('./smiles.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const zs = head!
    .split(',')
    .slice(3)
    .map((name) => Number(name.replace('iv_at_', '')))
  const smiles = new Map<string, Smile[]>()
  for (const row of rows) {
    const [currency, days, forwardOverIndex, ...ivs] = row.split(',')
    const points = ivs.flatMap((iv, index) => (iv === '' ? [] : [{ z: zs[index]!, variance: Number(iv) ** 2 }]))
    const smile = { years: Number(days) / 365, forwardOverIndex: Number(forwardOverIndex), variance: fitHyperbola(points) }
    smiles.set(currency!, [...(smiles.get(currency!) ?? []), smile])
  }
  return new Map([...smiles].map(([currency, listed]) => [currency, createSurface(listed)]))
}

/** Between expiries, total variance is linear in time at equal z. Before the first and after the last, the smile keeps its shape. */
function createSurface(smiles: readonly Smile[]): Surface {
  const blend = (years: number): readonly [Smile, Smile, number] => {
    const after = smiles.findIndex((smile) => smile.years >= years)
    if (after === 0) return [smiles[0]!, smiles[0]!, 0]
    if (after === -1) return [smiles.at(-1)!, smiles.at(-1)!, 0]
    const [near, far] = [smiles[after - 1]!, smiles[after]!]
    return [near, far, (years - near.years) / (far.years - near.years)]
  }
  /** The total variance of the expiries up to this one. A later one must not have less, or a calendar spread could arbitrage it. */
  const floor = (logMoneyness: number, last: Smile): number => {
    let most = 0
    for (const smile of smiles) {
      most = Math.max(most, smile.years * smile.variance(logMoneyness / Math.sqrt(smile.years)))
      if (smile === last) return most
    }
    return most
  }
  return {
    totalVariance: (logMoneyness, years) => {
      const z = logMoneyness / Math.sqrt(years)
      const [near, far, weight] = blend(years)
      if (years <= near.years) return near.variance(z) * years
      const own =
        near === far ? near.variance(z) * years : (1 - weight) * near.variance(z) * near.years + weight * far.variance(z) * far.years
      return Math.max(own, floor(logMoneyness, near))
    },
    forwardOverIndex: (years) => {
      const [near, far, weight] = blend(years)
      if (near === far) return near.forwardOverIndex ** (years / near.years)
      return near.forwardOverIndex ** (1 - weight) * far.forwardOverIndex ** weight
    },
  }
}

/** For each bend (m, s) of a small grid, the rest is linear least squares. The best fit is kept. */
function fitHyperbola(points: readonly Point[]): (z: number) => number {
  let best: { error: number; variance: (z: number) => number } | undefined
  for (let m = -0.3; m <= 0.5; m += 0.05) {
    for (let s = 0.1; s <= 1.5; s *= 1.2) {
      const bend = (z: number): number => Math.sqrt((z - m) ** 2 + s ** 2)
      const coefficients = leastSquares(
        points.map(({ z }) => [1, z, bend(z)]),
        points.map(({ variance }) => variance),
      )
      if (coefficients === undefined || coefficients[2]! <= 0 || Math.abs(coefficients[1]!) >= coefficients[2]!) continue
      const variance = (z: number): number => coefficients[0]! + coefficients[1]! * z + coefficients[2]! * bend(z)
      const error = points.reduce((sum, point) => sum + (variance(point.z) - point.variance) ** 2, 0)
      if (best === undefined || error < best.error) best = { error, variance }
    }
  }
  if (best === undefined) throw new Error('a smile in smiles.csv cannot be fitted')
  return best.variance
}

/** The normal equations with three unknowns, solved by Cramer's rule. */
function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] | undefined {
  const matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)))
  const right = [0, 1, 2].map((i) => rows.reduce((sum, row, index) => sum + row[i]! * values[index]!, 0))
  const whole = determinant(matrix)
  if (Math.abs(whole) < 1e-12) return undefined
  return [0, 1, 2].map((column) => determinant(matrix.map((row, i) => row.map((cell, j) => (j === column ? right[i]! : cell)))) / whole)
}

function determinant(m: readonly (readonly number[])[]): number {
  const [a, b, c] = m as [number[], number[], number[]]
  return a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) - a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) + a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
}
