/** The maker's queue: the RFQs of the table that the desk was asked to quote, with their states. */
import { useMemo, useState } from 'react'
import { serverNow } from '../../../live/connection.ts'
import { useLive } from '../../../live/store.ts'
import { useFrozen } from '../../../live/trade-reasons.ts'
import { longestFrozen } from '../../protection/protection-text.ts'
import type { RfqRow } from '../row/rfq-rows.ts'
import { createMarkMemory } from './mark-memory.ts'
import { queueOf, type QueueRow } from './queue-rows.ts'

export function useQueue(rows: readonly RfqRow[]): readonly QueueRow[] {
  const marks = useLive((live) => live.marks)
  const markets = useLive((live) => live.markets)
  const frozen = useFrozen()
  const [memory] = useState(createMarkMemory)
  return useMemo(() => {
    // A protection can apply to one label. This asks whether an order without a label is blocked.
    const held = [...frozen.values()].filter(({ label }) => label === null)
    const now = serverNow()
    return queueOf(rows, {
      marks,
      indexOf: (market) => (markets.has(market) ? Number(markets.get(market)!.index_price) : undefined),
      heldIn: (products) => longestFrozen(held.filter(({ product }) => products.includes(product))),
      markBefore: (row) => memory.markBefore(row, now),
    })
  }, [rows, marks, markets, frozen, memory])
}
