/** Implied volatility over core's reference table: its speed, and its largest difference from the 50-digit values. */
import { readFileSync } from 'node:fs'
import { impliedVolatility, type PricedOption } from '@parley/core'
import type { Bench, Row } from './row.ts'

const TABLE = new URL('../../packages/core/src/pricing/reference/implied-volatility.csv', import.meta.url)
const ROUNDS = 9
const SWEEPS = 200

type KnownVolatility = { readonly option: PricedOption; readonly volatility: number }

const known: readonly KnownVolatility[] = readFileSync(TABLE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [forward, strike, years, type, price, volatility] = line.split(',') as [string, string, string, string, string, string]
    const kind = type === 'C' ? 'CALL' : 'PUT'
    return {
      option: { kind, forward: Number(forward), strike: Number(strike), years: Number(years), price: Number(price) },
      volatility: Number(volatility),
    }
  })

const error = ({ option, volatility }: KnownVolatility): number => Math.abs((impliedVolatility(option) ?? Number.NaN) / volatility - 1)

/** Microseconds of this thread's processor time per value, over many passes through the table. */
function sweep(): number {
  const began = process.threadCpuUsage()
  let sum = 0
  for (let times = 0; times < SWEEPS; times++) for (const { option } of known) sum += impliedVolatility(option)!
  const { user, system } = process.threadCpuUsage(began)
  if (!(sum > 0)) throw new Error('the reference table contains no volatilities')
  return (user + system) / (SWEEPS * known.length)
}

export const bench: Bench = {
  name: 'implied volatility',
  run(): Promise<readonly Row[]> {
    const times = Array.from({ length: ROUNDS }, sweep).sort((a, b) => a - b)
    const conditions = `${known.length} options, total deviation 0.0009 to 8.5, out to prices of 5e-18 of the forward; median of ${ROUNDS} rounds, processor time`
    return Promise.resolve([
      { what: 'implied volatility, one answer', figure: times[Math.floor(ROUNDS / 2)]!, unit: 'µs', bar: '≤ 1.5 µs', conditions },
      {
        what: 'implied volatility, largest relative error',
        figure: Math.max(...known.map(error)),
        unit: '',
        bar: '≤ 1e-12',
        conditions: 'against volatilities computed with 50 digits',
      },
    ])
  },
}
