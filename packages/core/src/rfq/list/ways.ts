/**
 * The ways to trade a list with the quotes that its taker sees: the best of each line, each maker's complete offer, and the net prices (rulebook 22.8,
 * 22.9). The shard decides what trades; this is the preview of it.
 */
import { byPriceAndTime } from '../../book/priority.ts'
import { QUANTITY_DECIMALS, type Price, type Quantity } from '../../decimal.ts'
import { guardPrice, PRICE_GUARD_STEPS, type GuardedPrice, type GuardFigures, type PriceGuard } from '../../pricing/price-guard.ts'
import type { Side } from '../../structure/structure.ts'
import type { NetAmount } from '../model/list.ts'
import { netFigures } from './guard-net.ts'

/** One quote of a line. `priority` orders the quotes at one price, the earliest first. */
export type LineQuote = {
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly priority: number
  readonly maker: string | undefined
}

/** A line with the quotes on it. `row` is the number that the reader sees. */
export type QuotedLine = {
  readonly line: number
  readonly row: number
  /** The side that the taker wants. Undefined if the taker does not show it. */
  readonly side: Side | undefined
  readonly quantity: Quantity
  /** It has not closed, and nothing of it has traded. */
  readonly isOpen: boolean
  readonly quotes: readonly LineQuote[]
  readonly mark: number | undefined
  readonly tick: number
  /** The figures of the price guard. Undefined until the instruments are known. */
  readonly guard: Readonly<Record<Side, GuardFigures>> | undefined
}

/** The trade of one line in full. `limit` is the worst of its prices. */
export type LineTrade = { readonly limit: Price; readonly average: number; readonly fills: readonly LineQuote[]; readonly net: NetAmount }

export type ListPrice = { readonly id: string; readonly maker: string; readonly net: NetAmount }

export type WayToTrade = {
  readonly id: string
  readonly kind: 'BEST' | 'MAKER' | 'NET'
  /** Set for one maker's offer or net price. */
  readonly maker: string | undefined
  /** The number of makers that it trades with. */
  readonly makers: number
  /** By line. A net price has none. */
  readonly trades: ReadonlyMap<number, LineTrade>
  /** The lines that it trades. */
  readonly lines: readonly QuotedLine[]
  /** The amount that the taker pays. */
  readonly net: NetAmount
}

/** The quotes of one side, best first, and older first at one price (rulebook 5.9). */
export const bestFirst = (quotes: readonly LineQuote[], side: Side): readonly LineQuote[] =>
  quotes.filter((quote) => quote.side === side).sort(byPriceAndTime(side))

/** The trade of a line with every quote, or with those of one maker. Undefined if they do not cover its full quantity. */
export function lineTrade({ side, quantity, quotes }: QuotedLine, maker?: string): LineTrade | undefined {
  if (side === undefined) return undefined
  const fills: LineQuote[] = []
  let left: number = quantity
  for (const quote of bestFirst(quotes, side === 'BUY' ? 'SELL' : 'BUY')) {
    if (left <= 0) break
    if (maker !== undefined && quote.maker !== maker) continue
    fills.push({ ...quote, quantity: Math.min(left, quote.quantity) as Quantity })
    left -= quote.quantity
  }
  if (left > 0) return undefined
  // Exact, in units of 1e-14, and then rounded to those of an amount.
  const money = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.quantity), 0n)
  const unit = 10n ** BigInt(QUANTITY_DECIMALS)
  const amount = Number((money + (money < 0n ? -unit : unit) / 2n) / unit)
  const average = Number(money) / quantity / 1e8
  return { limit: fills.at(-1)!.price, average, fills, net: (side === 'BUY' ? amount : -amount || 0) as NetAmount }
}

/** The best of each ticked line first, then the others by their net. Complete offers and net prices are for the whole list, while it is whole. */
export function waysToTrade(
  lines: readonly QuotedLine[],
  nets: readonly ListPrice[],
  isTicked: (line: QuotedLine) => boolean,
): readonly WayToTrade[] {
  const isWhole = lines.length > 0 && lines.every(({ isOpen }) => isOpen)
  const best = tradesOf(
    lines.filter((line) => line.isOpen && isTicked(line)),
    undefined,
  )
  const complete = (isWhole ? makersOf(lines) : []).flatMap((maker): readonly WayToTrade[] => {
    const trades = tradesOf(lines, maker)
    return trades.size < lines.length
      ? []
      : [{ ...{ id: `maker ${maker}`, kind: 'MAKER', maker, makers: 1, trades, lines }, net: sumOf(trades) }]
  })
  const whole = (isWhole ? nets : []).map(({ id, maker, net }): WayToTrade => ({
    id,
    kind: 'NET',
    maker,
    makers: 1,
    trades: new Map(),
    lines,
    net,
  }))
  const makers = new Set([...best.values()].flatMap(({ fills }) => fills.map(({ maker }) => maker))).size
  const traded = lines.filter(({ line }) => best.has(line))
  return [
    { ...{ id: 'best', kind: 'BEST', maker: undefined, makers, trades: best, lines: traded }, net: sumOf(best) },
    ...[...complete, ...whole].sort((a, b) => a.net - b.net),
  ]
}

const tradesOf = (lines: readonly QuotedLine[], maker: string | undefined): ReadonlyMap<number, LineTrade> =>
  new Map(
    lines.flatMap((line) => {
      const trade = lineTrade(line, maker)
      return trade === undefined ? [] : [[line.line, trade] as const]
    }),
  )

const sumOf = (trades: ReadonlyMap<number, LineTrade>): NetAmount =>
  [...trades.values()].reduce((sum, { net }) => sum + net, 0) as NetAmount

const makersOf = (lines: readonly QuotedLine[]): readonly string[] =>
  [...new Set(lines.flatMap(({ quotes }) => quotes.flatMap(({ maker }) => maker ?? [])))].sort()

export type MakerOfList = {
  readonly maker: string
  /** The number of lines that it quotes on the side that the taker needs, and on which it is the best. */
  readonly quoted: number
  readonly bestOn: number
  /** The net of its complete offer. */
  readonly complete: NetAmount | undefined
  readonly net: NetAmount | undefined
}

/** The makers that were asked, those with the most quotes first. */
export function makersOfList(asked: readonly string[], lines: readonly QuotedLine[], ways: readonly WayToTrade[]): readonly MakerOfList[] {
  return [...new Set([...asked, ...makersOf(lines)])]
    .map((maker): MakerOfList => {
      const netOf = (kind: WayToTrade['kind']) => ways.find((way) => way.kind === kind && way.maker === maker)?.net
      return {
        maker,
        quoted: lines.filter(({ quotes, side }) => quotes.some((quote) => quote.maker === maker && quote.side !== side)).length,
        bestOn: lines.filter((line) => lineTrade(line)?.fills[0]?.maker === maker).length,
        complete: netOf('MAKER'),
        net: netOf('NET'),
      }
    })
    .sort((a, b) => b.quoted - a.quoted || (a.maker < b.maker ? -1 : 1))
}

export type GuardedWay = GuardedPrice & {
  /** The line that is furthest from its mark, or undefined for the net. */
  readonly line: QuotedLine | undefined
  readonly side: Side
  readonly price: number
  readonly mark: number | undefined
}

const steps: readonly PriceGuard[] = ['FREE', 'WARN', ...PRICE_GUARD_STEPS.map(({ guard }) => guard).reverse()]
const unknown: GuardFigures = { mark: undefined, largestLegMark: undefined, venuePrice: undefined, tick: 0 }

/** The strictest of the guards of the lines at their limits and of the net (rulebook 22.11). */
export function guardWay(way: WayToTrade, deskPercent: number | undefined): GuardedWay {
  const lines = way.lines.flatMap((line): readonly GuardedWay[] => {
    const trade = way.trades.get(line.line)
    if (trade === undefined || line.side === undefined) return []
    const price = trade.limit / 1e8
    const figures = { ...(line.guard?.[line.side] ?? unknown), deskPercent }
    return [{ ...guardPrice(line.side, price, figures), line, side: line.side, price, mark: line.mark }]
  })
  const figures = netFiguresOf(way.lines, deskPercent)
  const price = way.net / 1e8
  const net: GuardedWay = { ...guardPrice('BUY', price, figures), line: undefined, side: 'BUY', price, mark: figures.mark }
  return [net, ...lines].sort((a, b) => steps.lastIndexOf(b.guard) - steps.lastIndexOf(a.guard))[0]!
}

/** The net minus the cost of the lines at their marks. Undefined without a mark of every line. */
export function overMark({ lines, net }: WayToTrade): number | undefined {
  const { mark } = netFiguresOf(lines, undefined)
  return mark === undefined ? undefined : net / 1e8 - mark
}

/** The figures of the guard for the net of the lines. */
export const netFiguresOf = (lines: readonly QuotedLine[], deskPercent: number | undefined): GuardFigures =>
  netFigures(
    lines.map(({ side, quantity, mark, tick }) => ({ side: side ?? 'BUY', quantity: quantity / 1e6, mark, tick })),
    deskPercent,
  )
