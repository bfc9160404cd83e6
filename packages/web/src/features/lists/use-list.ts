/** One list: read once, and then followed in the live data of its lines. */
import { ClientError, getList, type ListRfq, type NetPrice } from '@parley/client'
import {
  parsePrice,
  parseQuantity,
  priceDecimals,
  priceFromNumber,
  priceToNumber,
  type Structure,
  structureFee,
  structureTick,
} from '@parley/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { client } from '../../live/api.ts'
import { useInstruments } from '../../live/instruments.ts'
import { errorMessage } from '../../live/loadable.ts'
import { structureMark } from '../../live/marks.ts'
import { joinLists, useRfqLists } from '../../live/rfq-lists.ts'
import { useLive } from '../../live/store.ts'
import { useFeed, useIndex, useMarks } from '../../live/use-live.ts'
import { guardFigures } from '../rfq/ticket/guard-figures.ts'
import { useMarkOf } from '../structure/use-structure.ts'
import { structureOfRfq } from '../structure/structure-of-rfq.ts'
import { structureName } from '../structure/structure-name.ts'
import type { LineNow } from './list-figures.ts'

export type ListState =
  | { readonly state: 'LOADING' }
  | { readonly state: 'ABSENT' }
  | { readonly state: 'FAILED'; readonly words: string; readonly retry: () => void }
  | { readonly state: 'LOADED'; readonly list: ListRfq }

const NOT_FOUND = 404

/** Reads the list when it is opened, and again after a lost connection. What was read stays until the next answer. */
export function useList(id: string): ListState {
  const [held, setHeld] = useState<ListState>({ state: 'LOADING' })
  const [tries, setTries] = useState(0)
  const isOpen = useFeed('DIRECT').state === 'OPEN'
  useEffect(joinLists, [])
  useEffect(() => {
    let isWanted = true
    getList(id)
      .send(client)
      .then(
        (list) => isWanted && setHeld({ state: 'LOADED', list }),
        (error: unknown) => {
          if (!isWanted) return
          const isAbsent = error instanceof ClientError && error.status === NOT_FOUND
          const failed = { state: 'FAILED', words: errorMessage(error), retry: () => setTries((count) => count + 1) } as const
          setHeld((before) => (isAbsent ? { state: 'ABSENT' } : before.state === 'LOADED' ? before : failed))
        },
      )
    return () => void (isWanted = false)
  }, [id, isOpen, tries])
  return held
}

/** The lines as they are now. A line that left the live data is as it was read, without quotes. */
export function useLinesNow(list: ListRfq): readonly LineNow[] {
  const rfqs = useLive((live) => live.rfqs)
  const levels = useLive((live) => live.levelsByRfq)
  const trades = useLive((live) => live.tradesByRfq)
  const marks = useMarks()
  const feeOf = useFees(list)
  const { markOf } = useMarkOf(list)
  const instruments = useInstruments(list.venue, list.baseCurrency)
  return useMemo(() => {
    const known = instruments.state === 'LOADED' ? instruments.data : undefined
    return list.lines.map(({ line, row, side, rfq: read, levels: readLevels }): LineNow => {
      const live = rfqs.get(read.id)
      const rfq = live ?? read
      const structure = known && structureOfRfq(rfq, known)
      return {
        ...{ line, row, side, rfq },
        name: structureName(rfq),
        decimals: priceDecimals(rfq),
        levels: rfq.state === 'OPEN' ? (live === undefined ? readLevels : (levels.get(read.id) ?? [])) : [],
        trades: trades.get(read.id) ?? [],
        mark: structureMark(rfq.legs, marks),
        structure,
        guard: structure && guardFigures(structure, markOf),
        tick: structure === undefined ? 0 : priceToNumber(structureTick(structure)),
        feeAt: (price) => (structure === undefined ? undefined : feeOf(structure, rfq.quantity ?? '0', price)),
      }
    })
  }, [list, rfqs, levels, trades, marks, instruments, feeOf, markOf])
}

function useFees({ venue, baseCurrency }: ListRfq) {
  const marks = useMarks()
  const index = useIndex(baseCurrency, venue)?.index_price
  return useCallback(
    (structure: Structure, quantity: string, price: string) =>
      structureFee(structure, parseQuantity(quantity)!, {
        ...{ role: 'TAKER', price: parsePrice(price), index: index === undefined ? undefined : parsePrice(index) },
        markOf: (id) => {
          const mark = marks.get(id)
          return mark === undefined ? undefined : priceFromNumber(Number(mark.mark_price))
        },
      }),
    [marks, index],
  )
}

export function useNets(listId: string, read: readonly NetPrice[]): readonly NetPrice[] {
  const { nets, loaded } = useRfqLists()
  return useMemo(
    () => (loaded.has('nets') ? [...nets.values()].filter((net) => net.listId === listId) : read),
    [nets, loaded, listId, read],
  )
}
