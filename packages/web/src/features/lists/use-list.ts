/** One list: read when it is opened, and then followed in the live data of its lines. */
import { ClientError, type Command, getList, type ListRfq, type Rfq, type Trade } from '@parley/client'
import {
  type ListPrice,
  type NetAmount,
  price,
  priceDecimals,
  priceToNumber,
  quantity,
  type QuotedLine,
  type Structure,
  structureTick,
} from '@parley/core'
import { useMemo } from 'react'
import { serverNow } from '../../live/connection.ts'
import { useInstruments } from '../../live/instruments.ts'
import { structureMark } from '../../live/marks.ts'
import { useRfqLists } from '../../live/rfq-lists.ts'
import { useLive } from '../../live/store.ts'
import { useTradeReason } from '../../live/trade-reasons.ts'
import { useIsLoaded, useMarks } from '../../live/use-live.ts'
import { guardFigures } from '../rfq/ticket/guard-figures.ts'
import { structureName } from '../structure/structure-name.ts'
import { structureOfRfq } from '../structure/structure-of-rfq.ts'
import { type StructureFee, useMarketFee } from '../structure/use-structure-fee.ts'
import { useMarkOf } from '../structure/use-structure.ts'

/** A line with everything that is known of it now. */
export type LineNow = QuotedLine & {
  readonly rfq: Rfq
  readonly name: string
  readonly decimals: number
  readonly trades: readonly Trade[]
  readonly structure: Structure | undefined
  /** The venue's fee of the whole line at a price. Undefined if it is not known. */
  readonly feeAt: (price: string) => StructureFee | undefined
}

const NOT_FOUND = 404

/** Undefined for a list that the desk cannot see. */
export function listIfVisible(id: string): Command<ListRfq | undefined> {
  const read = getList(id)
  const send: Command<ListRfq | undefined>['send'] = async (...how) => {
    try {
      return await read.send(...how)
    } catch (error) {
      if (error instanceof ClientError && error.status === NOT_FOUND) return undefined
      throw error
    }
  }
  return { ...read, send }
}

/** A line that is no longer in the live data has closed, even if that happened while the connection was lost (rulebook 22.18). */
const ended = (rfq: Rfq): Rfq => ({
  ...rfq,
  state: 'CLOSED',
  closedReason: (rfq.expiresAt ?? Infinity) <= serverNow() ? 'EXPIRED' : 'CANCELED_BY_CREATOR',
})

export function useLinesNow(list: ListRfq): readonly LineNow[] {
  const rfqs = useLive((live) => live.rfqs)
  const levels = useLive((live) => live.levelsByRfq)
  const trades = useLive((live) => live.tradesByRfq)
  const isLoaded = useIsLoaded('rfqs', 'DIRECT')
  const marks = useMarks()
  const feeOf = useMarketFee(list)
  const { markOf } = useMarkOf(list)
  const instruments = useInstruments(list.venue, list.baseCurrency)
  return useMemo(() => {
    const known = instruments.state === 'LOADED' ? instruments.data : undefined
    return list.lines.map(({ line, row, side, rfq: read, levels: readLevels }): LineNow => {
      const live = rfqs.get(read.id)
      const rfq = live ?? (isLoaded && read.state === 'OPEN' ? ended(read) : read)
      const structure = known && structureOfRfq(rfq, known)
      const own = trades.get(read.id) ?? []
      const quotes = rfq.state !== 'OPEN' ? [] : live === undefined ? readLevels : (levels.get(read.id) ?? [])
      return {
        ...{ line, side, rfq, structure, row: row ?? line, name: structureName(rfq), decimals: priceDecimals(rfq), trades: own },
        quantity: quantity(rfq.quantity ?? '0'),
        // A line trades in full or not at all.
        isOpen: rfq.state === 'OPEN' && own.every(({ state }) => state === 'REJECTED'),
        quotes: quotes.map((level) => ({
          ...{ side: level.side, price: price(level.price), quantity: quantity(level.quantity) },
          ...{ priority: level.createdAt, maker: level.deskName },
        })),
        mark: structureMark(rfq.legs, marks),
        tick: structure === undefined ? 0 : priceToNumber(structureTick(structure)),
        guard: structure && guardFigures(structure, markOf),
        feeAt: (at) => structure && feeOf(structure, { quantity: rfq.quantity ?? '0', price: at }),
      }
    })
  }, [list, rfqs, levels, trades, isLoaded, marks, instruments, feeOf, markOf])
}

/** The net prices of the list: for its taker those of every maker, and for a maker its own. */
export function useNets({ id, netPrices }: ListRfq): readonly ListPrice[] {
  const nets = useRfqLists((lists) => lists.nets)
  return useMemo(
    () =>
      (nets === undefined ? netPrices : [...nets.values()].filter(({ listId }) => listId === id)).map((one) => ({
        ...{ id: one.id, maker: one.deskName, net: price(one.netPrice) as number as NetAmount },
      })),
    [nets, id, netPrices],
  )
}

/** Why nothing can be sent for the lines, whatever is typed. */
export const useLinesReason = (lines: readonly LineNow[]): string | undefined =>
  useTradeReason({ audience: 'DIRECT', products: [...new Set(lines.flatMap(({ rfq }) => rfq.productCodes))] })

export const unitOf = (list: ListRfq): string => list.lines[0]?.rfq.quoteCurrency ?? list.baseCurrency
