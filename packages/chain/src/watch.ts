/** The events of a contract, read block by block. If the chain is reorganised, the events of the removed blocks are reported as removed. */
import { askQuantity, type JsonRpc } from './json-rpc.ts'
import { hashOfBlock, readLog, type NodeLog } from './node-answers.ts'
import type { Address, ChainListener, Hash } from './port.ts'
import { readSwapEvent } from './swap-events.ts'

export type WatchOptions = { readonly rpc: JsonRpc; readonly swap: Address; readonly pollMs: number }

/** The number of blocks in one read; nodes refuse more. */
const MAX_BLOCKS = 500n
/** The number of read positions that are kept. After a deeper reorganisation, everything is read again from the first block. */
const MAX_ENDS = 128

const hex = (value: bigint): string => `0x${value.toString(16)}`

export function watchSwaps({ rpc, swap, pollMs }: WatchOptions, fromBlock: bigint, listener: ChainListener): () => void {
  let next = fromBlock
  /** The last block of each read, oldest first. */
  let ends: { readonly block: bigint; readonly hash: Hash }[] = []
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const hashAt = async (block: bigint): Promise<Hash | undefined> => {
    const answer = await rpc.call('eth_getBlockByNumber', [hex(block), false])
    if (answer.outcome !== 'DONE') throw new Error(answer.reason)
    return hashOfBlock(answer.value)
  }

  /** Goes back to the newest position that is still part of the chain. */
  const takeBack = async (): Promise<void> => {
    const before = next
    while (ends.length > 0) {
      const { block, hash } = ends.at(-1)!
      if ((await hashAt(block)) === hash) break
      ends.pop()
      next = ends.length === 0 ? fromBlock : ends.at(-1)!.block + 1n
    }
    if (next < before && !isStopped) listener.onReorganised(next)
  }

  const publish = (logs: readonly NodeLog[]): void => {
    for (const log of logs) {
      const event = readSwapEvent(swap, log)
      const mined = { transaction: log.transaction, block: log.block, blockHash: log.blockHash }
      if (event?.kind === 'SWAP') listener.onSwap(event.swap, mined)
      if (event?.kind === 'SETTLED') listener.onSettled(event.swapId, mined)
    }
  }

  /** Reads the next blocks. True if there are more. */
  const readOn = async (): Promise<boolean> => {
    await takeBack()
    const newest = await askQuantity(rpc, 'eth_blockNumber', [])
    if (newest.outcome !== 'DONE' || newest.value < next) return false
    const top = newest.value
    const to = top - next >= MAX_BLOCKS ? next + MAX_BLOCKS - 1n : top
    // The hash of a block covers all blocks before it. If it is the same before and after reading, the logs in between are from one chain.
    const hash = await hashAt(to)
    const answer = await rpc.call('eth_getLogs', [{ address: swap, fromBlock: hex(next), toBlock: hex(to) }])
    if (hash === undefined || answer.outcome !== 'DONE' || !Array.isArray(answer.value)) return false
    if ((await hashAt(to)) !== hash || isStopped) return false
    publish(answer.value.flatMap((log) => readLog(log) ?? []))
    ends = [...ends, { block: to, hash }].slice(-MAX_ENDS)
    next = to + 1n
    listener.onBlock(to)
    return to < top
  }

  const poll = async (): Promise<void> => {
    // If a node does not answer, the read is repeated later.
    const isMore = await readOn().catch(() => false)
    if (!isStopped) timer = setTimeout(() => void poll(), isMore ? 0 : pollMs)
  }
  void poll()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
