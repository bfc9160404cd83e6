import { describe, expect, it } from 'vitest'
import type { PayoffExtreme } from '@parley/core'
import { extremeText } from './payoff-labels.ts'

const at = (dollars: number, underlying: number, reach: 'AT' | 'BELOW' | 'ABOVE' = 'AT', isBound = false) =>
  ({ kind: 'AT', dollars, underlying, reach, isBound }) as const
const premium = (coins: number): PayoffExtreme => ({ kind: 'PREMIUM', coins, currency: 'BTC', dollars: coins * 91_482 })

describe('6.14 the texts of a maximum loss and gain', () => {
  it.each<[PayoffExtreme, 'LOSS' | 'GAIN', string]>([
    [{ kind: 'UNLIMITED', above: 100_000, otherwise: undefined }, 'LOSS', 'Unlimited above 100k'],
    [{ kind: 'UNLIMITED', above: 3_250, otherwise: undefined }, 'GAIN', 'Unlimited above 3,250'],
    [{ kind: 'UNLIMITED', above: undefined, otherwise: undefined }, 'GAIN', 'Unlimited'],
    [at(-21_250_000, 0), 'LOSS', '−$21.25m at 0'],
    [at(4_037_000, 120_000, 'ABOVE'), 'GAIN', '+$4.04m above 120k'],
    [at(-20_400, 80_000, 'BELOW'), 'LOSS', '−$20.4k below 80k'],
    [at(-20_400, 120_000, 'ABOVE', true), 'LOSS', '−$20.4k at most'],
    [premium(-1.2), 'LOSS', '1.20 BTC ($109.8k now)'],
    [premium(1.2), 'GAIN', '+1.20 BTC ($109.8k now)'],
    [premium(0.0525), 'LOSS', '+0.0525 BTC ($4.8k now)'],
    [premium(-0.0525), 'GAIN', '−0.0525 BTC ($4.8k now)'],
    [premium(-0.000042), 'LOSS', '0.000042 BTC ($4 now)'],
    [premium(-1_096), 'LOSS', '1,096.00 BTC ($100.26m now)'],
    [{ kind: 'UNKNOWN', reason: 'LATER_LEG' }, 'GAIN', '—'],
  ])('%o as a %s is %s', (extreme, which, words) => expect(extremeText(extreme, which).words).toBe(words))

  it('name the next corner of an unlimited loss, and why there is none', () => {
    expect(extremeText({ kind: 'UNLIMITED', above: 92_000, otherwise: at(-3_680_000, 0) }, 'LOSS').next).toBe('−$3.68m at 0')
    expect(extremeText({ kind: 'UNKNOWN', reason: 'HEDGE_EXPIRES_APART' }, 'LOSS').reason).toContain('another day')
  })
})
