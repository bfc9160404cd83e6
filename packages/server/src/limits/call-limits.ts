/** Limits how often a desk may make a call, before anything of the call is read. */
import { directRfqCalls, effectOf, obCalls, type Call } from '@parley/contracts'
import { hasRight } from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { RollingLimit } from './rolling-limit.ts'

export type CallTurn = {
  /** Milliseconds until the call may be made; undefined if it may be made now. */
  readonly waitMs: number | undefined
  /** The call was a repetition, which does not count. */
  giveBack(): void
}

export interface CallLimits {
  take(call: Call, caller: Caller, query: string, now: number): CallTurn
  /** Takes a turn from the rate of repetitions, which is as high as that of requests. */
  mayRepeat(caller: Pick<Caller, 'desk'>, now: number): boolean
}

type Limits = {
  readonly requests: RollingLimit
  /** Writes repeated under their key, counted separately at the same rate. */
  readonly repetitions: RollingLimit
  /** Turns for calls that cancel or protect, once the rate of requests is used up. */
  readonly rescues: RollingLimit
  readonly rfqs: RollingLimit
  readonly quoteSweeps: RollingLimit
  /** For calls about listed spreads, which have their own published rates (docs/decisions/0395). */
  readonly spreadReads: RollingLimit
  readonly spreadWrites: RollingLimit
}

export function createCallLimits({ requests, repetitions, rescues, rfqs, quoteSweeps, spreadReads, spreadWrites }: Limits): CallLimits {
  const own = new Map<Call, (query: string) => RollingLimit | undefined>([
    [directRfqCalls.createRfq as Call, () => rfqs],
    [obCalls.cancelQuotes as Call, (query) => (isUnfiltered(query) ? quoteSweeps : undefined)],
  ])
  const ofSpreads = ({ path, method }: Call): RollingLimit | undefined =>
    path.startsWith(SPREADS) ? (method === 'GET' ? spreadReads : spreadWrites) : undefined
  return {
    take(call, { desk, role }, query, now) {
      const taken: RollingLimit[] = []
      const takeOf = (limit: RollingLimit): number | undefined => {
        const wait = limit.take(desk, now)
        if (wait === undefined) taken.push(limit)
        return wait
      }
      const giveBack = () => taken.splice(0).forEach((limit) => limit.giveBack(desk, now))
      const asked = takeOf(requests)
      const wait = asked === undefined || !isRescue(call) ? asked : takeOf(rescues)
      // A caller who may not make the call at all is refused and uses up nothing of the rate.
      if (wait !== undefined || (call.method !== 'GET' && !hasRight(role, 'Trade'))) return { waitMs: wait, giveBack }
      const spreads = ofSpreads(call)
      const waitOfSpreads = spreads === undefined ? undefined : takeOf(spreads)
      if (waitOfSpreads !== undefined) return { waitMs: isRescue(call) ? takeOf(rescues) : waitOfSpreads, giveBack }
      const limit = own.get(call)?.(query)
      return { waitMs: limit === undefined ? undefined : takeOf(limit), giveBack }
    },
    mayRepeat: ({ desk }, now) => repetitions.take(desk, now) === undefined,
  }
}

const SPREADS = '/v1/fs/'

function isRescue(call: Call): boolean {
  const effect = effectOf(call)
  return effect === 'cancel' || effect === 'protect'
}

/** A filter without a value does not filter, and neither does the caller's key. */
const isUnfiltered = (query: string): boolean =>
  [...new URLSearchParams(query)].every(([name, value]) => name === 'api-key' || value === '')
