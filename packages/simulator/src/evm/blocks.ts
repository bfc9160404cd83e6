/** The embedded chain: pending transactions, mined blocks, and reorganisations. */
import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex } from '@ethereumjs/util'
import type { Address, Hash } from '@parley/chain'
import type { Call, EventLog, Executed, Hex, Machine, State } from './machine.ts'
import type { ChainFaults } from './chain-faults.ts'

export type Sent = { readonly hash: Hash; readonly raw: Hex; readonly from: Address; readonly transaction: TypedTransaction }
export type Mined = { readonly sent: Sent; readonly index: number; readonly executed: Executed }
export type StandingBlock = {
  readonly header: Block
  readonly number: bigint
  readonly hash: Hash
  readonly mined: readonly Mined[]
  /** The state after the block; kept for the newest blocks only. */
  readonly state: State | undefined
}
export type LogFilter = { readonly addresses: readonly string[]; readonly topics: readonly (readonly string[])[] }
export type FoundLog = EventLog & { readonly block: StandingBlock; readonly mined: Mined; readonly index: number }

/** Older blocks are dropped, with their transactions. */
const MAX_BLOCKS = 1_024
const MAX_STATES = 16
const MAX_WAITING = 1_000
const NO_HASH: Hash = `0x${'0'.repeat(64)}`

export class Blocks {
  #waiting: readonly Sent[] = []
  #standing: StandingBlock[] = []
  readonly #places = new Map<Hash, { readonly block: StandingBlock; readonly mined: Mined }>()
  #marks = 0
  #mining: Promise<unknown> = Promise.resolve()

  readonly #machine: Machine
  readonly #chainFaults: ChainFaults
  readonly #now: () => number

  /** `now` is in ms. */
  constructor(machine: Machine, chainFaults: ChainFaults, now: () => number) {
    this.#machine = machine
    this.#chainFaults = chainFaults
    this.#now = now
    this.#standing = [this.#stand(this.#header(0n, NO_HASH), [])]
  }

  get newest(): StandingBlock {
    return this.#standing.at(-1)!
  }

  at(number: bigint): StandingBlock | undefined {
    return this.#standing[Number(number - this.#standing[0]!.number)]
  }

  named(hash: Hash): StandingBlock | undefined {
    return this.#standing.find((block) => block.hash === hash)
  }

  placeOf(hash: Hash): { readonly block: StandingBlock; readonly mined: Mined } | undefined {
    return this.#places.get(hash)
  }

  waitingOf(hash: Hash): Sent | undefined {
    return this.#waiting.find((sent) => sent.hash === hash)
  }

  /** Whether transactions are pending, or were mined in the newest blocks and are still being confirmed. */
  isBusy(confirmations: number): boolean {
    return this.#waiting.length > 0 || this.#standing.slice(-confirmations).some(({ mined }) => mined.length > 0)
  }

  /** The sender's next nonce, after its pending transactions. */
  async nextNonce(from: Address): Promise<bigint> {
    const own = this.#waiting.filter((sent) => sent.from === from).map(({ transaction }) => transaction.nonce + 1n)
    return own.reduce((most, each) => (each > most ? each : most), await this.#machine.nonceOf(from))
  }

  nonceOf(from: Address): Promise<bigint> {
    return this.#machine.nonceOf(from)
  }

  /** Throws with a node's message if the transaction is not accepted. A transaction with the nonce of a pending one replaces it. */
  async accept(raw: Hex): Promise<Hash> {
    const transaction = this.#machine.read(raw)
    const hash = bytesToHex(transaction.hash())
    const from = transaction.getSenderAddress().toString()
    if (this.waitingOf(hash) !== undefined || this.#places.has(hash)) throw new Error('already known')
    if (transaction.nonce < (await this.nonceOf(from))) throw new Error('nonce too low')
    if (transaction.nonce > (await this.nextNonce(from))) throw new Error('nonce too high')
    if (this.#waiting.length >= MAX_WAITING) throw new Error('txpool is full')
    const others = this.#waiting.filter((sent) => sent.from !== from || sent.transaction.nonce !== transaction.nonce)
    this.#waiting = [...others, { hash, raw, from, transaction }]
    return hash
  }

  /** All pending transactions go into the next block, in the order of arrival. */
  mine(): Promise<void> {
    return this.#serially(async () => {
      const waiting = this.#waiting
      this.#waiting = []
      await this.#mineOf(waiting)
      if (waiting.length > 0 && this.#chainFaults.draw('REORGANISE')) await this.#takeBack()
    })
  }

  /** Removes the newest block; its transactions are pending again. */
  reorganise(): Promise<void> {
    return this.#serially(() => this.#takeBack())
  }

  /** Undefined if the state after the block has been pruned. */
  async call(call: Call, block: StandingBlock): Promise<Executed | undefined> {
    return block.state === undefined ? undefined : this.#machine.call(call, block.header, block.state)
  }

  logs(from: bigint, to: bigint, { addresses, topics }: LogFilter): readonly FoundLog[] {
    const isWanted = (log: EventLog): boolean =>
      (addresses.length === 0 || addresses.includes(log.address)) &&
      topics.every((any, at) => any.length === 0 || any.includes(log.topics[at] ?? ''))
    return this.#standing
      .filter(({ number }) => number >= from && number <= to)
      .flatMap((block) =>
        block.mined
          .flatMap((mined) => mined.executed.logs.map((log) => ({ ...log, block, mined })))
          .map((log, index) => ({ ...log, index }))
          .filter(isWanted),
      )
  }

  async #mineOf(waiting: readonly Sent[]): Promise<void> {
    const { number, hash } = this.newest
    const header = this.#header(number + 1n, hash)
    const mined: Mined[] = []
    for (const sent of waiting) {
      const executed = await this.#execute(sent, header)
      if (executed !== undefined) mined.push({ sent, index: mined.length, executed })
    }
    this.#append(this.#stand(header, mined))
  }

  /** Undefined if the transaction is gone: another one has its nonce, or it does not fit into the block. */
  async #execute(sent: Sent, header: Block): Promise<Executed | undefined> {
    if (this.#chainFaults.draw('REPLACE')) {
      await this.#machine.skipNonce(sent.from)
      return undefined
    }
    if (!this.#chainFaults.draw('REVERT')) return this.#machine.run(sent.transaction, header).catch(() => undefined)
    await this.#machine.skipNonce(sent.from)
    return { success: false, gasUsed: sent.transaction.gasLimit, returned: '0x', logs: [], created: undefined }
  }

  #append(block: StandingBlock): void {
    this.#standing.push(block)
    for (const mined of block.mined) this.#places.set(mined.sent.hash, { block, mined })
    const old = this.#standing.length - 1 - MAX_STATES
    if (old >= 0) this.#standing[old] = { ...this.#standing[old]!, state: undefined }
    if (this.#standing.length <= MAX_BLOCKS) return
    for (const { sent } of this.#standing.shift()!.mined) this.#places.delete(sent.hash)
  }

  async #takeBack(): Promise<void> {
    const before = this.#standing.at(-2)
    if (before?.state === undefined) return
    const { mined } = this.#standing.pop()!
    await this.#machine.restore(before.state)
    for (const { sent } of mined) this.#places.delete(sent.hash)
    this.#waiting = [...mined.map(({ sent }) => sent), ...this.#waiting]
  }

  #header(number: bigint, parentHash: Hash): Block {
    // Two blocks with the same number and second still differ.
    const mark: Hex = `0x${(++this.#marks).toString(16).padStart(16, '0')}`
    return this.#machine.block({ number, parentHash, mark, timestamp: BigInt(Math.floor(this.#now() / 1_000)) })
  }

  #stand(header: Block, mined: readonly Mined[]): StandingBlock {
    return { header, mined, number: header.header.number, hash: bytesToHex(header.hash()), state: this.#machine.state }
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#mining.then(work)
    this.#mining = result.catch(() => undefined)
    return result
  }
}
