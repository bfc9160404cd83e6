/** A maker quotes a list: its lines one by one in one batch, a net price for the whole list, or both (rulebook 22.4 to 22.7). */
import {
  isResting,
  type ListRfq,
  type NetPrice,
  type Order,
  type OrderLine,
  type OrderVerdict,
  placeOrders,
  quoteNet,
  type Side,
} from '@parley/client'
import { countText, type ListPrice, netFiguresOf, netText, price as priceOf } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import type { DirectRfq } from '../../live/audiences.ts'
import { useDeskPercent } from '../../live/ticket-limits.ts'
import { isOnlySmaller } from '../order-entry/approval.ts'
import { isTypedAgain, useTypedAgain } from '../order-entry/typed-again.ts'
import { useSender } from '../order-entry/use-sender.ts'
import { judgePrice } from '../rfq/ticket/judge-price.ts'
import { priceFromText } from '../rfq/ticket/maker-form.ts'
import { orderLineOf } from '../rfq/ticket/use-quoting.ts'
import { useNeedsApprovalTogether } from '../rfq/use-notional-reasons.ts'
import { quotedSides } from '../structure/one-sided.ts'
import type { MarkOf } from '../structure/use-structure.ts'
import type { LineNow } from './use-list.ts'

export const sidesOfLine = ({ side }: Pick<LineNow, 'side'>): readonly Side[] => quotedSides({ takerSide: side })
export const keyOf = ({ rfq }: LineNow, side: Side): string => `${rfq.id} ${side}`
/** The desk's quote of the line itself. The parts of a net price are hidden orders. */
export const quoteOf = (orders: readonly Order[], side: Side): Order | undefined =>
  orders.find((order) => order.kind === 'QUOTE' && order.side === side && !order.isHidden && isResting(order))

/** A price as it was typed, and typed again. Another price forgets the second one. */
export type TypedPrices = ReadonlyMap<string, { readonly price: EnteredNumber; readonly again: EnteredNumber }>

export type DraftsOf = {
  readonly lines: readonly LineNow[]
  readonly typed: TypedPrices
  readonly ordersOf: (rfqId: string) => readonly Order[]
  readonly markOf: MarkOf
}
/** Quotes of several lines are a batch, which cannot wait for approval (rulebook 11.15). */
type JudgedBy = DraftsOf & { readonly isAbove: ReturnType<typeof useNeedsApprovalTogether> }
/** A price that has to be typed again (rulebook 22.17). */
export type FarPrice = {
  readonly key: string
  readonly side: Side
  readonly row: number
  readonly says: string
  readonly again: EnteredNumber
}
/** A price that differs from the desk's resting quote: its order, or the reason why it cannot be sent. */
type Draft = Pick<FarPrice, 'row'> & {
  readonly order?: OrderLine
  readonly far?: FarPrice | undefined
  readonly problem?: string | undefined
}

/** Undefined for a side without a new price. */
function draftOf(
  line: LineNow,
  side: Side,
  { typed, ordersOf, markOf, isAbove }: JudgedBy,
  deskPercent: number | undefined,
): Draft | undefined {
  const { rfq, row, structure, guard, decimals } = line
  const key = keyOf(line, side)
  const { price: text, again } = typed.get(key) ?? { price: '', again: '' }
  const held = quoteOf(ordersOf(rfq.id), side)
  if (text === '' || (text !== undefined && held?.price === text)) return undefined
  const refused = (problem: string): Draft => ({ row, problem: `Line ${row}: ${problem}` })
  if (text === undefined) return refused('enter a valid price.')
  if (rfq.state !== 'OPEN') return refused('it is closed. Clear its price.')
  if (structure === undefined) return refused('its instruments are loading.')
  const { legPrices, price, reason } = priceFromText(structure, text, markOf)
  if (legPrices === undefined) return refused(reason ?? 'enter a valid price.')
  const judged = judgePrice(side, price, { ...guard![side], deskPercent }, decimals)
  const refusal = judged.reason(true)
  if (refusal !== undefined) return refused(refusal)
  const sizes = { quantity: rfq.quantity!, price }
  if (isAbove([{ structure, quantity: rfq.quantity }]) && !isOnlySmaller(sizes, held))
    return refused('a colleague has to approve a quote of this size. Open the line, and quote one side in its own ticket.')
  const draft = { side, price, legPrices, quantity: rfq.quantity!, replaces: held?.id }
  const order = orderLineOf(draft, { rfq: rfq as DirectRfq, structure, held, account: undefined, chosen: '' })
  if (!judged.isTypedTwice) return { row, order }
  const far = { key, side, row, says: `Line ${row}: ${judged.says}`, again }
  return { row, order, far, problem: isTypedAgain(again, text) ? undefined : `${far.says}. Type the price again.` }
}

/** The prices that differ from the desk's resting quotes. `problem` is the first reason why one of them cannot be sent. */
function draftsOf(facts: JudgedBy, deskPercent: number | undefined) {
  const drafts = facts.lines.flatMap((line) => sidesOfLine(line).flatMap((side) => draftOf(line, side, facts, deskPercent) ?? []))
  const sent = drafts.flatMap(({ order, row }) => (order === undefined ? [] : [{ order, row }]))
  return {
    orders: sent.map(({ order }) => order),
    rows: sent.map(({ row }) => row),
    far: drafts.flatMap(({ far }) => far ?? []),
    problem: drafts.find(({ problem }) => problem !== undefined)?.problem,
  }
}

type Batch = { readonly orders: readonly OrderLine[]; readonly rows: readonly number[] }
type BatchOutcome = readonly { readonly row: number; readonly refusal: string | undefined }[]

export function useLineQuotes(list: ListRfq, facts: DraftsOf) {
  const drafts = draftsOf({ ...facts, isAbove: useNeedsApprovalTogether(list) }, useDeskPercent())
  const sender = useSender<Batch, { readonly rows: readonly number[]; readonly verdicts: readonly OrderVerdict[] }, BatchOutcome>({
    key: `list-quotes-${list.id}`,
    whatOf: ({ orders }) => countText(orders.length, 'quote'),
    commandOf: ({ orders, rows }) => {
      const placed = placeOrders('DIRECT', orders)
      return { ...placed, send: async (client, how) => ({ rows, verdicts: await placed.send(client, how) }) }
    },
    take: ({ rows, verdicts }) => verdicts.map(({ index, refusal }) => ({ row: rows[index]!, refusal: refusal?.message })),
    cancel: () => undefined,
  })
  return { drafts, sender, send: () => sender.send(drafts) }
}

/** The net price of the form, judged as what the maker gives for all lines. */
export function useNetQuote(list: ListRfq, lines: readonly LineNow[], price: EnteredNumber, own: ListPrice | undefined) {
  const typed = useTypedAgain(price ?? '')
  const figures = netFiguresOf(lines, useDeskPercent())
  const isEntered = price !== undefined && price !== ''
  const judged = isEntered ? judgePrice('SELL', price, figures, 4) : undefined
  const sender = useSender<string, NetPrice, NetPrice>({
    key: `list-net-${list.id}`,
    whatOf: (net) => `Net price ${netText(priceOf(net) as never)}`,
    commandOf: (net) => quoteNet(list.id, net),
    take: (net) => net,
    cancel: () => undefined,
  })
  const reason = !list.showsSides
    ? 'The taker has not shown its sides, so the list does not accept a net price. Quote its lines.'
    : lines.some(({ rfq }) => rfq.state !== 'OPEN')
      ? 'A line of the list has closed. Quote the open lines one by one.'
      : !isEntered
        ? `Enter what the taker pays for all ${lines.length} lines. If it is negative, you pay.`
        : own !== undefined && own.net === (priceOf(price) as number)
          ? 'This is your resting net price.'
          : judged?.reason(typed.is(price))
  // The smallest step of a line: most other amounts have no prices on ticks (rulebook 22.6).
  const step = Number.isFinite(figures.tick) && figures.tick > 0 ? String(Number(figures.tick.toFixed(8))) : '0.0001'
  return { says: judged?.says, typed, isTypedTwice: judged?.isTypedTwice === true, sender, reason, step, mark: figures.mark }
}
