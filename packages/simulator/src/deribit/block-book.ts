/** The executed blocks, the deliveries, and the invalidated signatures: stored on disk first, then in memory. */
import { openLineFile } from '../exchange/line-file.ts'
import { createTamperedRecord } from '../exchange/tampered-record.ts'
import type { Tamper, Tampering } from '../exchange/tampering.ts'
import type { ExecutedBlock } from './executed-block.ts'
import type { Delivery, Ledger } from './ledger.ts'
import { addedBlock, alteredBlock } from './tampered.ts'

type BlockLine =
  | { readonly kind: 'executed'; readonly block: ExecutedBlock }
  | { readonly kind: 'invalidated'; readonly signature: string }
  | { readonly kind: 'delivered'; readonly delivery: Delivery }
  | { readonly kind: 'tampered'; readonly tampering: Tampering }

export interface BlockBook {
  all(): readonly ExecutedBlock[]
  /** As the venue shows them to a party, newest first. */
  of(user: string): readonly ExecutedBlock[]
  withNonce(nonce: string): ExecutedBlock | undefined
  add(block: ExecutedBlock): void
  deliver(instrument: string, index: number): void
  readonly tamper: Tamper
  invalidate(signature: string): void
  isInvalidated(signature: string): boolean
  close(): void
}

export function openBlockBook(dataDir: string | undefined, ledger: Ledger): BlockBook {
  const file = openLineFile<BlockLine>(dataDir, 'deribit-blocks.jsonl')
  const executed: ExecutedBlock[] = []
  const record = createTamperedRecord<ExecutedBlock>({
    entries: () => executed,
    blockOf: ({ id }) => id,
    isExecuted: () => true,
    alter: alteredBlock,
    invent: (addition, number) => {
      const block = addedBlock(addition, number)
      return { id: block.id, entries: [block] }
    },
  })
  const invalidated = new Set<string>()
  const byNonce = new Map<string, ExecutedBlock>()
  const take = (line: BlockLine): void => {
    switch (line.kind) {
      case 'executed':
        executed.push(line.block)
        byNonce.set(line.block.nonce, line.block)
        return ledger.take(line.block)
      case 'invalidated':
        return void invalidated.add(line.signature)
      case 'delivered':
        return ledger.deliver(line.delivery)
      case 'tampered':
        record.tamper(line.tampering)
    }
  }
  const keep = (line: BlockLine): void => {
    file.append(line)
    take(line)
  }
  file.lines.forEach(take)
  return {
    all: () => [...executed],
    of: (user) =>
      record
        .shown()
        .filter((block) => block.maker === user || block.taker === user)
        .reverse()
        .sort((one, other) => other.timestamp - one.timestamp),
    withNonce: (nonce) => byNonce.get(nonce),
    add: (block) => keep({ kind: 'executed', block }),
    deliver: (instrument, index) => {
      if (ledger.contracts().includes(instrument)) keep({ kind: 'delivered', delivery: { instrument, index } })
    },
    tamper: (tampering) => {
      const id = record.tamper(tampering)
      if (id !== undefined) file.append({ kind: 'tampered', tampering })
      return id
    },
    invalidate: (signature) => keep({ kind: 'invalidated', signature }),
    isInvalidated: (signature) => invalidated.has(signature),
    close: file.close,
  }
}
