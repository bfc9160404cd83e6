/** Texts for a trade: the lines of its button, and a sentence with all details. Pure. */
import { expiryText, parseInstrumentName, type Price, priceText, priceToNumber, product, quantityText, withCommas } from '@parley/core'
import type { Leg, Side } from '@parley/client'
import { dollarText, groupedText, signedText } from '../../../components/figure-text.ts'
import type { OrderLabels } from '../../order-entry/order-labels.ts'
import { futureText } from '../../structure/future-labels.ts'
import { feeSum, type FeeOf } from '../../structure/use-structure-fee.ts'
import { averageOf, type Deal, dealtQuantity, moneyText, type Replaced, sumOf, trimmed } from './deal.ts'

/** The market data that the texts need in addition to the trade. */
export type DealMarket = {
  readonly legs: readonly Pick<Leg, 'instrumentName' | 'productCode' | 'ratio' | 'side' | 'price'>[]
  readonly kind: string
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly decimals: number
  readonly mark: number | undefined
  readonly index: number | undefined
  /** The venue's fee for a fill of the order. Undefined if it is not known. */
  readonly feeOf?: FeeOf | undefined
  /** The size of a hedge leg for a fill, rounded to whole contracts as it is sent (rulebook 3.10). */
  readonly hedgeSizeOf?: (instrumentName: string, quantity: string) => number | undefined
}

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const
const doing = { BUY: 'Buying', SELL: 'Selling' } as const

export function dealLabels(deal: Deal, market: DealMarket): OrderLabels {
  const limit = priceText(deal.price, market.decimals)
  const size = quantityText(deal.quantity)
  const hedges = hedgesOf(deal, market)
  const verb = verbs[deal.side]
  return {
    title: deal.replaces === undefined ? `${verb} ${size} · limit ${limit}` : replaceTitle(deal.replaces, { size, limit, market }),
    again: `Again: ${verb} ${size} @ ${limit}`,
    busy: deal.replaces === undefined ? `${doing[deal.side]} ${size} @ ${limit}…` : `Replacing: ${size} @ ${limit}…`,
    money: moneyLine(deal, market),
    last: hedges[0] === undefined ? lastText(deal, market) : `+ ${hedges[0].inCoin}`,
    sentence: sentenceOf(deal, market, hedges),
  }
}

type NewLimit = { readonly size: string; readonly limit: string; readonly market: DealMarket }

/** `Replace 0.1098 → 0.1100`, with the sizes if they change. */
function replaceTitle(replaced: Replaced, { size, limit, market }: NewLimit): string {
  const [was, before] = [priceText(replaced.price, market.decimals), quantityText(replaced.quantity)]
  if (before === size) return `Replace ${was} → ${limit}`
  return was === limit ? `Replace ${before} → ${size} @ ${limit}` : `Replace ${before} @ ${was} → ${size} @ ${limit}`
}

/** The sentence describes the new order, followed by what happens to the replaced one. */
function replacedText({ replaces }: Deal, market: DealMarket): string {
  if (replaces === undefined) return ''
  const was = `${quantityText(replaces.quantity)} @ ${priceText(replaces.price, market.decimals)}`
  return ` Replaces your ${was}${replaces.keepsPlace ? ' and keeps its time priority' : ' and loses its time priority'}.`
}

function sentenceOf(deal: Deal, market: DealMarket, hedges: readonly Hedge[]): string {
  const head = [`${verbs[deal.side]} ${quantityText(deal.quantity)}, limit ${priceText(deal.price, market.decimals)}`, executionText(deal)]
  const parts = [nowText(deal, market), restText(deal), paidText(deal, market, hedges)].filter((part) => part !== undefined)
  const takesBack = deal.takesBack.map((price) => ` Cancels your ${priceText(price, market.decimals)}.`).join('')
  return `${head.filter((part) => part !== undefined).join(', ')}: ${parts.join('; ')}.${replacedText(deal, market)}${takesBack}`
}

function executionText({ execution, accounts }: Deal): string | undefined {
  const over = accounts > 0 ? ` over ${accounts} accounts` : ''
  switch (execution) {
    case 'ALL_OR_NONE':
      return `all or none${over}`
    case 'IMMEDIATE':
      return 'immediate or cancel'
    case 'RESTS':
      return undefined
    case 'RESTS_HIDDEN':
      return 'hidden'
  }
}

/** `avg 0.04144 now (LIND 20 @ 0.0412, HLYD 30 @ 0.0416), 0.0005 over the mark`. */
function nowText(deal: Deal, market: DealMarket): string | undefined {
  if (deal.fills.length === 0) return 'nothing fills now'
  const isNamed = deal.fills.some(({ maker }) => maker !== undefined)
  const whole = deal.fills.map(
    ({ maker, price, quantity }) => `${maker ?? 'Anonymous'} ${quantityText(quantity)} @ ${priceText(price, market.decimals)}`,
  )
  const by = isNamed ? ` (${whole.join(', ')})` : ''
  const versus =
    market.mark === undefined
      ? ', no mark to compare with'
      : `, ${awayText(Number(averageOf(deal.fills, AVERAGE_DECIMALS)) - market.mark, market.decimals)}`
  return `${averageLabel(deal, market)} now${by}${versus}`
}

/** Averages are compared with marks at more decimals than are shown. */
const AVERAGE_DECIMALS = 8

const awayText = (away: number, decimals: number): string =>
  Number(away.toFixed(decimals)) === 0 ? 'at the mark' : `${groupedText(Math.abs(away), decimals)} ${away > 0 ? 'over' : 'under'} the mark`

/** A single price is shown as it is, and several as their average with one more decimal. */
function averageLabel(deal: Deal, { decimals }: DealMarket): string {
  const prices = new Set(deal.fills.map(({ price }) => price))
  if (prices.size === 1) return `at ${priceText(deal.fills[0]!.price, decimals)}`
  return `avg ${priceText(averageOf(deal.fills, decimals + 1) ?? '', decimals)}`
}

function restText({ execution, fills, rests, canceled }: Deal): string | undefined {
  const words: string[] = []
  if (Number(rests) > 0)
    words.push(
      `${quantityText(rests)} rests, ${execution === 'RESTS_HIDDEN' ? 'visible to your desk only' : 'visible to the makers you asked'}`,
    )
  if (Number(canceled) > 0) words.push(`${quantityText(canceled)} ${fills.length === 0 ? 'is cancelled immediately' : 'is cancelled'}`)
  return words.length === 0 ? undefined : words.join('; ')
}

/** The fee of a future does not fit into the line with its size, so it takes the place of the distance from the mark. */
function lastText(deal: Deal, market: DealMarket): string {
  const fee = market.kind === 'FUTURE' ? feeOfFills(deal, market) : undefined
  return partText(deal) ?? fee ?? versusMark(deal, market) ?? ''
}

/** For the button, if not everything trades immediately. */
function partText({ fills, rests, canceled }: Deal): string | undefined {
  if (Number(canceled) > 0) return `fills only ${dealtQuantity(fills)}; ${quantityText(canceled)} cancelled`
  return Number(rests) > 0 ? `${quantityText(rests)} rests` : undefined
}

function paidText(deal: Deal, market: DealMarket, hedges: readonly Hedge[]): string | undefined {
  if (deal.fills.length === 0) return undefined
  if (market.kind === 'FUTURE')
    return futureText(deal.side, dealtQuantity(deal.fills), market.legs).filter(Boolean).join(', ') + feePart(deal, market, '+')
  const { money } = sumOf(deal.fills)
  const verb = verbOf(deal.side, money)
  const dollars = inDollars(Math.abs(Number(moneyText(money, AVERAGE_DECIMALS))), market)
  const premium = `${premiumText(money, market)} ${market.quoteCurrency}${dollars === undefined ? '' : ` (${dollars})`}`
  const paid = `${verb} ${premium}${feePart(deal, market, feeSigns[verb])}`
  return [paid, ...hedges.map(({ words }) => words)].join(', ')
}

const feeSigns = { pay: '+', get: '−' } as const

/** `fee 0.03 BTC`, for the fills. Undefined if nothing fills or the fee is not known. A button leaves out the currency of the premium. */
function feeOfFills({ fills }: Deal, { feeOf, quoteCurrency }: DealMarket, length: 'WHOLE' | 'SHORT' = 'WHOLE'): string | undefined {
  const fees = feeOf === undefined || fills.length === 0 ? undefined : feeSum(fills.map((fill) => feeOf(fill)))
  if (fees === undefined || fees.size === 0) return undefined
  const isPlain = length === 'SHORT' && fees.size === 1 && fees.has(quoteCurrency)
  return `fee ${[...fees].map(([currency, amount]) => `${feeText(amount)}${isPlain ? '' : ` ${currency}`}`).join(' and ')}`
}

/** ` + fee 0.03 BTC`, or empty. */
function feePart(deal: Deal, market: DealMarket, sign: '+' | '−', length: 'WHOLE' | 'SHORT' = 'WHOLE'): string {
  const fee = feeOfFills(deal, market, length)
  return fee === undefined ? '' : ` ${sign} ${fee}`
}

const LEAST_FEE = 0.0001
/** Four decimals, or as many as a smaller fee needs. */
function feeText(amount: Price): string {
  const size = priceToNumber(amount)
  return withCommas(trimmed(size.toFixed(size > 0 && size < LEAST_FEE ? 8 : 4), 2))
}

/** For products whose premium is in coin. */
const inDollars = (size: number, { legs, baseCurrency, quoteCurrency, index }: DealMarket): string | undefined =>
  isApproximated(legs) && quoteCurrency === baseCurrency && index !== undefined ? dollarText(size * index) : undefined

const isApproximated = (legs: DealMarket['legs']): boolean =>
  product(legs.find(({ price }) => price === undefined)?.productCode ?? '')?.showUSDApproximation ?? false

/** The direction of payment. A negative price reverses it. */
const verbOf = (side: Side, money: bigint): 'pay' | 'get' => ((side === 'BUY') === money >= 0n ? 'pay' : 'get')

/** Coin with four decimals, dollars with two. */
function premiumText(money: bigint, { baseCurrency, quoteCurrency }: DealMarket): string {
  const size = money < 0n ? -money : money
  return withCommas(quoteCurrency === baseCurrency ? trimmed(moneyText(size, 4), 2) : moneyText(size, 2))
}

function moneyLine(deal: Deal, market: DealMarket): string {
  if (market.kind === 'FUTURE') {
    const quantity = deal.fills.length === 0 ? deal.quantity : dealtQuantity(deal.fills)
    return futureText(deal.side, quantity, market.legs).filter(Boolean).join(', ')
  }
  if (deal.fills.length === 0) return Number(deal.rests) > 0 ? 'nothing fills now' : 'nothing to fill now'
  const { money } = sumOf(deal.fills)
  const verb = verbOf(deal.side, money)
  return `${averageLabel(deal, market)} · ${verb} ${premiumText(money, market)} ${market.quoteCurrency}${feePart(deal, market, feeSigns[verb], 'SHORT')}`
}

const versusMark = ({ fills, price }: Deal, { mark, decimals }: DealMarket): string | undefined =>
  mark === undefined ? undefined : `${signedText(Number(averageOf(fills, AVERAGE_DECIMALS) ?? price) - mark, decimals)} vs mark`

type Hedge = { readonly words: string; readonly inCoin: string }

/** The hedges that trade with it at the price that the taker fixed: in contracts and in coin. */
function hedgesOf(deal: Deal, { legs, baseCurrency, hedgeSizeOf }: DealMarket): readonly Hedge[] {
  if (deal.fills.length === 0) return []
  return legs.flatMap((leg) => {
    if (leg.price === undefined) return []
    const verb = (leg.side === 'BUY') === (deal.side === 'BUY') ? 'buy' : 'sell'
    const amount = deal.fills.reduce(
      (sum, { quantity }) => sum + (hedgeSizeOf?.(leg.instrumentName, quantity) ?? Number(quantity) * Number(leg.ratio)),
      0,
    )
    const name = shortName(leg.instrumentName)
    const at = priceText(leg.price, 0)
    if (product(leg.productCode)?.marginType === 'LINEAR') {
      const coin = `${groupedText(amount, 2)} ${baseCurrency}`
      return [{ words: `${verb} ${coin} ${name} at ${at}`, inCoin: `${verb} ${coin} ${name}` }]
    }
    const coin = `${groupedText(amount / Number(leg.price), 2)} ${baseCurrency}`
    return [{ words: `${verb} $${groupedText(amount, 0)} ${name} (${coin} at ${at})`, inCoin: `${verb} ${coin} ${name}` }]
  })
}

function shortName(instrumentName: string): string {
  const name = parseInstrumentName(instrumentName)
  return name === undefined ? instrumentName : expiryText(name.expiresAt)
}
