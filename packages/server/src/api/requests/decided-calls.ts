/** Calls that are one command of one shard, and whose answer is made with its decision: the engine's commit writes their row. */
import { directRfqCalls, grfqCalls, obCalls, type Call } from '@parley/contracts'

const { createRfq, cancelRfq, createOrder, replaceOrder, cancelOrder } = directRfqCalls
const ofBook = ({ createQuote, replaceQuote, upsertQuote }: typeof obCalls | typeof grfqCalls): readonly Call[] => [
  createQuote,
  replaceQuote,
  upsertQuote,
]

const nameOf = ({ method, path }: Call): string => `${method} ${path}`
const decided: ReadonlySet<string> = new Set(
  [createRfq, cancelRfq, createOrder, replaceOrder, cancelOrder, ...ofBook(obCalls), ...ofBook(grfqCalls), grfqCalls.createOrder].map(
    (call) => nameOf(call as Call),
  ),
)

export const isWrittenWithDecision = (call: Call): boolean => decided.has(nameOf(call))
