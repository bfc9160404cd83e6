import type { PlatformStateView, ProtectionStateView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import {
  gaugesIn,
  gaugesOf,
  gaugeText,
  longestFrozen,
  nearestGauge,
  nowText,
  platformInHeader,
  preTradeLimitsText,
  shortGaugeText,
  spanText,
  untilText,
} from './protection-text.ts'
import { platformText } from './platform-text.ts'

const noon = Date.UTC(2026, 10, 21, 12)

describe('11.2 a gauge shows the use of a limit', () => {
  it.each([
    ['0', '50', 0, 'calm'],
    ['34', '50', 0.68, 'near'],
    ['-40', '40', 1, 'full'],
    ['60', '50', 1, 'full'],
  ] as const)('%s of %s', (used, most, share, tone) => {
    expect(gaugesOf({ use: { delta: { used, most } } })).toEqual([{ measure: 'delta', use: { used, most }, share, tone }])
  })
  it('shows the figure in the unit of its measure', () => {
    expect(gaugeText('quantity', { used: '34', most: '50' }, 'DO')).toBe('34 / 50 BTC')
    expect(gaugeText('delta', { used: '-12.4', most: '40' }, 'EH')).toBe('−12.40 / 40 ETH')
    expect(gaugeText('notional', { used: '1250000', most: '5000000' }, 'DO')).toBe('1,250,000 / 5,000,000 USD')
    expect(gaugeText('executions', { used: '1', most: '2' }, 'DO')).toBe('1 / 2')
  })
  it('shows the current net figure if it is less than the one that blocks quotes', () => {
    expect(nowText({ used: '-32.4', most: '40', net: '-12.4' })).toBe('−12.40 now')
    expect(nowText({ used: '-32.4', most: '40', net: '-32.40' })).toBeUndefined()
    expect(nowText({ used: '34', most: '50' })).toBeUndefined()
  })
})

describe('11.2 the gauge in the header', () => {
  const limit = (id: string, use: ProtectionStateView['use']): Pick<ProtectionStateView, 'limit' | 'use'> => ({
    limit: { id, product: 'DO', label: null, window_ms: 1_000, frozen_ms: null, orders: null, executions: null, quantity: null, notional: null, delta: null, vega: null }, // prettier-ignore
    use,
  })
  const quiet = limit('MMP', { orders: { used: '0', most: '2' } })
  it('shows market maker protection while nothing has filled, otherwise the limit with the highest use', () => {
    const idle = limit('size', { quantity: { used: '0', most: '50' } })
    const used = limit('size', { quantity: { used: '34', most: '50' }, delta: { used: '-3', most: '40' } })
    expect(nearestGauge([idle, quiet])).toMatchObject({ name: 'MMP', measure: 'orders', tone: 'calm' })
    expect(nearestGauge([quiet, used])).toMatchObject({ name: 'size', measure: 'quantity', tone: 'near', windowMs: 1_000 })
    expect(nearestGauge([])).toBeUndefined()
  })
  it('shows only the limits of its products in a ticket, the highest use first', () => {
    const inProduct = (product: string, { limit: one, use }: ReturnType<typeof limit>) => ({ limit: { ...one, product }, use })
    const used = limit('size', { quantity: { used: '34', most: '50' }, delta: { used: '-3', most: '40' } })
    const limits = [
      inProduct('DO', quiet),
      inProduct('DO', used),
      inProduct('EH', limit('elsewhere', { delta: { used: '40', most: '40' } })),
    ]
    expect(gaugesIn(limits, ['DO']).map(({ name, measure }) => `${name} ${measure}`)).toEqual(['size quantity', 'size delta', 'MMP orders'])
    expect(gaugesIn(limits, [])).toEqual([])
    expect(gaugesIn([quiet, inProduct('DF', quiet)], ['DO', 'DF'])).toHaveLength(1)
  })
  it.each([
    ['1', '2', '1 / 2'],
    ['34', '50', '34 / 50'],
    ['-12.4', '40', '−12.40 / 40'],
    ['1250000', '5000000', '25 %'],
  ])('reads %s of %s as %s', (used, most, text) => {
    const [gauge] = gaugesOf({ use: { notional: { used, most } } })
    expect(shortGaugeText(gauge!)).toBe(text)
  })
})

it.each([
  [500, '500 ms'],
  [1_000, '1 s'],
  [1_500, '1.5 s'],
  [60_000, '1 min'],
  [90_000, '90 s'],
])('a window of %i ms reads %s', (ms, text) => expect(spanText(ms)).toBe(text))

describe('11.1 a frozen limit', () => {
  it('counts down, or shows that only the desk ends it', () => {
    expect(untilText(noon + 8_200, noon)).toBe('00:09')
    expect(untilText(null, noon)).toBe('until reset')
  })
  it('is represented by the one that lasts longest', () => {
    const [short, long, forever] = [noon + 1, noon + 9, null].map((until) => ({ limit: 'MMP', product: 'DO', until }))
    expect(longestFrozen([short!, long!])).toBe(long)
    expect(longestFrozen([short!, forever!, long!])).toBe(forever)
    expect(longestFrozen([])).toBeUndefined()
  })
})

describe('the state of the platform', () => {
  const platform = (state: PlatformStateView['state'], next: PlatformStateView['next_state'], at = 0): PlatformStateView => ({
    state,
    next_state: next,
    next_state_time: at,
  })
  it.each([
    [platform('AVAILABLE', null), 'live', 'open', 'The platform is open. All functions are available.\nNo change is scheduled.'],
    [platform('AVAILABLE', 'UNAVAILABLE', noon + 7_200_000), 'live', 'open', 'It closes at 2026-11-21 14:00 UTC.'],
    [platform('AVAILABLE', 'UNAVAILABLE', noon + 690_000), 'warn', 'closes in 12 min', 'It closes at 2026-11-21 12:11 UTC.'],
    [
      platform('AVAILABLE', 'AVAILABLE_CANCEL_ONLY', noon + 40_000),
      'warn',
      'cancel only in 40 s',
      'It becomes cancel-only at 2026-11-21 12:00 UTC.',
    ],
    [platform('AVAILABLE_CANCEL_ONLY', 'UNAVAILABLE', noon + 60_000), 'warn', 'cancel only', 'It closes at 2026-11-21 12:01 UTC.'],
    [platform('UNAVAILABLE', 'AVAILABLE'), 'broken', 'closed', 'It opens next, at a time that has not been announced.'],
  ] as const)('%o stands in the header at all times, %s as %s', (state, tone, word, more) => {
    const shown = platformInHeader(state, noon)
    expect(shown).toMatchObject({ tone, word })
    expect(shown.more).toContain(more)
  })
  it('shows nothing below the header while it is open and no change is near', () => {
    expect(platformText(platform('AVAILABLE', null), noon)).toBeUndefined()
    expect(platformText(platform('AVAILABLE', 'UNAVAILABLE', noon + 3_600_000), noon)).toBeUndefined()
  })
  it.each([
    [platform('AVAILABLE', 'UNAVAILABLE', noon + 90_000), 'The platform closes in 01:30', undefined],
    [platform('UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY', noon + 60_000), 'The platform is closed', 'It becomes cancel-only in 01:00.'],
    [platform('UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY', noon + 7_200_000), 'The platform is closed', 'It becomes cancel-only at 2026-11-21 14:00 UTC.'], // prettier-ignore
    [
      platform('AVAILABLE_CANCEL_ONLY', 'AVAILABLE'),
      'The platform is cancel-only',
      'It opens next, at a time that has not been announced.',
    ],
  ] as const)('%o', (state, title, next) => expect(platformText(state, noon)).toMatchObject({ title, next }))
})

describe('11.8 the pre-trade limits in the header', () => {
  it.each([
    ['50', '25000000', '50 % · $25m'],
    ['12.50', '1500', '12.5 % · $1.5k'],
    [null, '100', '$100'],
    ['1000', null, '1,000 %'],
    [null, null, undefined],
  ])('%s %% and %s dollars: %s', (most_deviation_percent, most_notional, text) =>
    expect(preTradeLimitsText({ most_deviation_percent, most_notional })).toBe(text),
  )

  it.each([
    ['25000000', '5000000', '50 % · $5m yours'],
    ['25000000', '25000000', '50 % · $25m'],
    ['25000000', '30000000', '50 % · $25m'],
    [null, '30000000', '50 % · $30m yours'],
  ])('%s dollars of the desk and %s of the person: %s', (most_notional, own_most_notional, text) =>
    expect(preTradeLimitsText({ most_deviation_percent: '50', most_notional, own_most_notional })).toBe(text),
  )
})
