/** The rows of the maker's queue, derived from those of the main table. A row is the same object until something in it changes. */
import type { Order } from '@parley/client'
import { priceToNumber, product } from '@parley/core'
import type { MarkView } from '@parley/contracts'
import { remembering } from '../../../live/memo-by-object.ts'
import { vegaMeasure } from '../../rfq/vol-versus-mark.ts'
import type { RfqRow } from '../row/rfq-rows.ts'
import { type Band, bandOf, byUrgency, type MakerState, makerState, stateWord } from '../row/maker-state.ts'

/** A limit of the desk that blocks its products, and until when. Null until it is reset. */
export type Held = { readonly limit: string; readonly product: string; readonly until: number | null }

export type QueueRow = {
  readonly id: string
  readonly row: RfqRow
  readonly state: MakerState
  readonly word: string
  readonly band: Band
  /** In ticks, since the desk quoted or the RFQ arrived. */
  readonly moved: number | undefined
  readonly bid: Order | undefined
  readonly ask: Order | undefined
  readonly held: Held | undefined
  /** The value of one vol point in the quote unit. Undefined for a structure without vega. */
  readonly volPoint: number | undefined
}

export type QueueSources = {
  readonly marks: ReadonlyMap<number, MarkView>
  /** The index price of `DBT.BTC`. */
  readonly indexOf: (market: string) => number | undefined
  readonly heldIn: (products: readonly string[]) => Held | undefined
  /** The mark at the time of the quote, or of the RFQ. */
  readonly markBefore: (row: RfqRow) => number | undefined
}

const isAsked = ({ rfq }: RfqRow): boolean => rfq.audience === 'DIRECT' && rfq.role === 'MAKER'

export const queueOf = (rows: readonly RfqRow[], sources: QueueSources): readonly QueueRow[] =>
  rows
    .filter(isAsked)
    .map((row) => queueRow(row, sources))
    .sort((a, b) => byUrgency({ band: a.band, rfq: a.row.rfq }, { band: b.band, rfq: b.row.rfq }))

const made = remembering<QueueRow>()

function queueRow(row: RfqRow, { marks, indexOf, heldIn, markBefore }: QueueSources): QueueRow {
  const held = row.isOver ? undefined : heldIn(row.rfq.productCodes)
  const before = markBefore(row)
  const index = indexOf(`${row.rfq.venue}.${row.rfq.baseCurrency}`)
  return made(row, [held, before, index, marks], () => {
    const tick = tickOf(row)
    const moved = before === undefined || row.mark === undefined ? undefined : Math.round((row.mark - before) / tick)
    const state = makerState({ rfq: row.rfq, own: row.own, status: row.status, isHeld: held !== undefined, moved, tick })
    return {
      id: row.id,
      row,
      state,
      word: stateWord(state, row.status),
      band: bandOf(state),
      moved,
      bid: row.own.bids[0],
      ask: row.own.asks[0],
      held,
      volPoint: volPoint(row, marks, index),
    }
  })
}

/** The tick of the product. */
const tickOf = ({ rfq, decimals }: RfqRow): number => {
  const known = product(rfq.productCodes[0] ?? '')
  return known === undefined ? 10 ** -decimals : priceToNumber(known.priceTick)
}

const LEAST_VEGA = 1

/** Vegas are in dollars, and prices of inverse options are in the coin. */
function volPoint({ rfq }: RfqRow, marks: ReadonlyMap<number, MarkView>, index: number | undefined): number | undefined {
  const vega = vegaMeasure(rfq.legs, marks)
  if (vega === undefined || vega < LEAST_VEGA) return undefined
  if (rfq.quoteCurrency !== rfq.baseCurrency) return vega
  return index === undefined || index <= 0 ? undefined : vega / index
}

/** How many vol points a price is above the mark. */
export function volVersus(price: number, { row, volPoint: point }: Pick<QueueRow, 'row' | 'volPoint'>): number | undefined {
  if (point === undefined || row.mark === undefined) return undefined
  return (price - row.mark) / point
}
