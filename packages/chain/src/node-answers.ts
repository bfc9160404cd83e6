/**
 * A node's answers about blocks, transactions and logs, as far as we use them. Nothing is trusted: an answer of another shape counts as no answer.
 */
import type { Address, Hash } from './port.ts'

export type NodeLog = {
  readonly topics: readonly Hash[]
  readonly data: `0x${string}`
  readonly address: Address
  readonly block: bigint
  readonly blockHash: Hash
  readonly transaction: Hash
}
export type NodeTransaction = {
  readonly from: Address
  readonly nonce: bigint
  readonly to: Address | undefined
  readonly data: `0x${string}`
  readonly gas: bigint
  /** Undefined while it is pending. */
  readonly block: bigint | undefined
}
export type NodeReceipt = { readonly success: boolean; readonly block: bigint; readonly gasUsed: bigint; readonly logs: readonly NodeLog[] }

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const isHex = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

export const readQuantity = (value: unknown): bigint | undefined => (isHex(value) && value.length > 2 ? BigInt(value) : undefined)
export const readHash = (value: unknown): Hash | undefined => (isHex(value) && value.length === 66 ? value : undefined)

export function readLog(value: unknown): NodeLog | undefined {
  if (!isRow(value) || !isHex(value['data']) || !isHex(value['address']) || !Array.isArray(value['topics'])) return undefined
  const block = readQuantity(value['blockNumber'])
  const blockHash = readHash(value['blockHash'])
  const transaction = readHash(value['transactionHash'])
  if (block === undefined || blockHash === undefined || transaction === undefined) return undefined
  return { topics: value['topics'] as Hash[], data: value['data'], address: value['address'], block, blockHash, transaction }
}

export function readTransaction(value: unknown): NodeTransaction | undefined {
  if (!isRow(value) || !isHex(value['from']) || !isHex(value['input'])) return undefined
  const nonce = readQuantity(value['nonce'])
  const gas = readQuantity(value['gas'])
  if (nonce === undefined || gas === undefined) return undefined
  const to = isHex(value['to']) ? value['to'] : undefined
  return { from: value['from'], nonce, to, data: value['input'], gas, block: readQuantity(value['blockNumber']) }
}

export function readReceipt(value: unknown): NodeReceipt | undefined {
  if (!isRow(value) || !Array.isArray(value['logs'])) return undefined
  const block = readQuantity(value['blockNumber'])
  const gasUsed = readQuantity(value['gasUsed'])
  if (block === undefined || gasUsed === undefined) return undefined
  return { success: value['status'] === '0x1', block, gasUsed, logs: value['logs'].flatMap((log) => readLog(log) ?? []) }
}

export const hashOfBlock = (value: unknown): Hash | undefined => (isRow(value) ? readHash(value['hash']) : undefined)
