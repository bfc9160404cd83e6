/** A maker quotes a list: its lines one by one in one batch, a net price for the whole list, or both (rulebook 22.4 to 22.7). */
import {
  type ListRfq,
  type NetPrice,
  type Order,
  type OrderLine,
  type OrderVerdict,
  placeOrders,
  quoteNet,
  type Side,
} from '@parley/client'
import { guardPrice, netFigures, quantityText } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import type { DirectRfq } from '../../live/audiences.ts'
import { useDeskPercent } from '../../live/pre-trade-limits.ts'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { useSender } from '../order-entry/use-sender.ts'
import { guardMessage, guardReason } from '../rfq/ticket/guard-messages.ts'
import { priceFromText } from '../rfq/ticket/maker-form.ts'
import { openQuotes, orderLineOf } from '../rfq/ticket/use-quoting.ts'
import type { MarkOf } from '../structure/use-structure.ts'
import { rowOf } from './LineTable.tsx'
import { guardedLines, type LineNow, netText } from './list-figures.ts'

export const quotedSides = ({ side }: Pick<LineNow, 'side'>): readonly Side[] =>
  side === undefined ? ['BUY', 'SELL'] : [side === 'BUY' ? 'SELL' : 'BUY']
export const keyOf = ({ rfq }: LineNow, side: Side): string => `${rfq.id} ${side}`
/** The desk's quote of the line itself. The parts of a net price are hidden orders. */
export const quoteOf = (orders: readonly Order[], side: Side): Order | undefined => openQuotes(orders)[side]

export type TypedPrices = ReadonlyMap<string, EnteredNumber>
type Drafts = { readonly lines: readonly OrderLine[]; readonly rows: readonly number[]; readonly problem: string | undefined }

type DraftsOf = {
  readonly lines: readonly LineNow[]
  readonly typed: TypedPrices
  readonly ordersOf: (rfqId: string) => readonly Order[]
  readonly markOf: MarkOf
  readonly deskPercent: number | undefined
}

/** The prices that differ from the desk's resting quotes, or the first reason why one of them cannot be sent. */
export function draftsOf({ lines, typed, ordersOf, markOf, deskPercent }: DraftsOf): Drafts {
  const made: OrderLine[] = []
  const rows: number[] = []
  for (const line of lines)
    for (const side of quotedSides(line)) {
      const text = typed.get(keyOf(line, side))
      const held = quoteOf(ordersOf(line.rfq.id), side)
      if (text === '' || (text !== undefined && held?.price === text) || !typed.has(keyOf(line, side))) continue
      const problem = (words: string): Drafts => ({ lines: [], rows: [], problem: `Line ${rowOf(line)}: ${words}` })
      if (text === undefined) return problem('enter a valid price.')
      if (line.rfq.state !== 'OPEN') return problem('it is closed. Clear its price.')
      if (line.structure === undefined) return problem('its instruments are loading.')
      const price = priceFromText(line.structure, text, markOf)
      if (price.legPrices === undefined) return problem(price.reason ?? 'enter a valid price.')
      const figures = { ...line.guard![side], deskPercent }
      const guard = guardPrice(side, Number(price.price), figures)
      const says = guardMessage(guard, { side, price: price.price, mark: figures.mark, decimals: line.decimals })
      if (guard.guard === 'TYPE_TWICE') return problem(`${says}. Open the line to type the price again there.`)
      const refusal = guardReason(says, guard.guard, { isTypedAgain: false, deskPercent })
      if (refusal !== undefined) return problem(refusal)
      const draft = { side, price: price.price, legPrices: price.legPrices, quantity: line.rfq.quantity!, replaces: held?.id }
      made.push(orderLineOf(draft, { rfq: line.rfq as DirectRfq, structure: line.structure, held, account: undefined, chosen: '' }))
      rows.push(rowOf(line))
    }
  return { lines: made, rows, problem: undefined }
}

type Batch = { readonly lines: readonly OrderLine[]; readonly rows: readonly number[] }
export type BatchOutcome = readonly { readonly row: number; readonly refusal: string | undefined }[]

export function useLineQuotes(list: ListRfq, facts: Omit<DraftsOf, 'deskPercent'>) {
  const deskPercent = useDeskPercent()
  const drafts = draftsOf({ ...facts, deskPercent })
  const sender = useSender<Batch, { readonly rows: readonly number[]; readonly verdicts: readonly OrderVerdict[] }, BatchOutcome>({
    key: `list-quotes-${list.id}`,
    whatOf: ({ lines }) => `${lines.length} ${lines.length === 1 ? 'quote' : 'quotes'}`,
    commandOf: ({ lines, rows }) => {
      const placed = placeOrders('DIRECT', lines)
      return { ...placed, send: async (client, how) => ({ rows, verdicts: await placed.send(client, how) }) }
    },
    take: ({ rows, verdicts }) => verdicts.map(({ index, refusal }) => ({ row: rows[index]!, refusal: refusal?.message })),
    cancel: () => undefined,
  })
  return { drafts, sender, send: () => sender.send(drafts) }
}

/** The net price of the form, judged as what the maker gives for all lines. */
export function useNetQuote(list: ListRfq, lines: readonly LineNow[], price: EnteredNumber, own: NetPrice | undefined) {
  const deskPercent = useDeskPercent()
  const typed = useTypedAgain(price ?? '')
  const figures = netFigures(guardedLines(lines), deskPercent)
  const isEntered = price !== undefined && price !== ''
  const guard = isEntered ? guardPrice('SELL', Number(price), figures) : undefined
  const says = guard && guardMessage(guard, { side: 'SELL', price: price!, mark: figures.mark, decimals: 4 })
  const sender = useSender<string, NetPrice, NetPrice>({
    key: `list-net-${list.id}`,
    whatOf: (net) => `Net price ${netText(net)}`,
    commandOf: (net) => quoteNet(list.id, net),
    take: (net) => net,
    cancel: () => undefined,
  })
  const isWhole = lines.every(({ rfq }) => rfq.state === 'OPEN')
  const reason = !list.showsSides
    ? 'The taker has not shown its sides, so the list does not accept a net price. Quote its lines.'
    : !isWhole
      ? 'A line of the list has closed. Quote the open lines one by one.'
      : !isEntered
        ? `Enter what the taker pays for all ${lines.length} lines. If it is negative, you pay.`
        : own?.netPrice === price
          ? 'This is your resting net price.'
          : guard && guardReason(says, guard.guard, { isTypedAgain: typed.is(price), deskPercent })
  return { says, typed, isTypedTwice: guard?.guard === 'TYPE_TWICE', sender, reason, mark: figures.mark }
}

export const linesText = (count: number): string => `${quantityText(String(count))} ${count === 1 ? 'line' : 'lines'}`
