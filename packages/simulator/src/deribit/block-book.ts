/** The blocks that the venue has executed, and the signatures that were taken back: in memory, and on the disk first. */
import type { SimulatedAccount } from '../exchange/account.ts'
import { openLineFile } from '../exchange/line-file.ts'
import type { ExecutedBlock } from './blocks.ts'

type BlockLine = { readonly kind: 'executed'; readonly block: ExecutedBlock } | { readonly kind: 'invalidated'; readonly signature: string }

export interface BlockBook {
  all(): readonly ExecutedBlock[]
  /** Newest first. */
  of(account: SimulatedAccount): readonly ExecutedBlock[]
  withNonce(nonce: string): ExecutedBlock | undefined
  add(block: ExecutedBlock): void
  invalidate(signature: string): void
  isInvalidated(signature: string): boolean
  close(): void
}

export function openBlockBook(dataDir: string | undefined): BlockBook {
  const file = openLineFile<BlockLine>(dataDir, 'deribit-blocks.jsonl')
  const executed = file.lines.flatMap((line) => (line.kind === 'executed' ? [line.block] : []))
  const invalidated = new Set(file.lines.flatMap((line) => (line.kind === 'invalidated' ? [line.signature] : [])))
  const byNonce = new Map(executed.map((block) => [block.nonce, block]))
  return {
    all: () => [...executed],
    of: ({ clientId }) => executed.filter((block) => block.maker === clientId || block.taker === clientId).reverse(),
    withNonce: (nonce) => byNonce.get(nonce),
    add: (block) => {
      file.append({ kind: 'executed', block })
      executed.push(block)
      byNonce.set(block.nonce, block)
    },
    invalidate: (signature) => {
      file.append({ kind: 'invalidated', signature })
      invalidated.add(signature)
    },
    isInvalidated: (signature) => invalidated.has(signature),
    close: file.close,
  }
}
