/** Simulated blocks: pending transactions, mined blocks, removed blocks, and watchers. */
import type { ChainListener, Hash, Swap, TransactionState } from '@parley/chain'
import { copyOf, nothing, Reverted, type Holdings } from './paper-contract.ts'

export type Done = { readonly swaps: readonly Swap[]; readonly offers: readonly bigint[] }
/** Changes the state, or throws the contract's error. */
export type Run = (held: Holdings) => Done
export const plainly =
  (change: (held: Holdings) => void): Run =>
  (held) => {
    change(held)
    return { swaps: [], offers: [] }
  }

type Sent = { readonly hash: Hash; readonly run: Run }
type Entry = Sent & { readonly done: Done } & { readonly reverted?: string }
type Block = { readonly number: bigint; readonly hash: Hash; readonly entries: readonly Entry[]; readonly held: Holdings }
type Watcher = { readonly listener: ChainListener; next: bigint }

const FIRST = 100n
const NOTHING_DONE: Done = { swaps: [], offers: [] }

export class PaperBlocks {
  #waiting: readonly Sent[] = []
  #blocks: Block[] = []
  readonly #watchers = new Set<Watcher>()
  /** Shared by transactions and blocks, so that no two hashes are the same. */
  #hashes = 0n

  constructor() {
    this.#blocks = [{ number: FIRST, hash: this.#nextHash(), entries: [], held: nothing() }]
  }

  get newest(): Block {
    return this.#blocks.at(-1)!
  }

  /** The transaction is pending. Throws the contract's error if it would currently revert. */
  send(run: Run): Hash {
    run(copyOf(this.newest.held))
    return this.sendUnseen(run)
  }

  /** The transaction is pending and may revert when it is mined. */
  sendUnseen(run: Run): Hash {
    const hash = this.#nextHash()
    this.#waiting = [...this.#waiting, { hash, run }]
    return hash
  }

  /** A manual change that is independent of the blocks. */
  edit(change: (held: Holdings) => void): void {
    for (const held of new Set(this.#blocks.map((block) => block.held))) change(held)
  }

  /** Mines all pending transactions in the order in which they were sent. */
  mine(): void {
    const { number, held: before } = this.newest
    let held = before
    const entries = this.#waiting.map((sent): Entry => {
      const after = copyOf(held)
      try {
        const done = sent.run(after)
        held = after
        return { ...sent, done }
      } catch (error) {
        if (!(error instanceof Reverted)) throw error
        return { ...sent, done: NOTHING_DONE, reverted: error.message }
      }
    })
    this.#waiting = []
    this.#blocks.push({ number: number + 1n, hash: this.#nextHash(), entries, held })
    for (const watcher of this.#watchers) this.#publish(watcher)
  }

  /** Removes the newest blocks from the chain and returns their transactions. */
  takeBack(count: number): readonly Sent[] {
    const gone = this.#blocks.splice(-count)
    const from = gone[0]!.number
    for (const watcher of this.#watchers) {
      if (watcher.next <= from) continue
      watcher.next = from
      watcher.listener.onReorganised(from)
    }
    return gone.flatMap(({ entries }) => entries.map(({ hash, run }) => ({ hash, run })))
  }

  /** Removed transactions become pending again, before the others. */
  waitAgain(sent: readonly Sent[]): void {
    this.#waiting = [...sent, ...this.#waiting]
  }

  stateOf(hash: Hash): TransactionState {
    if (this.#waiting.some((sent) => sent.hash === hash)) return { state: 'PENDING' }
    for (const { number, entries } of this.#blocks) {
      const entry = entries.find((one) => one.hash === hash)
      if (entry === undefined) continue
      const place = { block: number, confirmations: Number(this.newest.number - number) + 1 }
      return entry.reverted === undefined
        ? { state: 'MINED', ...place, swaps: entry.done.swaps, offers: entry.done.offers }
        : { state: 'REVERTED', ...place, reason: entry.reverted }
    }
    return { state: 'UNKNOWN' }
  }

  watch(from: bigint, listener: ChainListener): () => void {
    const watcher = { listener, next: from }
    this.#watchers.add(watcher)
    // Earlier blocks are published once the listener has received the function that stops it.
    queueMicrotask(() => this.#watchers.has(watcher) && this.#publish(watcher))
    return () => void this.#watchers.delete(watcher)
  }

  #publish(watcher: Watcher): void {
    const { listener } = watcher
    for (const { number, hash: blockHash, entries, held } of this.#blocks) {
      if (number < watcher.next) continue
      watcher.next = number + 1n
      for (const { hash: transaction, done } of entries) {
        const mined = { transaction, block: number, blockHash }
        for (const swap of done.swaps) listener.onSwap(swap, mined)
        for (const swapId of new Set(done.swaps.map((swap) => swap.swapId))) if (!held.offers.has(swapId)) listener.onSettled(swapId, mined)
      }
      listener.onBlock(number)
    }
  }

  #nextHash(): Hash {
    this.#hashes += 1n
    return `0x${this.#hashes.toString(16).padStart(64, '0')}`
  }
}
