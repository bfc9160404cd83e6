/**
 * Calls to a node, each sent once. viem's client is not used here, because it retries and caches on its own. The caller decides what a missing answer
 * means (decision 0960).
 */
import { decodeErrorResult } from 'viem/utils'
import { readQuantity } from './node-answers.ts'
import type { ChainAnswer } from './port.ts'

export type JsonRpcOptions = {
  /** `https://…`: an Ethereum node, or a provider of one. */
  readonly url: string
  readonly timeoutMs?: number
}

export interface JsonRpc {
  call(method: string, parameters: readonly unknown[]): Promise<ChainAnswer<unknown>>
}

type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }

const TIMEOUT_MS = 10_000
/** Logs of a thousand blocks of one contract are far smaller than this. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** The node is out of its depth or was called too often. Its answer is not about the call. */
const BUSY_CODES = [-32_005, -32_002, -32_603]
const CANNOT_BE_READ = 'The answer of the chain cannot be read.'

export function createJsonRpc({ url, timeoutMs = TIMEOUT_MS }: JsonRpcOptions): JsonRpc {
  let lastId = 0
  const ask = async (method: string, parameters: readonly unknown[]): Promise<ChainAnswer<unknown>> => {
    const id = ++lastId
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readAtMost(response, MAX_ANSWER_BYTES)
    const answer = parse(text)
    if (answer?.error !== undefined) return ofError(answer.error)
    if (!response.ok || answer === undefined || !('result' in answer)) return unreachable(CANNOT_BE_READ)
    return { outcome: 'DONE', value: answer.result }
  }
  return {
    call: (method, parameters) =>
      ask(method, parameters).catch((error: unknown) => unreachable(`The chain does not respond: ${sentenceOf(error)}`)),
  }
}

export const refused = (reason: string) => ({ outcome: 'REFUSED', reason }) as const
export const unreachable = (reason: string) => ({ outcome: 'UNREACHABLE', reason }) as const

/** The number that a method returns; `unreadable` if it returns something else, which is never read as a number. */
export async function askQuantity(
  rpc: JsonRpc,
  method: string,
  parameters: readonly unknown[],
  unreadable: ChainAnswer<never> = unreachable(CANNOT_BE_READ),
): Promise<ChainAnswer<bigint>> {
  const answer = await rpc.call(method, parameters)
  if (answer.outcome !== 'DONE') return answer
  const value = readQuantity(answer.value)
  return value === undefined ? unreadable : { outcome: 'DONE', value }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function readAtMost(response: Response, bytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > bytes) throw new Error('its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): { readonly result?: unknown; readonly error?: RpcError } | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

function ofError({ code, message, data }: RpcError): ChainAnswer<never> {
  const words = typeof data === 'string' && data.startsWith('0x') && data.length > 2 ? revertWords(data as `0x${string}`) : undefined
  if (words !== undefined) return refused(words)
  return BUSY_CODES.includes(code) ? unreachable(message) : refused(message.replace(/^execution reverted:? ?/, '') || message)
}

/** The error text of a contract when it reverts: its message, or the number of its panic. */
function revertWords(data: `0x${string}`): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [], data }) as unknown as { errorName: string; args: readonly unknown[] }
    return errorName === 'Panic' ? `Panic ${String(args[0])}` : String(args[0])
  } catch {
    return undefined
  }
}
