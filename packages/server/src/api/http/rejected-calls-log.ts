/**
 * Logs senders of requests that no client of ours sends, or of more requests than the rates allow. The first of its kind from an address is logged
 * immediately, and further ones within a minute as a count in the next line, so that a flood of calls does not flood the log. Bodies are never
 * logged.
 */
import type { ErrorName } from '@parley/contracts'
import type { Log } from '../../log/log.ts'
import { isFault, type Fault } from '../../calls/fault.ts'
import { httpLimits } from './limits.ts'

/**
 * Refusals that a prober causes: malformed input, invalid signatures, keys and tokens, a key from a disallowed address, exceeded rates. A request for
 * a new proof is not a sign of probing.
 */
const WORTH_A_LINE: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'ParseError',
  'InvalidRequest',
  'InvalidParams',
  'InvalidSignature',
  'InvalidAccessKey',
  'AddressNotAllowed',
  'AccessSuspended',
  'NotAuthenticated',
  'TokenExpired',
  'RateLimited',
])

/** A page of another site is rejected as a caller without the right. */
export const handshakesWorthALine: ReadonlySet<ErrorName> = new Set<ErrorName>([...WORTH_A_LINE, 'InsufficientPermissions'])

export type RejectedCall = { readonly call: string; readonly address: string; readonly requestId: string | undefined; readonly now: number }

type Wording = { readonly sentence: string; readonly kinds: ReadonlySet<ErrorName> }
const ofCalls: Wording = { sentence: 'A call was rejected', kinds: WORTH_A_LINE }

export function createRejectedCallsLog(log: Log, { sentence, kinds }: Wording = ofCalls): (answer: object, about: RejectedCall) => void {
  const held = new Map<string, { readonly since: number; more: number }>()
  return (answer, { call, address, requestId, now }) => {
    if (!isFault(answer) || !kinds.has(answer.fault)) return
    const key = `${answer.fault} ${address}`
    const before = held.get(key)
    if (before !== undefined && now - before.since < httpLimits.rejectedCallsQuietMs) return void (before.more += 1)
    if (held.size >= httpLimits.rejectedCallsRemembered) held.clear()
    held.set(key, { since: now, more: 0 })
    log.warn({ requestId, error: answer.fault, ...memberOf(answer), call, address, ...countOf(before) }, sentence)
  }
}

/** The name of the parameter, which is ours; never its value. */
const memberOf = ({ member }: Fault): object => (member === undefined ? {} : { member })
const countOf = (before: { readonly more: number } | undefined): object =>
  before === undefined || before.more === 0 ? {} : { moreSinceTheLast: before.more }
