/** A complete simulated chain: a real EVM behind a node's JSON-RPC on a real socket, mined at an interval or on demand, with injected faults. */
import { createServer } from 'node:http'
import type { Address, Hash } from '@parley/chain'
import { createFaults, type FaultOrder, type Faults } from '../exchange/faults.ts'
import { listen, stopListening } from '../exchange/listen.ts'
import { createRandom } from '../exchange/random.ts'
import { Blocks } from './blocks.ts'
import { createNodeListener } from './http.ts'
import { Machine } from './machine.ts'
import { createMethods } from './methods.ts'
import { createChainFaults, type ChainFault } from './chain-faults.ts'

export type ChainSimulatorOptions = {
  readonly chainId?: bigint
  /** Any free port, if absent or 0. */
  readonly port?: number
  readonly seed?: number
  readonly now?: () => number
  /**
   * AT_ONCE: a block for each transaction. BY_HAND: only when `mine` is called. At an interval, blocks are mined while transactions are pending or
   * being confirmed, and a quiet chain stays quiet.
   */
  readonly mining: 'AT_ONCE' | 'BY_HAND' | { readonly everyMs: number }
  readonly faults?: readonly FaultOrder[]
  /** The probability of each fault, each time that it can happen. */
  readonly chainFaults?: Readonly<Partial<Record<ChainFault, number>>>
}

export interface ChainSimulator {
  readonly chainId: bigint
  readonly url: string
  readonly faults: Faults
  /** The fault happens the next time that it can. */
  expect(fault: ChainFault): void
  mine(): Promise<void>
  /** Undefined if the transaction is not mined or deployed no contract. */
  contractMadeBy(hash: Hash): Address | undefined
  /** Removes the newest block; its transactions are pending again. */
  reorganise(): Promise<void>
  close(): Promise<void>
}

/** The usual chain id of local development chains. */
const CHAIN_ID = 31_337n
/** More blocks than anyone requires as confirmations of a settlement. */
const CONFIRMATIONS = 12

export async function createChainSimulator(options: ChainSimulatorOptions): Promise<ChainSimulator> {
  const { chainId = CHAIN_ID, port = 0, seed = 1, now = Date.now, mining } = options
  const chainFaults = createChainFaults(seed, options.chainFaults ?? {})
  const blocks = new Blocks(await Machine.create(chainId), chainFaults, now)
  const faults = createFaults(options.faults ?? [], createRandom(seed, 'faults of the chain'))
  const methods = createMethods(blocks, chainId, async () => {
    if (mining === 'AT_ONCE') await blocks.mine()
  })
  const server = createServer(createNodeListener({ methods, faults }))
  const url = `http://${await listen(server, port)}`
  const clock =
    typeof mining === 'object' ? setInterval(() => void (blocks.isBusy(CONFIRMATIONS) && blocks.mine()), mining.everyMs) : undefined
  return {
    ...{ chainId, url, faults },
    expect: (fault) => chainFaults.order(fault),
    mine: () => blocks.mine(),
    contractMadeBy: (hash) => blocks.placeOf(hash)?.mined.executed.created,
    reorganise: () => blocks.reorganise(),
    close: async () => {
      clearInterval(clock)
      await stopListening(server)
    },
  }
}
