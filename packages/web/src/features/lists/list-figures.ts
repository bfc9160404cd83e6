/** What the lines of a list would trade at now: the best of each line, each maker's complete offer, and the net prices. Pure. */
import { compareDecimals, type Level, type NetPrice, type Rfq, type Side, type Trade } from '@parley/client'
import {
  formatPrice,
  formatQuantity,
  priceText,
  type GuardedLine,
  type GuardFigures,
  type Structure,
  parsePrice,
  parseQuantity,
  type Price,
  type Quantity,
} from '@parley/core'
import { averageOf, type Fill, moneyText, sumOf, trimmed } from '../rfq/ticket/deal.ts'
import { feeSum, type StructureFee } from '../structure/use-structure-fee.ts'

/** A line with everything that is known of it now. */
export type LineNow = {
  readonly line: number
  readonly row: number | undefined
  readonly side: Side | undefined
  readonly rfq: Rfq
  readonly name: string
  readonly decimals: number
  readonly levels: readonly Level[]
  readonly trades: readonly Trade[]
  readonly mark: number | undefined
  readonly tick: number
  /** The figures of the price guard. Undefined until the instruments are known. */
  readonly guard: Readonly<Record<Side, GuardFigures>> | undefined
  readonly structure: Structure | undefined
  /** The venue's fee of the whole line at a price. Undefined if it is not known. */
  readonly feeAt: (price: string) => StructureFee | undefined
}

/** The trade of one line in its whole quantity. `limit` is the worst of its prices. */
export type LineTrade = { readonly limit: string; readonly average: string; readonly fills: readonly Fill[]; readonly money: bigint }

/** Best first, and older first at one price. */
export const levelsOf = (levels: readonly Level[], side: Side): readonly Level[] =>
  levels
    .filter((level) => level.side === side)
    .toSorted((a, b) => (side === 'BUY' ? -1 : 1) * compareDecimals(a.price, b.price) || a.createdAt - b.createdAt)

/** Undefined if the quotes do not have the whole quantity. */
export function tradeOf({ side, rfq, levels, decimals }: LineNow, maker?: string): LineTrade | undefined {
  if (side === undefined || rfq.quantity === undefined) return undefined
  const fills: Fill[] = []
  let left = parseQuantity(rfq.quantity) ?? 0
  for (const level of levelsOf(levels, side === 'BUY' ? 'SELL' : 'BUY')) {
    if (left <= 0) break
    if (maker !== undefined && level.deskName !== maker) continue
    const taken = Math.min(left, parseQuantity(level.quantity) ?? 0)
    fills.push({ maker: level.deskName, price: level.price, quantity: formatQuantity(taken as Quantity) })
    left -= taken
  }
  if (left > 0 || fills.length === 0) return undefined
  return {
    limit: fills.at(-1)!.price,
    average: averageOf(fills, decimals)!,
    fills,
    money: (side === 'BUY' ? 1n : -1n) * sumOf(fills).money,
  }
}

export type LineState = 'OPEN' | 'TRADED' | 'CLOSED'
/** A line trades in its whole quantity or not at all, so a line that has traded in part is no longer tradable with the list. */
export const stateOf = ({ rfq, trades }: LineNow): LineState =>
  trades.some(({ state }) => state !== 'REJECTED') ? 'TRADED' : rfq.state === 'OPEN' ? 'OPEN' : 'CLOSED'

export type Way = {
  readonly id: string
  readonly kind: 'BEST' | 'MAKER' | 'NET'
  /** `Best per line`, `ORRY, all 12`, `KEST, net price`. */
  readonly label: string
  readonly maker: string | undefined
  readonly makers: number
  /** The trade of each of its lines, by line. A net price has none. */
  readonly trades: ReadonlyMap<number, LineTrade>
  /** What the taker pays, to eight decimals. */
  readonly net: string
}

const MONEY_DECIMALS = 8
const moneyOf = (trades: ReadonlyMap<number, LineTrade>): string =>
  moneyText(
    [...trades.values()].reduce((sum, { money }) => sum + money, 0n),
    MONEY_DECIMALS,
  )

/** The ways to trade the ticked lines, the best of each line first, then by their net. Complete offers and net prices are for the whole list. */
export function waysOf(lines: readonly LineNow[], nets: readonly NetPrice[], isTicked: (line: LineNow) => boolean): readonly Way[] {
  const open = lines.filter((line) => stateOf(line) === 'OPEN')
  const tradesBy = (of: readonly LineNow[], maker?: string) =>
    new Map(of.flatMap((line) => {
      const trade = tradeOf(line, maker)
      return trade === undefined ? [] : [[line.line, trade] as const]
    })) // prettier-ignore
  const best = tradesBy(open.filter(isTicked))
  const isWhole = open.length === lines.length && lines.length > 0
  const desks = isWhole ? makersOf(lines) : []
  const complete = desks.flatMap((maker): readonly Way[] => {
    const trades = tradesBy(lines, maker)
    const id = `maker ${maker}`
    return trades.size < lines.length
      ? []
      : [{ id, kind: 'MAKER', label: `${maker}, all ${lines.length}`, maker, makers: 1, trades, net: moneyOf(trades) }]
  })
  const whole = isWhole ? nets : []
  const netWays = whole.map(({ id, deskName, netPrice }): Way => ({
    ...{ id, kind: 'NET', label: `${deskName}, net price`, maker: deskName, makers: 1, trades: new Map(), net: netPrice },
  }))
  const makers = new Set([...best.values()].flatMap(({ fills }) => fills.map(({ maker }) => maker))).size
  return [
    { id: 'best', kind: 'BEST', label: 'Best per line', maker: undefined, makers, trades: best, net: moneyOf(best) },
    ...[...complete, ...netWays].toSorted((a, b) => compareDecimals(a.net, b.net)),
  ]
}

/** Every desk that quotes a line. */
export const makersOf = (lines: readonly LineNow[]): readonly string[] =>
  [...new Set(lines.flatMap(({ levels }) => levels.flatMap(({ deskName }) => deskName ?? [])))].sort()

/** The lines of a net for the price guard. */
export const guardedLines = (lines: readonly LineNow[]): readonly GuardedLine[] =>
  lines.map(({ side, rfq, mark, tick }) => ({ side: side ?? 'BUY', quantity: Number(rfq.quantity ?? 0), mark, tick }))

export type MakerRow = {
  readonly maker: string
  readonly quoted: number
  readonly bestOn: number
  readonly complete: string | undefined
  readonly net: NetPrice | undefined
  readonly declined: boolean
}

/** The desks that were asked, those with the most quotes first. */
export function makerRows(
  asked: readonly string[],
  lines: readonly LineNow[],
  ways: readonly Way[],
  nets: readonly NetPrice[],
): readonly MakerRow[] {
  return [...new Set([...asked, ...makersOf(lines)])]
    .map((maker): MakerRow => {
      const isQuoting = (line: LineNow) => line.levels.some(({ deskName, side }) => deskName === maker && side !== line.side)
      const isBest = (line: LineNow) => tradeOf(line)?.fills[0]?.maker === maker
      return {
        maker,
        quoted: lines.filter(isQuoting).length,
        bestOn: lines.filter(isBest).length,
        complete: ways.find((way) => way.kind === 'MAKER' && way.maker === maker)?.net,
        net: nets.find(({ deskName }) => deskName === maker),
        declined: lines.length > 0 && lines.every(({ rfq }) => rfq.declines.some(({ deskName }) => deskName === maker)),
      }
    })
    .toSorted((a, b) => b.quoted - a.quoted || (a.maker < b.maker ? -1 : 1))
}

/** `a − b` of two amounts. */
export const differenceOf = (a: string, b: string): string => formatPrice(((parsePrice(a) ?? 0) - (parsePrice(b) ?? 0)) as Price)

/** With at least four decimals, and as many as it has. */
export const netText = (net: string): string => trimmed(net, 4)

/** `0.1500 BTC` for the lines of a way, or that it is not known. A net price is counted at the marks. */
export function feeText(way: Way, lines: readonly LineNow[]): string {
  const of = way.kind === 'NET' ? lines : lines.filter(({ line }) => way.trades.has(line))
  const fees = feeSum(of.map((line) => line.feeAt(way.trades.get(line.line)?.average ?? String(line.mark ?? 0))))
  return fees === undefined ? 'fee not known' : `venue fee ${feesText(fees)}`
}

export const feesText = (fees: StructureFee): string =>
  [...fees].map(([currency, amount]) => `${priceText(formatPrice(amount), 4)} ${currency}`).join(' + ') || '0'
