/** A listing and its marks for tests: options of two expiries around 100,000, and futures of both expiries. */
import type { InstrumentView } from '@parley/contracts'
import type { Mark } from '@parley/core'
import { chainOf, type Chain } from '../src/desks/chain.ts'

export const noon = 1_800_000_000_000
const DAY = 86_400_000
const strikes = [70, 80, 85, 90, 95, 97.5, 100, 102.5, 105, 110, 115, 120, 130].map((thousands) => thousands * 1000)
const EXPIRIES_IN_DAYS = [7, 70]

const common = { base_currency: 'BTC', margin_kind: 'INVERSE', min_block_size: '25' } as const

const options: InstrumentView[] = EXPIRIES_IN_DAYS.flatMap((days) =>
  strikes.flatMap((strike) =>
    (['CALL', 'PUT'] as const).map(
      (kind) =>
        ({
          ...common,
          id: days * 1_000_000 + strike + (kind === 'PUT' ? 1 : 0),
          kind: 'OPTION',
          option_kind: kind,
          strike: String(strike),
          expires_at: noon + days * DAY,
          quote_currency: 'BTC',
          min_tick_size: '0.0005',
          min_order_size_increment: '0.1',
        }) as InstrumentView,
    ),
  ),
)

const futures: InstrumentView[] = [undefined, ...EXPIRIES_IN_DAYS].map(
  (days) =>
    ({
      ...common,
      id: 1 + (days ?? 0),
      kind: 'FUTURE',
      option_kind: null,
      strike: null,
      expires_at: days === undefined ? null : noon + days * DAY,
      quote_currency: 'USD',
      min_tick_size: days === undefined ? '0.5' : '2.5',
      min_order_size_increment: '10',
    }) as InstrumentView,
)

export const listed: readonly InstrumentView[] = [...options, ...futures]

/** Deltas that fall with the strike, and matching prices. */
const callDelta = (strike: number): number => 1 / (1 + Math.exp((strike - 100_000) / 12_000))

export const markOf = (id: number): Mark => {
  if (id < 1_000_000) return { instrumentId: id, markPrice: 100_000 + id * 20, underlyingPrice: 100_000, indexPrice: 100_000, at: noon }
  const strike = Math.floor((id % 1_000_000) / 10) * 10
  const delta = id % 10 === 1 ? callDelta(strike) - 1 : callDelta(strike)
  const greeks = { delta, gamma: 0.00001, vega: 50, theta: -20 }
  return { instrumentId: id, markPrice: Math.abs(delta) / 10, underlyingPrice: 100_000, indexPrice: 100_000, greeks, at: noon }
}

export const chain: Chain = chainOf(listed, 'BTC', { from: noon, to: noon + 100 * DAY }, markOf)
