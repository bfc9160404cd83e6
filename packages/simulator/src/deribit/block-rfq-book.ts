/** The venue's RFQs: stored on disk first, then in memory, so that a restart loses none that were answered. */
import { openLineFile } from '../exchange/line-file.ts'
import type { BlockRfq } from './block-rfq.ts'
import { MAX_REMEMBERED_BLOCK_RFQS } from './limits.ts'

/** Quotes live only as long as the process: their makers send them again. */
type RfqLine = { readonly kind: 'rfq'; readonly rfq: Omit<BlockRfq, 'quotes'> }

export interface BlockRfqBook {
  /** Oldest first. */
  all(): readonly BlockRfq[]
  get(id: number): BlockRfq | undefined
  nextId(): number
  /** Adds it, or replaces the one with the same id. */
  put(rfq: BlockRfq): void
  close(): void
}

const FIRST_ID = 1

export function openBlockRfqBook(dataDir: string | undefined): BlockRfqBook {
  const file = openLineFile<RfqLine>(dataDir, 'deribit-block-rfqs.jsonl')
  const rfqs = new Map<number, BlockRfq>(file.lines.map(({ rfq }) => [rfq.id, { ...rfq, quotes: [] }]))
  let lastId = Math.max(FIRST_ID - 1, ...rfqs.keys())
  return {
    all: () => [...rfqs.values()],
    get: (id) => rfqs.get(id),
    nextId: () => lastId + 1,
    put: (rfq) => {
      if (rfqs.get(rfq.id)?.state !== rfq.state) {
        const { quotes: _, ...kept } = rfq
        file.append({ kind: 'rfq', rfq: kept })
      }
      lastId = Math.max(lastId, rfq.id)
      if (rfqs.size >= MAX_REMEMBERED_BLOCK_RFQS && !rfqs.has(rfq.id)) rfqs.delete(rfqs.keys().next().value!)
      rfqs.set(rfq.id, rfq)
    },
    close: file.close,
  }
}
