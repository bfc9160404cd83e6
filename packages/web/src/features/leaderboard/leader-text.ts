/** The figures of the leaderboard as text, for the screen and for the file. */
import { withCommas } from '@parley/core'
import type { LeaderPreferencesView, LeaderStrengthView } from '@parley/contracts'
import type { TextColumn } from '../../components/table-export.ts'
import { strategyLabel } from './leader-filters.ts'
import type { LeaderRow } from './leader-rows.ts'

export const DASH = '—'

export const percentText = (share: number | null, decimals = 0): string => (share === null ? DASH : `${(share * 100).toFixed(decimals)}%`)

export function waitText(ms: number | null): string {
  if (ms === null) return DASH
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}

export const bpsText = (bps: number | null): string => (bps === null ? DASH : `${bps.toFixed(1)} bp`)

/** A text next to the arrow, for screen readers. */
export function changeText(change: number | null): string {
  if (change === null) return 'No previous rank'
  if (change === 0) return 'Unchanged'
  return change > 0 ? `${change} up` : `${-change} down`
}

export const firmText = ({ firm, kind }: LeaderRow): string => (kind === 'OWN' ? `${firm} (you)` : firm)

/** To two decimals on the screen. The file and the tooltip have the exact amounts. */
export const roundedCoins = ({ coins }: LeaderRow): string =>
  coins.map(({ currency, amount }) => `${withCommas(Number(amount).toFixed(2))} ${currency}`).join(', ')

export const coinsText = ({ coins }: LeaderRow): string => coins.map(({ currency, amount }) => `${amount} ${currency}`).join(', ')

const measureText = { FASTEST: 'fastest', LARGEST: 'largest maker' } as const
const places = ['', 'second ', 'third '] as const

/** `Fastest in ETH Risk Reversal (Call)`, `Third largest maker in BTC Call`. */
export function strengthText({ measure, currency, strategy_code, rank }: LeaderStrengthView): string {
  const words = `${places[rank - 1] ?? ''}${measureText[measure]} in ${currency} ${strategyLabel(strategy_code)}`
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

type Naming = Pick<LeaderPreferencesView, 'disabled_leaderboard_anonymity' | 'is_named_today'>

/** How other firms see this firm today, and the date of a pending change. A change takes effect on the next UTC day (rulebook 20.9). */
export function shownText({ disabled_leaderboard_anonymity: isChosen, is_named_today: isNamed }: Naming): string {
  if (isChosen) return isNamed ? 'Others see your name' : 'Others see your name from tomorrow (UTC)'
  return isNamed ? 'You are anonymous to others from tomorrow (UTC)' : 'You are anonymous to others'
}

const plain = (value: number | null, decimals: number): string => (value === null ? '' : value.toFixed(decimals))

export const leaderColumns: readonly TextColumn<LeaderRow>[] = [
  { heading: 'Rank', text: ({ rank }) => plain(rank, 0) },
  { heading: 'Change', text: ({ change }) => plain(change, 0) },
  { heading: 'Firm', text: ({ firm }) => firm },
  { heading: 'Volume, USD', text: ({ volume }) => plain(volume, 2) },
  { heading: 'Volume, coin', text: coinsText },
  { heading: 'Delta, USD', text: ({ delta }) => plain(delta, 2) },
  { heading: 'Vega, USD', text: ({ vega }) => plain(vega, 2) },
  { heading: 'Share', text: ({ share }) => plain(share, 4) },
  { heading: 'Trades', text: ({ trades }) => plain(trades, 0) },
  { heading: 'RFQs', text: ({ asked }) => plain(asked, 0) },
  { heading: 'Response rate', text: ({ responseRate }) => plain(responseRate, 4) },
  { heading: 'Median, ms', text: ({ medianMs }) => plain(medianMs, 0) },
  { heading: 'P90, ms', text: ({ p90Ms }) => plain(p90Ms, 0) },
  { heading: 'Hit rate', text: ({ hitRate }) => plain(hitRate, 4) },
  { heading: 'Improvement, bp', text: ({ improvementBps }) => plain(improvementBps, 2) },
]
