/** The desks that were asked, one line each: their response time, quotes and outcome. Pure. */
import {
  type DealQuality,
  isVenueMakers,
  medianOf,
  parsePrice,
  type Price,
  priceText,
  quantityText,
  rankOf,
  type StandingQuote,
} from '@parley/core'
import type { RecordMaker, RecordQuote, RfqRecord } from '@parley/client'
import { declineLabels } from '../rfq/ticket/decline-labels.ts'
import { type Deal, dealtWith, isOwn } from './deal-view.ts'

export type RollCallRow = {
  readonly maker: string
  readonly afterMs: number | undefined
  readonly bid: string | undefined
  readonly ask: string | undefined
  /** The rank of the price on the traded side. */
  readonly rank: number | undefined
  readonly outcome: string
  readonly tone: 'dealt' | 'cover' | 'quoted' | 'silent'
}

type RollCallOf = {
  readonly record: RfqRecord
  readonly deal: Deal | undefined
  readonly quality: DealQuality | undefined
  readonly decimals: number
}

export function rollCall({ record, deal, quality, decimals }: RollCallOf): readonly RollCallRow[] {
  const quotes = deal === undefined ? lastShown(record.changes) : (record.deals.find(({ at }) => at === deal.at)?.quotes ?? [])
  const taken = deal?.side === 'BUY' ? 'SELL' : 'BUY'
  const rows = [...record.makers, ...venueMakers(record, deal)].map((maker): RollCallRow => {
    const bestOf = (side: 'BUY' | 'SELL') => best(quotes.filter((quote) => quote.deskName === maker.deskName && quote.side === side))
    const [bid, ask] = [bestOf('BUY'), bestOf('SELL')]
    const own = deal === undefined ? undefined : taken === 'SELL' ? ask : bid
    const parts =
      deal === undefined ? [] : (['BUY', 'SELL'] as const).flatMap((side) => dealtWith(deal, { deskName: maker.deskName, side }))
    const dealt = parts.map((trade) => `${quantityText(trade.quantity)} @ ${priceText(trade.price, decimals)}`).join(' + ')
    const refused = deal?.refused.filter((trade) => trade.role === 'MAKER' || trade.counterpartyDeskName === maker.deskName) ?? []
    const isCover = quality?.cover?.maker === maker.deskName
    return {
      maker: maker.deskName,
      afterMs: maker.answeredAt === undefined ? undefined : maker.answeredAt - record.askedAt,
      bid: bid?.price,
      ask: ask?.price,
      rank: own === undefined || record.rfq.role !== 'TAKER' ? undefined : rankOf(priceOf(own), taken, quotes.map(standing)),
      outcome:
        dealt !== ''
          ? `Traded ${dealt}${withVenue(maker.deskName)}`
          : refused.length > 0
            ? `Rejected ${refused.map((trade) => `${quantityText(trade.quantity)} @ ${priceText(trade.price, decimals)}`).join(' + ')}`
            : outcomeOf(maker, { isCover, hasQuoted: bid !== undefined || ask !== undefined, record }),
      tone: dealt !== '' ? 'dealt' : isCover ? 'cover' : bid !== undefined || ask !== undefined ? 'quoted' : 'silent',
    }
  })
  const order = { dealt: 0, cover: 1, quoted: 2, silent: 3 } as const
  return rows.toSorted(
    (a, b) => order[a.tone] - order[b.tone] || (a.rank ?? 99) - (b.rank ?? 99) || (a.afterMs ?? 1e9) - (b.afterMs ?? 1e9),
  )
}

/** A venue's own makers were not asked by name. They are listed if the trade was with them. */
const venueMakers = ({ makers }: RfqRecord, deal: Deal | undefined): readonly RecordMaker[] =>
  [...new Set(deal?.trades.flatMap((trade) => (isOwn(trade) ? (trade.counterpartyDeskName ?? []) : [])))]
    .filter((desk) => isVenueMakers(desk) && makers.every(({ deskName }) => deskName !== desk))
    .map((deskName) => ({ deskName, answeredAt: undefined, decline: undefined }))

const withVenue = (desk: string): string => (isVenueMakers(desk) ? ' at the venue, with its own makers' : '')

type Answer = { readonly isCover: boolean; readonly hasQuoted: boolean; readonly record: RfqRecord }

function outcomeOf({ decline, answeredAt }: RecordMaker, { isCover, hasQuoted, record }: Answer): string {
  if (isCover) return 'Cover'
  if (decline !== undefined) return `Declined · ${decline.text ?? declineLabels[decline.reason]}`
  if (hasQuoted) return record.deals.length === 0 ? 'Quoted' : 'Not traded'
  if (!record.isWhole) return '—'
  return answeredAt === undefined ? 'No response' : 'No live quote at the time'
}

const priceOf = ({ price }: RecordQuote): Price => parsePrice(price) ?? (0 as Price)
const standing = (quote: RecordQuote): StandingQuote => ({
  maker: quote.deskName,
  side: quote.side,
  price: priceOf(quote),
  quantity: 0 as StandingQuote['quantity'],
})

const best = (quotes: readonly RecordQuote[]): RecordQuote | undefined =>
  quotes.toSorted((a, b) => (a.side === 'BUY' ? priceOf(b) - priceOf(a) : priceOf(a) - priceOf(b)))[0]

/** The last state of each quote before it was removed. */
function lastShown(changes: readonly RecordQuote[]): readonly RecordQuote[] {
  const last = new Map<string, RecordQuote>()
  for (const change of changes) if (Number(change.quantity) > 0) last.set(`${change.deskName} ${change.side}`, change)
  return [...last.values()]
}

export const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** `6 of 7 responded, median 1.9 s · 5 quoted`. */
export function rollCallText(rows: readonly RollCallRow[]): string {
  const times = rows.flatMap(({ afterMs }) => afterMs ?? [])
  const median = medianOf(times)
  const quoted = rows.filter(({ bid, ask }) => bid !== undefined || ask !== undefined).length
  return `${times.length} of ${rows.length} responded${median === undefined ? '' : `, median ${secondsText(median)}`} · ${quoted} quoted`
}
