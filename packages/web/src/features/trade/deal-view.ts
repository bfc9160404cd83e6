/** One trade for the trade card, with or without its record. Pure. */
import {
  type Amount,
  amountToNumber,
  dealQuality,
  type DealQuality,
  type DealVersus,
  formatAmount,
  formatPerUnit,
  formatPrice,
  formatQuantity,
  parsePrice,
  parseQuantity,
  type Price,
  priceText,
  product,
  type Quantity,
  quantityText,
  type StandingQuote,
} from '@parley/core'
import type { RecordDeal, RecordQuote, RfqRecord, TapeTrade, Trade } from '@parley/client'
import type { VenueFeeView } from '@parley/contracts'
import { rejectionText } from '../../live/venue-rejection-text.ts'
import type { Fees } from '../../live/venue-fees.ts'
import { venueNameOf } from '../booking/booking-messages.ts'
import { dollarText, groupedText, MINUS } from '../../components/figure-text.ts'
import { dollarValue } from './dollar-value.ts'
import { ivText } from './trade-iv.ts'

export type Deal = {
  readonly at: number
  /** The desk's own side, or the taker's for a trade on the tape. */
  readonly side: 'BUY' | 'SELL'
  /** The trades that settled or are settling. Empty if every one of them was rejected: then nothing was traded and there are no figures. */
  readonly trades: readonly TapeTrade[]
  /** The trades that the venue rejected or that were not booked. They count for nothing. */
  readonly refused: readonly Trade[]
  readonly markPrice: string | undefined
  readonly indexPrice: string | undefined
  readonly venueBid: string | undefined
  readonly venueAsk: string | undefined
  /** Only for the taker: the quotes of all makers just before the trade. */
  readonly quotes: readonly RecordQuote[] | undefined
  /** Why the other makers' quotes are not known. */
  readonly unknown: string
}

/** A maker can see only its own quotes, which do not show the next best price. */
export const dealOfRecord = (deal: RecordDeal, { rfq }: RfqRecord): Deal => ({
  ...deal,
  trades: deal.trades.filter(stands),
  refused: deal.trades.filter(isRefused),
  quotes: rfq.role === 'TAKER' ? deal.quotes : undefined,
  unknown: rfq.role === 'TAKER' ? 'too many quotes to show' : 'only the taker can see the others',
})

export const dealOfTrade = (trade: TapeTrade): Deal => ({
  ...{ trades: stands(trade) ? [trade] : [], refused: isRefused(trade) ? [trade] : [] },
  ...{ at: trade.executedAt, side: trade.side, markPrice: trade.markPrice, indexPrice: trade.indexPrice },
  ...{ venueBid: undefined, venueAsk: undefined, quotes: undefined, unknown: 'the quotes are not known' },
})

/** The deal that contains the trade, or the latest one in which something was traded, or the latest rejected one. */
export const dealWith = (deals: readonly RecordDeal[], tradeId: string | undefined): RecordDeal | undefined =>
  deals.find(({ trades }) => trades.some(({ id }) => id === tradeId)) ?? deals.findLast(({ trades }) => trades.some(stands)) ?? deals.at(-1)

export const isOwn = (trade: TapeTrade): trade is Trade => 'state' in trade

/** The venue rejected it, or it was not booked (rulebook 7.3). */
const isRefused = (trade: TapeTrade): trade is Trade => isOwn(trade) && trade.state === 'REJECTED'
const stands = (trade: TapeTrade): boolean => !isRefused(trade)

/** Fees from the lists, and those that became known since. */
export const withFees = <T extends Pick<Trade, 'id' | 'number' | 'venueFees'>>(rows: readonly T[], fees: Fees): readonly T[] =>
  rows.map((row) => {
    const known = row.venueFees ?? fees.get(row.number ?? row.id)
    return known === row.venueFees ? row : { ...row, venueFees: known }
  })

/** The deal with the venue's fees for the desk's own trades, as far as they are known. */
export const withDealFees = (deal: Deal, fees: Fees): Deal => ({
  ...deal,
  trades: deal.trades.map((trade) => (isOwn(trade) ? withFees([trade], fees)[0]! : trade)),
})

/** The venue's fees for the deal by coin. Undefined until the fees of all its trades are known. */
export function dealFees({ trades }: Deal): readonly VenueFeeView[] | undefined {
  const own = trades.filter(isOwn)
  const known = own.flatMap(({ venueFees }) => venueFees ?? [])
  if (own.length === 0 || own.some(({ venueFees }) => venueFees === undefined)) return undefined
  return [...Map.groupBy(known, ({ currency }) => currency)].map(([currency, fees]) => ({
    currency,
    amount: formatPrice(fees.reduce((sum, { amount }) => sum + (parsePrice(amount) ?? 0), 0) as Price),
  }))
}

/** A dollar or more in cents, everything else exactly. */
const feeAmountText = ({ amount, currency }: VenueFeeView): string =>
  currency.startsWith('USD') && Math.abs(Number(amount)) >= 1 ? groupedText(Number(amount), 2) : priceText(amount, 0)

/** `0.015 BTC`, or several coins one after the other. */
export const feesText = (fees: readonly VenueFeeView[]): string => fees.map((fee) => `${feeAmountText(fee)} ${fee.currency}`).join(', ')

/** The trade that filled a quote: a taker knows trades by their makers, and a maker's trades are all its own. */
export const dealtWith = ({ trades }: Deal, { deskName, side }: Pick<RecordQuote, 'deskName' | 'side'>): readonly Trade[] =>
  trades.filter(isOwn).filter((trade) => (trade.role === 'MAKER' ? trade.side === side : trade.side !== side && trade.counterpartyDeskName === deskName)) // prettier-ignore

const makerOf = (trade: TapeTrade): string => (isOwn(trade) ? (trade.counterpartyDeskName ?? '') : '')

const priceOf = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text))

const standing = ({ deskName, side, price, quantity }: RecordQuote): StandingQuote => ({
  maker: deskName,
  side,
  price: parsePrice(price) ?? (0 as Price),
  quantity: parseQuantity(quantity) ?? (0 as Quantity),
})

/** Undefined if nothing was traded. */
export function qualityOf(deal: Deal): DealQuality | undefined {
  if (deal.trades.length === 0) return undefined
  const refused = new Set(deal.refused.map(makerOf))
  const figures = {
    side: deal.side,
    fills: deal.trades.map((trade) => ({
      maker: makerOf(trade),
      price: parsePrice(trade.price) ?? (0 as Price),
      quantity: parseQuantity(trade.quantity) ?? (0 as Quantity),
    })),
    mark: priceOf(deal.markPrice),
    venueBid: priceOf(deal.venueBid),
    venueAsk: priceOf(deal.venueAsk),
  }
  const quotes = deal.quotes?.map(standing)
  // A quote whose trade was rejected took part, so it is not the cover.
  const { cover } = dealQuality({ ...figures, quotes: quotes?.filter(({ maker }) => !refused.has(maker)) })
  return { ...dealQuality({ ...figures, quotes }), cover }
}

export type DealText = {
  readonly verb: string
  /** `50 @ 0.04144`: an average has as many decimals as it needs, up to two more than the product. */
  readonly size: string
  readonly average: string
  /** `2.072 BTC`. Undefined if the price is not a premium. */
  readonly premium: string | undefined
  readonly dollars: string | undefined
}

const verbs = { BUY: 'Bought', SELL: 'Sold' } as const
/** For other desks' trades: without its subject the verb would mean that the viewer traded. */
const takersVerbs = { BUY: 'Taker bought', SELL: 'Taker sold' } as const

/** The price of a future is not an amount that is paid for it. */
export const hasPremium = ({ kind }: Pick<TapeTrade, 'kind'>): boolean => kind !== 'FUTURE'
const isDollar = (currency: string): boolean => /^USD/.test(currency)

export function dealText(deal: Deal, quality: DealQuality, decimals: number): DealText {
  const trade = deal.trades[0]!
  return {
    verb: (isOwn(trade) ? verbs : takersVerbs)[deal.side],
    size: quantityText(formatQuantity(quality.quantity)),
    average: priceText(averageOf(quality, decimals), decimals),
    premium: hasPremium(trade) ? amountText(quality.premium, trade.quoteCurrency) : undefined,
    dollars: hasPremium(trade) && !isDollar(trade.quoteCurrency) ? dollarsOf(quality.premium, deal.indexPrice) : undefined,
  }
}

export const averageOf = ({ premium, quantity }: DealQuality, decimals: number): string => formatPerUnit(premium, quantity, decimals + 2)

const untradedVerbs = { BUY: 'buy', SELL: 'sell' } as const

/** The title of a deal of which nothing was traded: `Not traded: sell 25 @ 0.0401, rejected by Deribit`. */
export function refusedTitle({ side, refused }: Deal, decimals: number): string {
  const { venue, booking } = refused[0]!
  const parts = refused.map(({ quantity, price }) => `${quantityText(quantity)} @ ${priceText(price, decimals)}`).join(' + ')
  return `Not traded: ${untradedVerbs[side]} ${parts}, ${booking === undefined ? `rejected by ${venueNameOf(venue)}` : 'not booked'}`
}

/** The reason of the venue, or of the desk that could not book it. */
export const refusalText = (trade: Trade): string =>
  `${trade.booking === undefined ? `${venueNameOf(trade.venue)}: ` : ''}“${rejectionText(trade)}”`

/** `2.072 BTC`, without a sign. */
const amountText = (amount: Amount, currency: string): string => `${quantityText(formatAmount(amount).replace('-', ''))} ${currency}`

const dollarsOf = (amount: Amount, index: string | undefined): string | undefined =>
  index === undefined ? undefined : dollarText(Math.abs(amountToNumber(amount) * Number(index)))

export type FigureText = {
  readonly name: string
  readonly value: string
  readonly detail: string
  readonly tone: 'good' | 'plain'
}

/** The four figures below the quote bar, each exact or a dash with its reason. */
export function figureTexts(deal: Deal, quality: DealQuality, { decimals, tick }: { decimals: number; tick: string | undefined }) {
  const { cover, mid, mark } = quality
  const known = deal.quotes !== undefined
  return [
    {
      name: 'Cover',
      value: cover === undefined ? '—' : priceText(formatPrice(cover.price), decimals),
      detail:
        cover === undefined
          ? known
            ? 'no other maker quoted this side'
            : deal.unknown
          : [`${cover.maker} ${quantityText(formatQuantity(cover.quantity))}`, ticksLabel(cover.price, deal, quality, tick)]
              .filter(Boolean)
              .join(' · '),
      tone: 'plain',
    },
    savedText(deal, quality, decimals),
    againstText('RFQ mid', mid, deal, quality, { decimals, missing: known ? 'quotes on one side only' : deal.unknown }),
    againstText('mark', mark, deal, quality, { decimals, missing: 'the mark was not known' }),
  ] as const satisfies readonly FigureText[]
}

/** The venue charges the same fee for a trade at its own prices, so the saving is the same before and after fees. */
function savedText(deal: Deal, quality: DealQuality, decimals: number): FigureText {
  const text = versusText('Saved vs venue', quality.venue, deal, quality, {
    decimals,
    missing: 'the venue’s prices were not known',
    sign: 1,
  })
  return quality.venue === undefined ? text : { ...text, detail: [text.detail, 'same fee there'].filter(Boolean).join(' · ') }
}

/** For a trade without its record: the figures of the trade itself, each shown or left out. */
export function publishedFigures(trade: TapeTrade, deal: Deal, quality: DealQuality, decimals: number): readonly FigureText[] {
  const mark = againstText('mark', quality.mark, deal, quality, { decimals, missing: 'the mark was not known' })
  const kind = trade.kind ?? 'OPTION'
  const value = dollarValue({ ...trade, kind })
  const plain = (name: string, text: string | undefined, detail: string): readonly FigureText[] =>
    text === undefined ? [] : [{ name, value: text, detail, tone: 'plain' }]
  const iv = ivText(trade)
  return [
    mark,
    ...plain('Traded volatility', iv, iv?.includes('/') ? 'of each leg, in order' : 'of the leg'),
    ...plain('Index at trade', trade.indexPrice && `$${groupedText(Number(trade.indexPrice), 2)}`, trade.baseCurrency),
    ...plain('Value', value === undefined ? undefined : dollarText(value), kind === 'FUTURE' ? 'size in USD' : 'premium in USD'),
  ]
}

/** `Below mark 0.0399: cost`: on which side of the reference the trade was, and whether that cost or gained the difference. */
function againstText(
  name: string,
  versus: DealVersus | undefined,
  deal: Deal,
  quality: DealQuality,
  how: Omit<VersusText, 'sign'>,
): FigureText {
  const isGained = versus !== undefined && versus.better > 0n
  const at = versus === undefined ? name : `${versus.better === 0n ? 'At' : (deal.side === 'BUY') === isGained ? 'Below' : 'Above'} ${name}`
  const outcome = versus === undefined || versus.better === 0n ? '' : isGained ? ': gained' : ': cost'
  const text = versusText(at, versus, deal, quality, { ...how, sign: isGained ? 1 : -1 })
  return { ...text, name: text.name + outcome }
}

type VersusText = { readonly decimals: number; readonly missing: string; readonly sign: 1 | -1 }

/** `sign` is 1 if a positive value is in the desk's favour, and -1 if it is a loss. */
function versusText(
  name: string,
  versus: DealVersus | undefined,
  deal: Deal,
  { quantity }: DealQuality,
  { decimals, missing, sign }: VersusText,
): FigureText {
  const trade = deal.trades[0]!
  if (versus === undefined) return { name, value: '—', detail: missing, tone: 'plain' }
  const amount = (sign === 1 ? versus.better : -versus.better) as Amount
  const minus = amount < 0n ? MINUS : ''
  const unit = `${minus}${formatPerUnit(amount, quantity, decimals + 2).replace('-', '')} per unit`
  const dollars = isDollar(trade.quoteCurrency) ? undefined : dollarsOf(amount, deal.indexPrice)
  return {
    name: `${name} ${priceText(versus.price, decimals)}`,
    value: hasPremium(trade) ? `${minus}${amountText(amount, trade.quoteCurrency)}` : unit,
    detail: hasPremium(trade) ? [unit, dollars === undefined ? '' : `${minus}${dollars}`].filter(Boolean).join(' · ') : '',
    tone: sign === 1 && amount > 0n ? 'good' : 'plain',
  }
}

/** How many ticks behind the worst traded price. */
function ticksLabel(price: Price, { side, trades }: Deal, _quality: DealQuality, tick: string | undefined): string {
  const step = priceOf(tick)
  if (step === undefined || step === 0) return ''
  const dealt = trades.map((trade) => priceOf(trade.price) ?? (0 as Price))
  const worst = side === 'BUY' ? Math.max(...dealt) : Math.min(...dealt)
  return behindText(((side === 'BUY' ? price - worst : worst - price) as number) / step)
}

function behindText(ticks: number): string {
  if (!Number.isInteger(ticks)) return ''
  if (ticks === 0) return 'the same price'
  const count = `${Math.abs(ticks)} ${Math.abs(ticks) === 1 ? 'tick' : 'ticks'}`
  return ticks > 0 ? `${count} behind` : `${count} better, not taken`
}

/** `LIND 20 @ 0.0412 + HLYD 30 @ 0.0416`. */
export const partsText = (trades: readonly TapeTrade[], decimals: number): string =>
  trades.map((trade) => `${makerOf(trade)} ${quantityText(trade.quantity)} @ ${priceText(trade.price, decimals)}`.trim()).join(' + ')

/** The futures that traded with the options: `sold $1,532,990 BTC-PERPETUAL at 91,445.0`. */
export function hedgeTexts({ trades }: Deal): readonly string[] {
  const sums = new Map<string, { verb: string; quantity: number; name: string; price: string; unit: string }>()
  for (const { kind, legs, baseCurrency } of trades)
    for (const leg of kind === 'OPTION_FUTURE' ? legs.filter(({ instrumentName }) => !/-[CP]$/.test(instrumentName)) : []) {
      const verb = leg.side === 'BUY' ? 'bought' : 'sold'
      const key = `${verb} ${leg.instrumentName}`
      const before = sums.get(key)?.quantity ?? 0
      const unit = product(leg.productCode)?.marginType === 'LINEAR' ? baseCurrency : '$'
      sums.set(key, { verb, quantity: before + Number(leg.quantity), name: leg.instrumentName, price: leg.price, unit })
    }
  return [...sums.values()].map(
    ({ verb, quantity, name, price, unit }) =>
      `${verb} ${unit === '$' ? `$${groupedText(quantity, 0)}` : `${quantityText(String(quantity))} ${unit}`} ${name.replace('PERPETUAL', 'PERP')} at ${priceText(price, 1)}`,
  )
}
