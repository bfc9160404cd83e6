/** Trades a list: the ways of it, the guard of each line and of the net, and the two clicks that send exactly what is shown (rulebook 22.8 to 22.11). */
import { type ListRfq, type ListTrade, type ListTradeTerms, tradeList } from '@parley/client'
import { guardPrice, netFigures, refusedBeyondPercent } from '@parley/core'
import { useState } from 'react'
import { useDeskPercent } from '../../live/pre-trade-limits.ts'
import { useTradeReason } from '../../live/trade-reasons.ts'
import { useOldPrices } from '../../live/use-live.ts'
import { plainLabels, type OrderLabels } from '../order-entry/order-labels.ts'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { useArm } from '../order-entry/use-arm.ts'
import { useSender } from '../order-entry/use-sender.ts'
import type { Offered } from '../order-entry/trade-press.ts'
import { guardMessage } from '../rfq/ticket/guard-messages.ts'
import { rowOf } from './LineTable.tsx'
import { differenceOf, feeText, guardedLines, type LineNow, netText, type Way } from './list-figures.ts'

export type Mode = 'BEST_PER_LINE' | 'ALL_OR_NONE'
type Order = { readonly terms: ListTradeTerms; readonly what: string }
/** The order as it was shown at the first click. */
type ListOffered = Offered & { readonly order: Order; readonly words: OrderLabels }

export type Guarded = { readonly says: string | undefined; readonly refusal: string | undefined; readonly isTypedTwice: boolean }

/** The strictest of the guards of the lines and of the net (rulebook 22.11). */
export function guardWay(way: Way, lines: readonly LineNow[], deskPercent: number | undefined): Guarded {
  const judged = lines.flatMap((line) => {
    const trade = way.trades.get(line.line)
    if (trade === undefined || line.side === undefined) return []
    const { mark, decimals } = line
    const guard = guardPrice(line.side, Number(trade.limit), { ...(line.guard?.[line.side] ?? noFigures), deskPercent })
    const says = guardMessage(guard, { side: line.side, price: trade.limit, mark, decimals })
    return [{ guard, says: says && `Row ${rowOf(line)}: ${says}`, remedy: ' Deselect the row to trade the others.' }]
  })
  const traded = way.kind === 'NET' ? lines : lines.filter(({ line }) => way.trades.has(line))
  const figures = netFigures(guardedLines(traded), deskPercent)
  const ofNet = guardPrice('BUY', Number(way.net), figures)
  const netSays = guardMessage(ofNet, { side: 'BUY', price: way.net, mark: figures.mark, decimals: 4 })
  const all = [{ guard: ofNet, says: netSays && `Net: ${netSays}`, remedy: '' }, ...judged]
  const worst = all.toSorted((a, b) => order.indexOf(b.guard.guard) - order.indexOf(a.guard.guard))[0]!
  const far = `Prices more than ${refusedBeyondPercent(deskPercent)} % away are not sent.`
  return {
    says: worst.says,
    refusal: worst.guard.guard === 'REFUSE' ? `${worst.says}. ${far}${worst.remedy}` : undefined,
    isTypedTwice: worst.guard.guard === 'TYPE_TWICE',
  }
}
const noFigures = { mark: undefined, largestLegMark: undefined, venuePrice: undefined, tick: 0 }
const order = ['FREE', 'WARN', 'TYPE_TWICE', 'REFUSE']

export type TradingOf = {
  readonly list: ListRfq
  readonly lines: readonly LineNow[]
  readonly best: Way
  readonly way: Way
  readonly mode: Mode
  readonly ticked: string
}

export function useTrading({ list, lines, best, way, mode, ticked }: TradingOf) {
  const arm = useArm()
  const deskPercent = useDeskPercent()
  const stale = useOldPrices(list)
  const products = [...new Set(lines.flatMap(({ rfq }) => rfq.productCodes))]
  const closed = useTradeReason({ audience: 'DIRECT', products })
  const guarded = guardWay(way, lines, deskPercent)
  const net = netText(way.net)
  const typed = useTypedAgain(`${way.id} ${net}`)
  const [receipt, setReceipt] = useState<ListTrade>()
  const sender = useSender<Order, ListTrade, ListTrade>({
    key: `list-${list.id}`,
    whatOf: ({ what }) => what,
    commandOf: ({ terms }) => tradeList(list.id, terms),
    take: (answer) => {
      setReceipt(answer)
      return answer
    },
    cancel: () => undefined,
  })
  const isFixed = way.kind === 'BEST' && mode === 'BEST_PER_LINE'
  const words = labelsOf(way, lines, { mode, best, unit: unitOf(list) })
  const terms = termsOf(way, mode)
  const now: ListOffered = {
    ...{ side: 'BUY', quantity: isFixed ? ticked : String(way.trades.size), limit: isFixed ? '0' : way.net },
    ...{ average: undefined, entered: `${way.id} ${mode} ${ticked}`, stale, order: { terms, what: words.title }, words },
  }
  const state = arm.stateOf(now)
  // Best per line keeps the limits of the first click: a line that has become worse stays open.
  const shown = isFixed && state === 'ARMED' ? (arm.asked!.offered as ListOffered) : now
  const nothing = way.kind !== 'NET' && way.trades.size === 0 ? nothingText(list, lines) : undefined
  const again = guarded.isTypedTwice && !typed.is(net) ? `${guarded.says}. Type the net price again.` : undefined
  return {
    ...{ arm, state, guarded, typed, sender, receipt, net },
    words: shown.words,
    worse: arm.wordsOf(now),
    reason: closed ?? nothing ?? guarded.refusal ?? again,
    press: () => arm.press(now, 'TWO', () => void sender.send(shown.order)),
  }
}

export const unitOf = (list: ListRfq): string => list.lines[0]?.rfq.quoteCurrency ?? list.baseCurrency
const nothingText = (list: ListRfq, lines: readonly LineNow[]): string =>
  lines.some(({ rfq }) => rfq.state === 'OPEN')
    ? 'No selected line has quotes for its full size yet.'
    : `The list is ${list.lines.length === 0 ? 'empty' : 'closed'}. To ask again, paste its rows into a new list.`

function termsOf(way: Way, mode: Mode): ListTradeTerms {
  if (way.kind === 'NET') return { way: 'NET_PRICE', netPriceId: way.id }
  const limits = [...way.trades].map(([line, { limit }]) => ({ line, price: limit }))
  return way.kind === 'MAKER' ? { way: 'ONE_MAKER', deskName: way.maker!, limits } : { way: mode, limits }
}

export const payText = (net: string, unit: string): string =>
  net.startsWith('-') ? `receive ${netText(net.slice(1))} ${unit}` : `pay ${netText(net)} ${unit}`

type LabelFacts = { readonly mode: Mode; readonly best: Way; readonly unit: string }

function labelsOf(way: Way, lines: readonly LineNow[], { mode, best, unit }: LabelFacts): OrderLabels {
  const count = way.kind === 'NET' ? lines.length : way.trades.size
  const money = payText(way.net, unit)
  const trades = [...way.trades.values()].reduce((sum, { fills }) => sum + fills.length, 0)
  if (way.kind === 'BEST') {
    const makers = `${way.makers} ${way.makers === 1 ? 'maker' : 'makers'}`
    const all = mode === 'ALL_OR_NONE' ? ', all or none' : ''
    return plainLabels(`Trade ${count} ${count === 1 ? 'line' : 'lines'} at best prices${all}: ${money}`, `${makers} · ${trades} ${trades === 1 ? 'trade' : 'trades'} · ${feeText(way, lines)}`, '') // prettier-ignore
  }
  const more = differenceOf(way.net, best.net)
  const compared = best.trades.size < lines.length ? '' : `${netText(more.replace('-', ''))} ${unit} ${more.startsWith('-') ? 'better' : 'more'} than best per line` // prettier-ignore
  const whose = way.kind === 'NET' ? `${way.maker}’s net price` : `${way.maker}’s offer`
  return plainLabels(`Take ${whose} for all ${count}: ${money}`, `all or none · ${feeText(way, lines)}`, compared)
}

/** The effect of the click, in full sentences. */
export function tradeSentence(way: Way, lines: readonly LineNow[], mode: Mode, unit: string): string {
  if (way.kind !== 'NET' && way.trades.size === 0) return 'Nothing trades.'
  const count = way.kind === 'NET' ? lines.length : way.trades.size
  const figures = netFigures(guardedLines(way.kind === 'NET' ? lines : lines.filter(({ line }) => way.trades.has(line))), undefined)
  const over = figures.mark === undefined ? undefined : Number(way.net) - figures.mark
  const mark = over === undefined ? '' : `, ${Math.abs(over).toFixed(4)} ${over < 0 ? 'under' : 'over'} mark`
  const after = way.kind === 'BEST' && mode === 'BEST_PER_LINE' ? 'If a price worsens, that line stays open and the others trade.' : 'If a price worsens, nothing trades.' // prettier-ignore
  const split = lines.filter(({ line }) => (way.trades.get(line)?.fills.length ?? 0) > 1).map((line) => {
    const fills = way.trades.get(line.line)!.fills.map(({ maker, quantity, price }) => `${maker ?? '—'} ${quantity} @ ${price}`)
    return ` Row ${rowOf(line)} takes ${fills.join(' and ')}.`
  }) // prettier-ignore
  return `Trades ${count} ${count === 1 ? 'line' : 'lines'} with ${way.kind === 'BEST' ? `${way.makers} ${way.makers === 1 ? 'maker' : 'makers'}` : way.maker}. You ${payText(way.net, unit)} net${mark}.${split.join('')} ${after}` // prettier-ignore
}
