/** Reconciliation results as text and figures. Pure. */
import type { ComparedAccountView, DifferenceDetailView, DifferenceView } from '@parley/contracts'
import { displayDifferenceKind, priceText, quantityText } from '@parley/core'
import type { TextColumn } from '../../components/table-export.ts'
import { venueName } from './venue-account-text.ts'

export const outcomes = ['All', 'Matched', 'Missing at venue', 'Missing here', 'Differs'] as const
export type Outcome = (typeof outcomes)[number]

const DAY_MS = 86_400_000
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
export const dayBefore = (day: string): string => dayOf(Date.parse(day) - DAY_MS)
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS)

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
/** `21 NOV 26 14:31:07.412`: the time of a block, always in UTC. */
export function utcText(at: number): string {
  const [date, time] = new Date(at).toISOString().split('T') as [string, string]
  const [year, month, day] = date.split('-') as [string, string, string]
  return `${Number(day)} ${months[Number(month) - 1]} ${year.slice(2)} ${time.slice(0, 12)}`
}
export const utcClock = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** The difference between two times: `24 ms apart`. */
export function apartText(ours: number, theirs: number): string {
  const ms = Math.abs(theirs - ours)
  return ms < 10_000 ? `${ms} ms apart` : ms < 600_000 ? `${Math.round(ms / 1000)} s apart` : `${Math.round(ms / 60_000)} min apart`
}

/** The number of blocks for each filter chip. */
export function countsOf(accounts: readonly ComparedAccountView[]): Readonly<Record<Outcome, number>> {
  const sum = (of: (one: ComparedAccountView) => number) => accounts.reduce((total, one) => total + of(one), 0)
  const [matched, there, here, differs] = [
    sum((one) => one.matched),
    sum((one) => one.missing_there),
    sum((one) => one.missing_here),
    sum((one) => one.differs),
  ]
  return { All: matched + there + here + differs, Matched: matched, 'Missing at venue': there, 'Missing here': here, Differs: differs }
}

export function fits({ kind }: Pick<DifferenceView, 'kind'>, outcome: Outcome): boolean {
  switch (outcome) {
    case 'All':
      return true
    case 'Matched':
      return false
    case 'Missing at venue':
      return kind === 'MISSING_THERE'
    case 'Missing here':
      return kind === 'MISSING_HERE'
    case 'Differs':
      return kind !== 'MISSING_THERE' && kind !== 'MISSING_HERE'
  }
}

/** `Call Spread 18 DEC 26 92k / 96k · 25 · bought`. */
export function whatText({ description, quantity, side }: Pick<DifferenceView, 'description' | 'quantity' | 'side'>): string {
  const way = side === null ? [] : [side === 'BUY' ? 'bought' : 'sold']
  return [description, quantityText(quantity), ...way].join(' · ')
}

type Side = NonNullable<DifferenceDetailView['legs'][number]['ours']>

/** `Buy 25 @ 0.0391`. */
export const sideText = ({ side, quantity, price }: Side): string =>
  `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantityText(quantity)} @ ${priceText(price, 0)}`

/** A fee in coin is shown with all digits, a fee in dollars with cents and below. */
export const feeDigits = (currency: string): number => (currency.startsWith('USD') ? 2 : 8)

/** A fee in dollars, converted at the index price of the trade if it is charged in coin. Undefined if the index price is unknown. */
export function dollarsOf(amount: string | null, currency: string, index: string | null): number | undefined {
  if (amount === null) return undefined
  if (currency.startsWith('USD')) return Number(amount)
  return index === null ? undefined : Number(amount) * Number(index)
}

/** A question to the support of a venue: the facts, both sides, and the question. */
export function supportText(one: DifferenceDetailView): string {
  const legs = one.legs.map(({ instrument_name, ours, theirs }) => {
    const with_ = (side: Side | null) => (side === null ? 'none' : `${sideText(side)}, fee ${side.fee ?? 'unknown'} ${side.fee_currency}`)
    return `- ${instrument_name}: ours ${with_(ours)}; yours ${with_(theirs)}`
  })
  const times = [
    ...(one.settled_at === null ? [] : [`Settled here: ${utcText(one.settled_at)} UTC`]),
    ...(one.executed_at === null ? [] : [`In your record: ${utcText(one.executed_at)} UTC`]),
  ]
  return [
    `${displayDifferenceKind(one.kind)}: block ${one.venue_trade_id}, account ${one.account_name} at ${venueName(one.venue)}, ${one.day} (UTC).`,
    ...(one.venue_name === null ? [] : [`Your reference is ${one.venue_name}.`]),
    ...times,
    ...legs,
    ...(one.fee_schedule === null ? [] : [`We expected a fee of ${one.fee_schedule}.`]),
    'Please tell us which of the two is right, and why.',
  ].join('\n')
}

export const differenceColumns: readonly TextColumn<DifferenceView>[] = [
  { heading: 'Day', text: ({ day }) => day },
  { heading: 'Venue', text: ({ venue }) => venue },
  { heading: 'Account', text: ({ account_name }) => account_name },
  { heading: 'Difference', text: ({ kind }) => displayDifferenceKind(kind) },
  { heading: 'Besides', text: ({ also }) => also.map(displayDifferenceKind).join(', ') },
  { heading: 'Block', text: ({ venue_trade_id }) => venue_trade_id },
  { heading: 'Trade', text: ({ trade_id }) => trade_id ?? '' },
  { heading: 'Structure', text: ({ description }) => description },
  { heading: 'Side', text: ({ side }) => side ?? '' },
  { heading: 'Quantity', text: ({ quantity }) => quantity },
  { heading: 'Ours', text: ({ ours }) => ours ?? '' },
  { heading: 'Theirs', text: ({ theirs }) => theirs ?? '' },
  { heading: 'State', text: ({ state }) => state },
  { heading: 'Found', text: ({ found_at }) => new Date(found_at).toISOString() },
  { heading: 'Closed', text: ({ closed_at }) => (closed_at === null ? '' : new Date(closed_at).toISOString()) },
  { heading: 'Closed by', text: ({ closed_by }) => closed_by ?? '' },
  { heading: 'Reason', text: ({ reason }) => reason ?? '' },
]
