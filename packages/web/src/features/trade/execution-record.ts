/** The execution record as a file: everything on the card, with exact prices and times. Pure. */
import { formatAmount, formatPrice } from '@parley/core'
import type { RfqRecord } from '@parley/client'
import { toCsv } from '../../components/table-export.ts'
import { averageOf, type Deal, dealFees, isOwn, qualityOf, refusalText } from './deal-view.ts'
import { rollCall } from './roll-call.ts'
import { isoText } from '../../components/time-text.ts'
import { NO_TIME, timelineOf } from './timeline.ts'

type Line = readonly [part: string, name: string, value: string, more?: string | undefined, last?: string | undefined]

const columns = (['Part', 'Name', 'Value', 'Price', 'Quantity'] as const).map((heading, place) => ({
  heading,
  text: (line: Line) => line[place] ?? '',
}))

export function executionRecord(record: RfqRecord, deal: Deal | undefined, decimals: number): string {
  return toCsv(columns, [...requestLines(record), ...(deal === undefined ? [] : [...dealLines(deal, decimals), ...refusedLines(deal)]), ...answerLines(record, deal, decimals), ...timeLines(record, decimals), ...changeLines(record)]) // prettier-ignore
}

const requestLines = ({ rfq, askedAt }: RfqRecord): readonly Line[] => [
  ['Request', 'RFQ', rfq.id],
  ['Request', 'Structure', rfq.description.replaceAll('\n', ' ')],
  ...rfq.legs.map(({ side, instrumentName, ratio, price, quantity }): Line => [
    'Leg',
    side,
    `${ratio} × ${instrumentName}`,
    price,
    quantity,
  ]),
  ['Request', 'Quantity', rfq.quantity ?? ''],
  ['Request', 'Asked', isoText(askedAt)],
]

/** A trade that the venue rejected is listed as such, and no figure contains it. */
const refusedLines = ({ refused }: Deal): readonly Line[] =>
  refused.map((trade): Line => ['Not traded', trade.id, [trade.counterpartyDeskName, refusalText(trade)].filter(Boolean).join(' · '), trade.price, trade.quantity]) // prettier-ignore

function dealLines(deal: Deal, decimals: number): readonly Line[] {
  const quality = qualityOf(deal)
  if (quality === undefined) return []
  const { cover, venue, mid, mark } = quality
  const { quoteCurrency } = deal.trades[0]!
  const versus = (name: string, one: typeof venue): Line =>
    one === undefined ? ['Trade', name, ''] : ['Trade', name, `${formatAmount(one.better)} ${quoteCurrency}`, one.price]
  return [
    ['Trade', deal.side, isoText(deal.at), averageOf(quality, decimals)],
    ...deal.trades.map((trade): Line => ['Trade', trade.id, isOwn(trade) ? (trade.counterpartyDeskName ?? '') : '', trade.price, trade.quantity]), // prettier-ignore
    ['Trade', 'Premium', `${formatAmount(quality.premium)} ${quoteCurrency}`],
    ...(dealFees(deal) ?? []).map(({ amount, currency }): Line => ['Trade', 'Venue fee', `${amount} ${currency}`]),
    ['Trade', 'Index', deal.indexPrice ?? ''],
    ['Trade', 'Venue bid', '', deal.venueBid],
    ['Trade', 'Venue ask', '', deal.venueAsk],
    ['Trade', 'Cover', cover?.maker ?? '', cover === undefined ? '' : formatPrice(cover.price)],
    versus('Better than the venue', venue),
    versus('Better than the mid', mid),
    versus('Better than the mark', mark),
    ...(deal.quotes ?? []).map(({ deskName, side, price, quantity, at }): Line => ['Quote at the trade', `${deskName} ${side}`, isoText(at), price, quantity]), // prettier-ignore
  ]
}

const answerLines = (record: RfqRecord, deal: Deal | undefined, decimals: number): readonly Line[] =>
  rollCall({ record, deal, quality: deal === undefined ? undefined : qualityOf(deal), decimals }).map(
    ({ maker, afterMs, outcome }): Line => ['Maker', maker, outcome, afterMs === undefined ? '' : `${afterMs} ms`],
  )

const timeLines = (record: RfqRecord, decimals: number): readonly Line[] =>
  timelineOf(record, decimals).map(({ name, at, detail }): Line => ['Time', name, at === NO_TIME ? '—' : isoText(at), detail]) // prettier-ignore

const changeLines = ({ changes }: RfqRecord): readonly Line[] =>
  changes.map(({ deskName, side, price, quantity, at }): Line => ['Quote change', `${deskName} ${side}`, isoText(at), price, quantity])
