/** A chain in a box: a real EVM behind a node's JSON-RPC on a real socket, mined by interval or by hand, with faults to order. */
import { createServer } from 'node:http'
import type { Address, Hash } from '@parley/chain'
import { createFaults, type FaultOrder, type Faults } from '../exchange/faults.ts'
import { listen, stopListening } from '../exchange/listen.ts'
import { createRandom } from '../exchange/random.ts'
import { Blocks } from './blocks.ts'
import { createNodeListener } from './http.ts'
import { Machine } from './machine.ts'
import { createMethods } from './methods.ts'
import { createMishaps, type Mishap } from './mishaps.ts'

export type ChainSimulatorOptions = {
  readonly chainId?: bigint
  /** Without it, or 0, whichever is free. */
  readonly port?: number
  readonly seed?: number
  readonly now?: () => number
  /**
   * AT_ONCE: a block for each transaction. BY_HAND: only when `mine` is called. By interval, blocks follow each other while something waits or is
   * being confirmed, and a quiet chain stays quiet.
   */
  readonly mining: 'AT_ONCE' | 'BY_HAND' | { readonly everyMs: number }
  readonly faults?: readonly FaultOrder[]
  /** How likely each is, each time that it can happen. */
  readonly mishaps?: Readonly<Partial<Record<Mishap, number>>>
}

export interface ChainSimulator {
  readonly chainId: bigint
  readonly url: string
  readonly faults: Faults
  /** The mishap happens the next time that it can. */
  expect(mishap: Mishap): void
  mine(): Promise<void>
  /** Undefined where the transaction is not mined, or made none. */
  contractMadeBy(hash: Hash): Address | undefined
  /** Takes the newest block back; what stood in it waits again. */
  reorganise(): Promise<void>
  close(): Promise<void>
}

/** As chains that people run on their own machines are numbered. */
const CHAIN_ID = 31_337n
/** As many blocks as anybody asks for behind a settlement. */
const CONFIRMATIONS = 12

export async function createChainSimulator(options: ChainSimulatorOptions): Promise<ChainSimulator> {
  const { chainId = CHAIN_ID, port = 0, seed = 1, now = Date.now, mining } = options
  const mishaps = createMishaps(seed, options.mishaps ?? {})
  const blocks = new Blocks(await Machine.create(chainId), mishaps, now)
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
    expect: (mishap) => mishaps.order(mishap),
    mine: () => blocks.mine(),
    contractMadeBy: (hash) => blocks.placeOf(hash)?.mined.executed.created,
    reorganise: () => blocks.reorganise(),
    close: async () => {
      clearInterval(clock)
      await stopListening(server)
    },
  }
}
