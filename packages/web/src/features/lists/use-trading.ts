/** Trades a list: the guard of a way, and the two clicks that send exactly what is shown (rulebook 22.8 to 22.11). */
import { type ListRfq, type ListTrade, type ListTradeTerms, tradeList } from '@parley/client'
import {
  formatPrice,
  guardWay,
  type ListWay,
  type NetAmount,
  netText,
  price as priceOf,
  priceText,
  refusedBeyondPercent,
  wayTexts,
  type WayToTrade,
} from '@parley/core'
import type { AccountReadingView } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { useHoldings } from '../../live/holdings.ts'
import { useDeskPercent } from '../../live/ticket-limits.ts'
import { useOldPrices } from '../../live/use-live.ts'
import { type OrderLabels, plainLabels } from '../order-entry/order-labels.ts'
import type { Offered } from '../order-entry/trade-press.ts'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { useArm } from '../order-entry/use-arm.ts'
import { useSender } from '../order-entry/use-sender.ts'
import { followPositions } from '../positions/feed.ts'
import { guardMessage } from '../rfq/ticket/guard-messages.ts'
import { feeSum } from '../structure/use-structure-fee.ts'
import { type LineNow, unitOf, useLinesReason } from './use-list.ts'

type Order = { readonly terms: ListTradeTerms; readonly what: string }
/** The order as it was shown at the first click. */
type ListOffered = Offered & { readonly order: Order; readonly words: OrderLabels }

type TradingOf = {
  readonly list: ListRfq
  readonly lines: readonly LineNow[]
  readonly best: WayToTrade
  readonly way: WayToTrade
  readonly mode: ListWay
  /** The places of the ticked lines. */
  readonly ticked: string
}

const NET_DECIMALS = 4

/** The message of the strictest guard, and whether it refuses or asks for the net price again. */
function guardTexts(way: WayToTrade, deskPercent: number | undefined) {
  const { line, ...guarded } = guardWay(way, deskPercent)
  const decimals = (line as LineNow | undefined)?.decimals ?? NET_DECIMALS
  const price = formatPrice((line === undefined ? way.net : way.trades.get(line.line)!.limit) as never)
  const message = guardMessage(guarded, { ...guarded, price, decimals })
  const says = message && `${line === undefined ? 'Net' : `Row ${line.row}`}: ${message}`
  const far = `Prices more than ${refusedBeyondPercent(deskPercent)} % away are not sent.`
  const remedy = line === undefined ? '' : ' Deselect the row to trade the others.'
  return {
    says,
    refusal: guarded.guard === 'REFUSE' ? `${says}. ${far}${remedy}` : undefined,
    isTypedTwice: guarded.guard === 'TYPE_TWICE',
  }
}

export function useTrading({ list, lines, best, way, mode, ticked }: TradingOf) {
  const arm = useArm()
  const guarded = guardTexts(way, useDeskPercent())
  const stale = useOldPrices(list)
  const closed = useLinesReason(lines)
  const net = formatPrice(way.net as never)
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
  const texts = wayTexts(way, { best, mode, unit: unitOf(list) })
  const words = plainLabels(texts.title, `${texts.how} · ${feeText(way)}`, texts.compared)
  const now: ListOffered = {
    ...{ side: 'BUY', quantity: isFixed ? ticked : String(way.lines.length), limit: isFixed ? '0' : net, average: undefined },
    ...{ entered: `${way.id} ${mode} ${ticked}`, stale, order: { terms: termsOf(way, mode), what: texts.title }, words },
  }
  const state = arm.stateOf(now)
  // Best per line keeps the limits of the first click: a line that has become worse stays open.
  const shown = isFixed && state === 'ARMED' ? (arm.asked!.offered as ListOffered) : now
  const nothing = way.lines.length === 0 ? nothingText(list, lines) : undefined
  const again = guarded.isTypedTwice && !typed.is(net) ? `${guarded.says}. Type the net price again.` : undefined
  return {
    ...{ arm, state, guarded, typed, sender, receipt },
    ...{ words: shown.words, sentence: texts.sentence, worse: arm.wordsOf(now) },
    reason: closed ?? nothing ?? guarded.refusal ?? again,
    press: () => arm.press(now, 'TWO', () => void sender.send(shown.order)),
  }
}

const nothingText = (list: ListRfq, lines: readonly LineNow[]): string =>
  lines.some(({ isOpen }) => isOpen)
    ? 'No selected line has quotes for its full size yet.'
    : `The list is ${list.lines.length === 0 ? 'empty' : 'closed'}. To ask again, paste its rows into a new list.`

function termsOf(way: WayToTrade, mode: ListWay): ListTradeTerms {
  if (way.kind === 'NET') return { way: 'NET_PRICE', netPriceId: way.id }
  const limits = [...way.trades].map(([line, { limit }]) => ({ line, price: formatPrice(limit) }))
  return way.kind === 'MAKER' ? { way: 'ONE_MAKER', deskName: way.maker!, limits } : { way: mode, limits }
}

/** The venue's fees of its lines. Undefined if they are not known. A net price is counted at the marks. */
const feesOf = ({ lines, trades }: WayToTrade) =>
  feeSum(
    (lines as readonly LineNow[]).map((line) =>
      line.feeAt(trades.get(line.line)?.average.toFixed(line.decimals) ?? String(line.mark ?? 0)),
    ),
  )

function feeText(way: WayToTrade): string {
  const fees = feesOf(way)
  if (fees === undefined) return 'fee not known'
  return `venue fee ${[...fees].map(([currency, amount]) => `${priceText(formatPrice(amount), NET_DECIMALS)} ${currency}`).join(' + ') || '0'}`
}

const LATER = 'The venue checks the margin of each new position when its block settles.'

/** The free margin of the account before the trade, and after the premium and the fee. */
export function useMarginText({ lines, venue }: ListRfq, way: WayToTrade): string {
  useEffect(followPositions, [])
  const accounts = useHoldings((held) => held.accounts)
  const rfq = lines[0]?.rfq
  const of = ({ account_name, ...one }: AccountReadingView) => one.venue === venue && account_name === rfq?.account
  const account = accounts?.find(of)
  const free = account?.balances.find(({ currency }) => currency === rfq?.quoteCurrency)?.available
  if (free === undefined) return `Free margin: not known. ${LATER}`
  const unit = rfq!.quoteCurrency
  const fee = feesOf(way)?.get(unit)
  const before = `Free margin at ${account!.account_name}: ${priceText(free, NET_DECIMALS)} ${unit}`
  // Futures cost no premium.
  if (fee === undefined || way.lines.some((line) => (line as LineNow).rfq.kind !== 'OPTION')) return `${before}. ${LATER}`
  return `${before}, and ${netText((priceOf(free) - way.net - fee) as NetAmount)} after premium and fee. ${LATER}`
}
