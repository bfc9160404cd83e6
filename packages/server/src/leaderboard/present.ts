/** The leaderboard's figures as sent to clients: cents as dollars, counts as rates. */
import { responseQuantile, startOfDay, type LeaderPeriod, type Standings } from '@parley/core'
import type { LeaderFillsView, LeaderResponsesView, LeaderVolumesView } from '@parley/contracts'
import type { ResponseFigures } from './response-store.ts'
import type { VolumeFigures } from './volume-store.ts'

export type FillFigures = Pick<VolumeFigures, 'trades' | 'usd'> & Pick<ResponseFigures, 'quoted' | 'hit' | 'improvedUsd' | 'coveredUsd'>

const RATE_DECIMALS = 4

/** Cents as dollars. The amount may be larger than a price can represent. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const rate = (part: number, whole: number): string | null => (whole === 0 ? null : (part / whole).toFixed(RATE_DECIMALS))

/** A quantity of any size. */
function millionths(coin: bigint): string {
  const fraction = (coin % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  return `${coin / 1_000_000n}${fraction === '' ? '' : `.${fraction}`}`
}

type Together = Omit<VolumeFigures, 'coins'>

export const presentVolume = (
  { trades, usd, deltaUsd, vegaUsd }: Together,
  shownUsd: number,
): NonNullable<LeaderVolumesView['together']> => ({
  trades,
  volume_usd: dollars(usd),
  delta_usd: dollars(deltaUsd),
  vega_usd: dollars(vegaUsd),
  share: rate(usd, shownUsd) ?? '0',
})

export const presentCoins = ({ coins }: VolumeFigures): { currency: string; amount: string }[] =>
  Object.entries(coins)
    .map(([currency, coin]) => ({ currency, amount: millionths(coin) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))

export const presentFills = ({
  trades,
  usd,
  quoted,
  hit,
  improvedUsd,
  coveredUsd,
}: FillFigures): NonNullable<LeaderFillsView['together']> => ({
  ...{ fills: trades, volume_usd: dollars(usd), quoted, hits: hit },
  hit_rate: rate(hit, quoted),
  improvement_usd: dollars(improvedUsd),
  improvement_bps: coveredUsd === 0 ? null : ((improvedUsd / coveredUsd) * 10_000).toFixed(2),
})

export const presentResponses = ({ asked, quoted, steps }: ResponseFigures): NonNullable<LeaderResponsesView['together']> => ({
  ...{ asked, quoted },
  response_rate: rate(quoted, asked),
  median_ms: responseQuantile(steps, 0.5) ?? null,
  p90_ms: responseQuantile(steps, 0.9) ?? null,
})

type Head = Pick<LeaderVolumesView, 'as_of' | 'start' | 'end' | 'ranked_among'>

export const headOf = (
  until: number | undefined,
  { first, last }: LeaderPeriod,
  { rankedAmong }: Pick<Standings<unknown>, 'rankedAmong'>,
): Head => ({
  as_of: until ?? null,
  start: startOfDay(first),
  end: startOfDay(last + 1),
  ranked_among: rankedAmong,
})

/** Firms appear by name and not by id. */
export const presentRows = <F, View extends object>(
  { rows }: Standings<F>,
  moved: ReadonlyMap<string, number>,
  nameOf: (firm: string) => string,
  view: (figures: F, firm: string) => View,
) =>
  rows.map(({ firm, isOwn, rank, figures }) => ({
    ...{ firm: nameOf(firm), is_own: isOwn, rank: rank ?? null, change: moved.get(firm) ?? null },
    ...view(figures, firm),
  }))
