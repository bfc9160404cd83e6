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
import { countText, guardPrice, type ListPrice, netFiguresOf, netText, price as priceOf } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import type { DirectRfq } from '../../live/audiences.ts'
import { useDeskPercent } from '../../live/pre-trade-limits.ts'
import { isTypedAgain, useTypedAgain } from '../order-entry/typed-again.ts'
import { useSender } from '../order-entry/use-sender.ts'
import { guardMessage, guardReason } from '../rfq/ticket/guard-messages.ts'
import { priceFromText } from '../rfq/ticket/maker-form.ts'
import { orderLineOf } from '../rfq/ticket/use-quoting.ts'
import type { MarkOf } from '../structure/use-structure.ts'
import type { LineNow } from './use-list.ts'

export const quotedSides = ({ side }: Pick<LineNow, 'side'>): readonly Side[] =>
  side === undefined ? ['BUY', 'SELL'] : [side === 'BUY' ? 'SELL' : 'BUY']
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
/** A price that has to be typed again (rulebook 22.17). */
export type FarPrice = {
  readonly key: string
  readonly side: Side
  readonly row: number
  readonly says: string
  readonly again: EnteredNumber
}
type Drafts = {
  readonly orders: readonly OrderLine[]
  readonly rows: readonly number[]
  readonly far: readonly FarPrice[]
  /** The first reason why one of them cannot be sent. */
  readonly problem: string | undefined
}
type Draft = { readonly problem: string } | { readonly order: OrderLine; readonly far: string | undefined }

/** The prices that differ from the desk's resting quotes. */
export function draftsOf({ lines, typed, ordersOf, markOf }: DraftsOf, deskPercent: number | undefined): Drafts {
  const orders: OrderLine[] = []
  const [rows, far, problems] = [[] as number[], [] as FarPrice[], [] as string[]]
  for (const line of lines)
    for (const side of quotedSides(line)) {
      const key = keyOf(line, side)
      const { price, again } = typed.get(key) ?? { price: '', again: '' }
      const held = quoteOf(ordersOf(line.rfq.id), side)
      if (price === '' || (price !== undefined && held?.price === price)) continue
      const draft = draftOf(line, { side, price, held, markOf, deskPercent })
      if ('problem' in draft) {
        problems.push(`Line ${line.row}: ${draft.problem}`)
        continue
      }
      orders.push(draft.order)
      rows.push(line.row)
      if (draft.far === undefined) continue
      const says = `Line ${line.row}: ${draft.far}`
      far.push({ key, side, row: line.row, says, again })
      if (!isTypedAgain(again, price)) problems.push(`${says}. Type the price again.`)
    }
  return { orders, rows, far, problem: problems[0] }
}

type Entry = Pick<DraftsOf, 'markOf'> & {
  readonly side: Side
  readonly price: EnteredNumber
  readonly held: Order | undefined
  readonly deskPercent: number | undefined
}

function draftOf({ rfq, structure, guard, decimals }: LineNow, { side, price: text, held, markOf, deskPercent }: Entry): Draft {
  if (text === undefined) return { problem: 'enter a valid price.' }
  if (rfq.state !== 'OPEN') return { problem: 'it is closed. Clear its price.' }
  if (structure === undefined) return { problem: 'its instruments are loading.' }
  const { legPrices, price, reason } = priceFromText(structure, text, markOf)
  if (legPrices === undefined) return { problem: reason ?? 'enter a valid price.' }
  const figures = { ...guard![side], deskPercent }
  const guarded = guardPrice(side, Number(price), figures)
  const says = guardMessage(guarded, { side, price, mark: figures.mark, decimals })
  const refusal = guardReason(says, guarded.guard, { isTypedAgain: true, deskPercent })
  if (refusal !== undefined) return { problem: refusal }
  const draft = { side, price, legPrices, quantity: rfq.quantity!, replaces: held?.id }
  const order = orderLineOf(draft, { rfq: rfq as DirectRfq, structure, held, account: undefined, chosen: '' })
  return { order, far: guarded.guard === 'TYPE_TWICE' ? says : undefined }
}

type Batch = Pick<Drafts, 'orders' | 'rows'>
type BatchOutcome = readonly { readonly row: number; readonly refusal: string | undefined }[]

export function useLineQuotes(list: ListRfq, facts: DraftsOf) {
  const drafts = draftsOf(facts, useDeskPercent())
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
  const deskPercent = useDeskPercent()
  const typed = useTypedAgain(price ?? '')
  const figures = netFiguresOf(lines, deskPercent)
  const isEntered = price !== undefined && price !== ''
  const guard = isEntered ? guardPrice('SELL', Number(price), figures) : undefined
  const says = guard && guardMessage(guard, { side: 'SELL', price: price!, mark: figures.mark, decimals: 4 })
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
          : guard && guardReason(says, guard.guard, { isTypedAgain: typed.is(price), deskPercent })
  // The smallest step of a line: most other amounts have no prices on ticks (rulebook 22.6).
  const step = Number.isFinite(figures.tick) && figures.tick > 0 ? String(Number(figures.tick.toFixed(8))) : '0.0001'
  return { says, typed, isTypedTwice: guard?.guard === 'TYPE_TWICE', sender, reason, step, mark: figures.mark }
}
