/** The virtual machine of the embedded chain and its state. It does one thing at a time: calls wait while it is busy. */
import { createBlock, type Block } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import type { Address, Hash } from '@parley/chain'

export type Hex = `0x${string}`
export type Call = { readonly from?: Address; readonly to?: Address; readonly data?: Hex; readonly gas?: bigint }
export type EventLog = { readonly address: Address; readonly topics: readonly Hash[]; readonly data: Hex }
export type Executed = {
  readonly success: boolean
  readonly gasUsed: bigint
  /** The contract's message, if it reverts. */
  readonly returned: Hex
  readonly logs: readonly EventLog[]
  readonly created: Address | undefined
}
/** Read-only: the machine works on copies. */
export type State = {
  readonly accounts: SimpleStateManager['accountStack'][number]
  readonly code: SimpleStateManager['codeStack'][number]
  readonly storage: SimpleStateManager['storageStack'][number]
}
export type BlockTerms = { readonly number: bigint; readonly timestamp: bigint; readonly parentHash: Hash; readonly mark: Hex }

export const BLOCK_GAS = 30_000_000n
/** Checks a transaction before anything is executed. */
const PLAIN_GAS = 21_000n
const DATA_GAS = 16n

export class Machine {
  #busy: Promise<unknown> = Promise.resolve()

  readonly #vm: VM
  readonly #manager: SimpleStateManager

  private constructor(vm: VM, manager: SimpleStateManager) {
    this.#vm = vm
    this.#manager = manager
  }

  static async create(chainId: bigint): Promise<Machine> {
    const common = createCustomCommon({ chainId: Number(chainId), name: 'embedded' }, Mainnet, { hardfork: Hardfork.Shanghai })
    const manager = new SimpleStateManager({ common })
    return new Machine(await createVM({ common, stateManager: manager }), manager)
  }

  /** Throws if it is not a transaction of this chain. */
  read(raw: Hex): TypedTransaction {
    const transaction = createTxFromRLP(hexToBytes(raw), { common: this.#vm.common })
    if (!transaction.isSigned()) throw new Error('transaction is not signed')
    return transaction
  }

  block({ number, timestamp, parentHash, mark }: BlockTerms): Block {
    const header = { number, timestamp, parentHash, extraData: mark, gasLimit: BLOCK_GAS, baseFeePerGas: 0n }
    return createBlock({ header }, { common: this.#vm.common, skipConsensusFormatValidation: true })
  }

  get state(): State {
    return { accounts: this.#manager.accountStack[0]!, code: this.#manager.codeStack[0]!, storage: this.#manager.storageStack[0]! }
  }

  restore(state: State): Promise<void> {
    return this.#serially(async () => this.#put(state))
  }

  async nonceOf(address: Address): Promise<bigint> {
    return (await this.#manager.getAccount(createAddressFromString(address)))?.nonce ?? 0n
  }

  /** Throws if the transaction does not fit into the block: its nonce is wrong, or its sender cannot pay for it. */
  run(transaction: TypedTransaction, block: Block): Promise<Executed> {
    return this.#serially(async () => {
      const { execResult, totalGasSpent, createdAddress } = await runTx(this.#vm, { tx: transaction, block, skipHardForkValidation: true })
      return executed(execResult, totalGasSpent, createdAddress?.toString())
    })
  }

  /** As if another transaction of the sender had been mined with its next nonce. */
  skipNonce(address: Address): Promise<void> {
    return this.#serially(async () => {
      const of = createAddressFromString(address)
      await this.#manager.checkpoint()
      await this.#manager.modifyAccountFields(of, { nonce: (await this.nonceOf(address)) + 1n })
      await this.#manager.commit()
    })
  }

  /** Changes nothing. `gasUsed` is what the same transaction would use. */
  call({ from, to, data = '0x', gas = BLOCK_GAS }: Call, block: Block, state: State): Promise<Executed> {
    return this.#serially(async () => {
      const now = this.state
      this.#put(state)
      await this.#vm.evm.journal.checkpoint()
      try {
        const caller = createAddressFromString(from ?? `0x${'0'.repeat(40)}`)
        const asked = { caller, origin: caller, data: hexToBytes(data), gasLimit: gas, block, skipBalance: true }
        const { execResult } = await this.#vm.evm.runCall(to === undefined ? asked : { ...asked, to: createAddressFromString(to) })
        const before = PLAIN_GAS * (to === undefined ? 3n : 1n) + BigInt((data.length - 2) / 2) * DATA_GAS
        return executed(execResult, execResult.executionGasUsed + before, undefined)
      } finally {
        await this.#vm.evm.journal.revert()
        this.#vm.evm.journal.cleanJournal()
        this.#put(now)
      }
    })
  }

  #put({ accounts, code, storage }: State): void {
    this.#manager.accountStack = [accounts]
    this.#manager.codeStack = [code]
    this.#manager.storageStack = [storage]
    this.#manager.originalStorageCache.clear()
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#busy.then(work)
    this.#busy = result.catch(() => undefined)
    return result
  }
}

type Result = Awaited<ReturnType<VM['evm']['runCall']>>['execResult']

const executed = ({ exceptionError, returnValue, logs = [] }: Result, gasUsed: bigint, created: string | undefined): Executed => ({
  success: exceptionError === undefined,
  gasUsed,
  returned: bytesToHex(returnValue),
  logs: logs.map(([address, topics, data]) => ({ address: bytesToHex(address), topics: topics.map(bytesToHex), data: bytesToHex(data) })),
  created: created as Address | undefined,
})
