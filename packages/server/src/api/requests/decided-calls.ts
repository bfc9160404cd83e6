/** Calls that are one command of one shard, with a response that is made together with its decision: the engine's commit writes their row. */
import { directRfqCalls, grfqCalls, obCalls, spreadCalls, type Call } from '@parley/contracts'

const { createRfq, sendDraft, cancelRfq, declineRfq, bookTrade, createOrder, replaceOrder, cancelOrder } = directRfqCalls
const ofBook = (calls: typeof obCalls | typeof grfqCalls): readonly Call[] => [
  ...[calls.createRfq, calls.declineRfq, calls.bookTrade],
  ...[calls.createQuote, calls.replaceQuote, calls.upsertQuote, calls.cancelQuote],
]

const nameOf = ({ method, path }: Call): string => `${method} ${path}`
const namesOf = (calls: readonly unknown[]): ReadonlySet<string> => new Set(calls.map((call) => nameOf(call as Call)))
const citing = [createRfq, cancelRfq, createOrder, replaceOrder, cancelOrder]
const ofSpreads = [spreadCalls.createOrder, spreadCalls.replaceOrder, spreadCalls.cancelOrder]
const ofBooks = [...ofBook(obCalls), ...ofBook(grfqCalls), grfqCalls.createOrder]
const decided = namesOf([...citing, sendDraft, declineRfq, bookTrade, ...ofBooks, ...ofSpreads])
const citingRule = namesOf(citing)

export const isWrittenWithDecision = (call: Call): boolean => decided.has(nameOf(call))

/** The refusal of a reused key is published with two texts: these calls and batches cite the rule, all others name the header. */
export const citesRuleOfKeys = (call: Call): boolean => citingRule.has(nameOf(call)) || call.path.endsWith('/batch/')
