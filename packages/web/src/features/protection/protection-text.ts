/** Texts and figures of protections, for the header, the banners and the panel. Pure. */
import type { DeskBoundsView, PlatformStateView, ProtectionChangeView, ProtectionStateView } from '@parley/contracts'
import { type Measure, product, withCommas } from '@parley/core'
import { countdownText, minuteText } from '../../components/time-text.ts'
import { dollarText, groupedText } from '../../components/figure-text.ts'

export const measureLabels: Readonly<Record<Measure, string>> = {
  orders: 'Quotes filled',
  executions: 'Executions',
  quantity: 'Quantity',
  notional: 'Notional',
  delta: 'Delta',
  vega: 'Vega',
}

export const measureOf = (name: string): string => measureLabels[name as Measure] ?? name

/** The unit of the measure. A quantity is in the unit of its product. */
export function unitOf(measure: string, code: string): string {
  const { currency, contractCurrency } = product(code) ?? { currency: '', contractCurrency: '' }
  switch (measure) {
    case 'quantity':
      return contractCurrency
    case 'delta':
      return currency
    case 'notional':
      return 'USD'
    case 'vega':
      return 'USD per vol point'
    default:
      return ''
  }
}

/** `34 / 50 BTC`. Whole figures have no decimals, model figures have two. */
export const gaugeText = (measure: string, { used, most }: Gauge['use'], code: string): string =>
  `${figureText(used)} / ${figureText(most)} ${unitOf(measure, code)}`.trimEnd()

/** The current value of a net figure, if the bar shows a higher one that will be reached as older trades leave the window. */
export const nowText = ({ used, net }: Gauge['use']): string | undefined =>
  net === undefined || Number(net) === Number(used) ? undefined : `${figureText(net)} now`

const figureText = (text: string): string => groupedText(Number(text), Number.isInteger(Number(text)) ? 0 : 2)

export type Gauge = {
  readonly measure: string
  readonly use: ProtectionStateView['use'][string]
  /** The used share, 0 to 1. Net figures use the absolute value. */
  readonly share: number
  readonly tone: 'calm' | 'near' | 'full'
}

const NEAR = 0.6

export function gaugesOf({ use }: Pick<ProtectionStateView, 'use'>): readonly Gauge[] {
  return Object.entries(use).map(([measure, one]) => {
    const most = Number(one.most)
    const share = most === 0 ? 1 : Math.min(1, Math.abs(Number(one.used)) / most)
    return { measure, use: one, share, tone: share >= 1 ? 'full' : share >= NEAR ? 'near' : 'calm' }
  })
}

type LimitInUse = Pick<ProtectionStateView, 'limit' | 'use'>

/** Every measure of every limit, sorted by use. On a tie, market maker protection comes first. */
function byNearness(limits: readonly LimitInUse[]): readonly HeaderGauge[] {
  return limits
    .flatMap((state) => gaugesOf(state).map((gauge) => ({ ...gauge, name: state.limit.id, windowMs: state.limit.window_ms })))
    .toSorted((a, b) => b.share - a.share || Number(b.name === MMP) - Number(a.name === MMP))
}

/** The limit with the highest use, for the header. Market maker protection if nothing has filled. */
export const nearestGauge = (limits: readonly LimitInUse[]): HeaderGauge | undefined => byNearness(limits)[0]

/** The limits of the products of one ticket. If several products have the same limit, the one with the highest use. */
export const gaugesIn = (limits: readonly LimitInUse[], products: readonly string[]): readonly HeaderGauge[] =>
  byNearness(limits.filter(({ limit }) => products.includes(limit.product))).filter(
    ({ name, measure }, place, all) => all.findIndex((one) => one.name === name && one.measure === measure) === place,
  )

export type HeaderGauge = Gauge & { readonly name: string; readonly windowMs: number }
const MMP = 'MMP'

/** `34 / 50`, or a percentage if the figures are too long for a header. */
export function shortGaugeText({ use: { used, most }, share }: Pick<Gauge, 'use' | 'share'>): string {
  const text = `${figureText(used)} / ${figureText(most)}`
  return text.length > HEADER_CHARACTERS ? `${Math.round(share * 100)} %` : text
}
const HEADER_CHARACTERS = 11

/** A plain count needs a unit. A percentage does not. */
export const headerUnit = (gauge: Pick<Gauge, 'measure' | 'use' | 'share'>): string =>
  shortGaugeText(gauge).endsWith('%') ? '' : (headerUnits[gauge.measure as Measure] ?? '')
const headerUnits: Readonly<Record<Measure, string>> = {
  orders: 'fills',
  executions: 'fills',
  quantity: 'size',
  notional: '$',
  delta: 'delta',
  vega: 'vega',
}

/** `50 % · $25m`, or `50 % · $5m yours` if the user's own limit is smaller. Undefined without any limit. */
export function preTradeLimitsText({ most_deviation_percent, most_notional, own_most_notional: own }: PreTradeTexts): string | undefined {
  const distance = most_deviation_percent === null ? undefined : `${withCommas(String(Number(most_deviation_percent)))} %`
  const isOwn = own !== undefined && (most_notional === null || Number(own) < Number(most_notional))
  const notional = isOwn ? `${limitText(own)} yours` : most_notional === null ? undefined : limitText(most_notional)
  const both = [distance, notional].filter((text) => text !== undefined)
  return both.length === 0 ? undefined : both.join(' · ')
}
export const limitText = (text: string): string => dollarText(Number(text)).replace(NAUGHTS, '')
/** In `$25.00m` and `$1.50k`. */
const NAUGHTS = /\.0+(?=[a-z]+$)|(?<=\.\d+)0+(?=[a-z]+$)/
type PreTradeTexts = Pick<DeskBoundsView, 'most_deviation_percent' | 'most_notional' | 'own_most_notional'>

/** `60 s`, `2 min`, `500 ms`: the shortest exact form. */
export function spanText(ms: number): string {
  if (ms >= 60_000 && ms % 60_000 === 0) return `${ms / 60_000} min`
  if (ms >= 1_000 && ms % 100 === 0) return `${ms / 1_000} s`
  return `${ms} ms`
}

export const frozenTimeText = (ms: number | null): string => (ms === null ? 'until reset' : spanText(ms))

/** `00:08`, or `until reset`. */
export const untilText = (until: number | null, now: number): string => (until === null ? 'until reset' : countdownText(until - now))

type FrozenLike = Pick<ProtectionChangeView, 'limit' | 'product' | 'until'>

/** The frozen limit that ends last. Quoting resumes fully when it ends. */
export function longestFrozen<T extends FrozenLike>(frozen: Iterable<T>): T | undefined {
  const end = ({ until }: FrozenLike) => until ?? Infinity
  let longest: T | undefined
  for (const one of frozen) if (longest === undefined || end(one) > end(longest)) longest = one
  return longest
}

type PlatformWord = PlatformStateView['state']

export const titles: Readonly<Record<PlatformWord, string>> = {
  AVAILABLE: 'The platform is open',
  UNAVAILABLE: 'The platform is closed',
  AVAILABLE_CANCEL_ONLY: 'The platform is cancel-only',
}
export const works: Readonly<Record<PlatformWord, string>> = {
  AVAILABLE: 'All functions are available.',
  UNAVAILABLE: 'Prices, books and history stay live, and protections can be set and reset. Orders cannot be sent, changed or cancelled.',
  AVAILABLE_CANCEL_ONLY: 'You can cancel quotes, orders and RFQs, and use the kill switch. New orders are not accepted.',
}
export const becomes: Readonly<Record<PlatformWord, string>> = {
  AVAILABLE: 'opens',
  UNAVAILABLE: 'closes',
  AVAILABLE_CANCEL_ONLY: 'becomes cancel-only',
}

const shortLabel: Readonly<Record<PlatformWord, string>> = {
  AVAILABLE: 'open',
  UNAVAILABLE: 'closed',
  AVAILABLE_CANCEL_ONLY: 'cancel only',
}
const shortChangeLabel: Readonly<Record<PlatformWord, string>> = { AVAILABLE: 'opens', UNAVAILABLE: 'closes', AVAILABLE_CANCEL_ONLY: 'cancel only' } // prettier-ignore

export type PlatformInHeader = { readonly tone: 'live' | 'warn' | 'broken'; readonly word: string; readonly more: string }

/** One word for the header, including a change that is due soon, and a tooltip with what works and the next change. */
export function platformInHeader({ state, next_state: next, next_state_time: at }: PlatformStateView, now: number): PlatformInHeader {
  const isKnown = next !== null && at > 0
  const isClosingSoon = isKnown && state === 'AVAILABLE' && at - now <= ANNOUNCED_MS
  const then =
    next === null
      ? 'No change is scheduled.'
      : isKnown
        ? `It ${becomes[next]} at ${minuteText(at)}.`
        : `It ${becomes[next]} next, at a time that has not been announced.`
  return {
    tone: state === 'UNAVAILABLE' ? 'broken' : state === 'AVAILABLE' && !isClosingSoon ? 'live' : 'warn',
    word: isClosingSoon ? `${shortChangeLabel[next]} in ${soonText(at - now)}` : shortLabel[state],
    more: `${titles[state]}. ${works[state]}\n${then}`,
  }
}

/** Whole minutes, and seconds only in the last minute. */
const soonText = (ms: number): string => (ms > 60_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.max(0, Math.ceil(ms / 1_000))} s`)

/** How long before it takes place a change is announced. */
export const ANNOUNCED_MS = 30 * 60_000
