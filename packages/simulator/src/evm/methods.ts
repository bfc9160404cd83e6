/** The embedded chain behind a node's API: the Ethereum JSON-RPC methods that a client of contracts needs. */
import type { Hash } from '@parley/chain'
import { decodeErrorResult } from 'viem/utils'
import type { Blocks, FoundLog, LogFilter, Mined, Sent, StandingBlock } from './blocks.ts'
import { BLOCK_GAS, type Call, type Executed, type Hex } from './machine.ts'

export type RpcFault = { readonly code: number; readonly message: string; readonly data?: Hex }
export class NodeRefusal extends Error {
  readonly fault: RpcFault

  constructor(fault: RpcFault) {
    super(fault.message)
    this.fault = fault
  }
}

export type Method = (parameters: readonly unknown[]) => Promise<unknown>

type Row = Readonly<Record<string, unknown>>

const INVALID = -32_602
const REFUSED = -32_000
const REVERTED = 3
/** A search over more blocks is refused, as by public nodes. */
const MAX_LOG_BLOCKS = 2_000n

const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`
const invalid = (message: string): NodeRefusal => new NodeRefusal({ code: INVALID, message })

export function createMethods(blocks: Blocks, chainId: bigint, onSent: () => Promise<void>): Readonly<Record<string, Method>> {
  const blockOf = (tag: unknown): StandingBlock => {
    const found = findBlock(blocks, tag)
    if (found === undefined) throw new NodeRefusal({ code: REFUSED, message: 'header not found' })
    return found
  }
  const call = async (parameters: readonly unknown[]): Promise<Executed> => {
    const executed = await blocks.call(readCall(parameters[0]), blockOf(parameters[1] ?? 'latest'))
    if (executed === undefined)
      throw new NodeRefusal({ code: REFUSED, message: 'missing trie node: the state of this block has been pruned' })
    if (!executed.success) throw new NodeRefusal(revert(executed.returned))
    return executed
  }
  return {
    eth_chainId: async () => hex(chainId),
    net_version: async () => String(chainId),
    web3_clientVersion: async () => 'Parley embedded chain',
    eth_syncing: async () => false,
    eth_accounts: async () => [],
    eth_gasPrice: async () => '0x0',
    eth_maxPriorityFeePerGas: async () => '0x0',
    eth_blockNumber: async () => hex(blocks.newest.number),
    eth_getBalance: async () => '0x0',
    eth_call: async (parameters) => (await call(parameters)).returned,
    // Half as much again, because refunds and the gas passed to inner calls are not known in advance.
    eth_estimateGas: async (parameters) => hex(least(((await call(parameters)).gasUsed * 3n) / 2n, BLOCK_GAS)),
    eth_getTransactionCount: async ([address, tag]) => {
      const from = readHex(address)
      return hex(tag === 'pending' ? await blocks.nextNonce(from) : await blocks.nonceOf(from))
    },
    eth_sendRawTransaction: async ([raw]) => {
      const hash = await blocks.accept(readHex(raw)).catch((error: unknown) => {
        throw new NodeRefusal({ code: REFUSED, message: error instanceof Error ? error.message : String(error) })
      })
      await onSent()
      return hash
    },
    eth_getTransactionByHash: async ([hash]) => {
      const place = blocks.placeOf(readHex(hash))
      if (place !== undefined) return viewTransaction(place.mined.sent, place)
      const waiting = blocks.waitingOf(readHex(hash))
      return waiting === undefined ? null : viewTransaction(waiting, undefined)
    },
    eth_getTransactionReceipt: async ([hash]) => {
      const place = blocks.placeOf(readHex(hash))
      return place === undefined ? null : viewReceipt(blocks, place.block, place.mined)
    },
    eth_getBlockByNumber: async ([tag]) => viewBlock(findBlock(blocks, tag)),
    eth_getBlockByHash: async ([hash]) => viewBlock(blocks.named(readHex(hash))),
    eth_getLogs: async ([filter]) => findLogs(blocks, filter).map(viewLog),
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

function readHex(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) throw invalid('expected a hexadecimal string with the prefix 0x')
  return value.toLowerCase() as Hex
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

function readCall(value: unknown): Call {
  if (!isRow(value)) throw invalid('expected a call')
  const data = value['data'] ?? value['input']
  return {
    ...(typeof value['from'] === 'string' ? { from: readHex(value['from']) } : {}),
    ...(typeof value['to'] === 'string' ? { to: readHex(value['to']) } : {}),
    ...(typeof data === 'string' ? { data: readHex(data) } : {}),
    ...(typeof value['gas'] === 'string' ? { gas: least(BigInt(readHex(value['gas'])), BLOCK_GAS) } : {}),
  }
}

function findBlock(blocks: Blocks, tag: unknown): StandingBlock | undefined {
  if (tag === 'earliest') return blocks.at(0n)
  if (tag === 'latest' || tag === 'pending' || tag === 'safe' || tag === 'finalized') return blocks.newest
  return blocks.at(BigInt(readHex(tag)))
}

/** A node's error: it contains the contract's message as text and, encoded, in its data. */
function revert(data: Hex): RpcFault {
  if (data === '0x') return { code: REVERTED, message: 'execution reverted', data }
  try {
    const { args } = decodeErrorResult({ abi: [], data }) as unknown as { args: readonly unknown[] }
    return { code: REVERTED, message: `execution reverted: ${String(args[0])}`, data }
  } catch {
    return { code: REVERTED, message: 'execution reverted', data }
  }
}

function findLogs(blocks: Blocks, filter: unknown): readonly FoundLog[] {
  if (!isRow(filter)) throw invalid('expected a filter')
  const list = (value: unknown): readonly string[] =>
    value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).map(readHex)
  const topics = Array.isArray(filter['topics']) ? filter['topics'].map(list) : []
  const wanted: LogFilter = { addresses: list(filter['address']), topics }
  const named = filter['blockHash'] === undefined ? undefined : blocks.named(readHex(filter['blockHash']))
  if (named !== undefined) return blocks.logs(named.number, named.number, wanted)
  const from = findBlock(blocks, filter['fromBlock'] ?? 'latest')?.number ?? blocks.newest.number + 1n
  const to = findBlock(blocks, filter['toBlock'] ?? 'latest')?.number ?? blocks.newest.number
  if (to - from >= MAX_LOG_BLOCKS) throw new NodeRefusal({ code: -32_005, message: `query exceeds ${MAX_LOG_BLOCKS} blocks` })
  return blocks.logs(from, to, wanted)
}

const viewBlock = (block: StandingBlock | undefined) =>
  block === undefined
    ? null
    : { ...block.header.header.toJSON(), hash: block.hash, uncles: [], transactions: block.mined.map(({ sent }) => sent.hash) }

function viewTransaction({ hash, from, transaction }: Sent, place: { readonly block: StandingBlock; readonly mined: Mined } | undefined) {
  const { data, to, ...rest } = transaction.toJSON()
  return {
    ...{ ...rest, hash, from, input: data, to: to ?? null, gas: rest.gasLimit, type: hex(transaction.type) },
    blockHash: place?.block.hash ?? null,
    blockNumber: place === undefined ? null : hex(place.block.number),
    transactionIndex: place === undefined ? null : hex(place.mined.index),
  }
}

function viewReceipt(blocks: Blocks, block: StandingBlock, { sent, index, executed }: Mined) {
  const gasBefore = block.mined.slice(0, index + 1).reduce((sum, each) => sum + each.executed.gasUsed, 0n)
  const all = blocks.logs(block.number, block.number, { addresses: [], topics: [] })
  return {
    ...{ transactionHash: sent.hash, transactionIndex: hex(index), blockHash: block.hash, blockNumber: hex(block.number), from: sent.from },
    to: sent.transaction.to?.toString() ?? null,
    contractAddress: executed.created ?? null,
    ...{ gasUsed: hex(executed.gasUsed), cumulativeGasUsed: hex(gasBefore), effectiveGasPrice: '0x0', type: hex(sent.transaction.type) },
    status: executed.success ? '0x1' : '0x0',
    logs: all.filter(({ mined }) => mined.sent.hash === sent.hash).map(viewLog),
    logsBloom: NO_BLOOM,
  }
}

/** Any log may be in it, so clients that check it always look at the logs. */
const NO_BLOOM = `0x${'f'.repeat(512)}`

const viewLog = ({ address, topics, data, block, mined, index }: FoundLog) => ({
  ...{ address, topics, data, logIndex: hex(index), removed: false },
  blockNumber: hex(block.number),
  blockHash: block.hash,
  transactionHash: mined.sent.hash satisfies Hash,
  transactionIndex: hex(mined.index),
})
