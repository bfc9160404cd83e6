/** The current state of a transaction on the chain. */
import { askQuantity, unreachable, type JsonRpc } from './json-rpc.ts'
import { readReceipt, readTransaction, type NodeReceipt, type NodeTransaction } from './node-answers.ts'
import type { Address, ChainAnswer, Hash, TransactionState } from './port.ts'
import { readSwapEvent } from './swap-events.ts'

/** The number of transactions whose sender and nonce are kept, so that one that was replaced can be distinguished from one that never existed. */
const MAX_SEEN = 1_000
const NO_REASON = 'The chain gives no reason.'

const done = (value: TransactionState) => ({ outcome: 'DONE', value }) as const

export function createTransactionReader(rpc: JsonRpc, swap: Address): (hash: Hash) => Promise<ChainAnswer<TransactionState>> {
  const seen = new Map<Hash, NodeTransaction>()
  const remember = (hash: Hash, transaction: NodeTransaction): void => {
    seen.delete(hash)
    seen.set(hash, transaction)
    if (seen.size > MAX_SEEN) seen.delete(seen.keys().next().value!)
  }

  /** If another transaction of the sender has used the nonce, this one can no longer be mined. */
  const vanished = async (hash: Hash): Promise<ChainAnswer<TransactionState>> => {
    const before = seen.get(hash)
    if (before === undefined) return done({ state: 'UNKNOWN' })
    const count = await askQuantity(rpc, 'eth_getTransactionCount', [before.from, 'latest'])
    if (count.outcome !== 'DONE') return count
    return done({ state: count.value > before.nonce ? 'REPLACED' : 'UNKNOWN' })
  }

  const mined = async (transaction: NodeTransaction, receipt: NodeReceipt): Promise<ChainAnswer<TransactionState>> => {
    const newest = await askQuantity(rpc, 'eth_blockNumber', [])
    if (newest.outcome !== 'DONE') return newest
    const { block, success, logs } = receipt
    const confirmations = Number(newest.value - block) + 1
    if (confirmations < 1) return done({ state: 'PENDING' })
    if (!success) return done({ state: 'REVERTED', block, confirmations, reason: await reasonOf(rpc, transaction, receipt) })
    const events = logs.flatMap((log) => readSwapEvent(swap, log) ?? [])
    const swaps = events.flatMap((event) => (event.kind === 'SWAP' ? [event.swap] : []))
    const offers = events.flatMap((event) => (event.kind === 'OFFERED' ? [event.swapId] : []))
    return done({ state: 'MINED', block, confirmations, swaps, offers })
  }

  return async (hash) => {
    const found = await rpc.call('eth_getTransactionByHash', [hash])
    if (found.outcome !== 'DONE') return found
    if (found.value === null) return vanished(hash)
    const transaction = readTransaction(found.value)
    if (transaction === undefined) return unreachable('The chain’s answer about a transaction cannot be read.')
    remember(hash, transaction)
    if (transaction.block === undefined) return done({ state: 'PENDING' })
    const answer = await rpc.call('eth_getTransactionReceipt', [hash])
    if (answer.outcome !== 'DONE') return answer
    const receipt = readReceipt(answer.value)
    // The node is about to remove the block in a reorganisation, or has only just read it.
    return receipt === undefined ? done({ state: 'PENDING' }) : mined(transaction, receipt)
  }
}

/** A receipt contains no error text, so the call is repeated at its own block and at the one before. */
async function reasonOf(rpc: JsonRpc, { from, to, data, gas }: NodeTransaction, { block, gasUsed }: NodeReceipt): Promise<string> {
  for (const at of [block, block - 1n]) {
    const again = await rpc.call('eth_call', [{ from, to, data, gas: `0x${gas.toString(16)}` }, `0x${at.toString(16)}`])
    if (again.outcome === 'REFUSED') return again.reason
  }
  return gasUsed === gas ? 'Out of gas.' : NO_REASON
}
