/** How often a desk may make a call, before anything of the call is read. */
import { directRfqCalls, effectOf, obCalls, type Call } from '@parley/contracts'
import { hasRight } from '@parley/core'
import type { Caller } from '../http/route.ts'
import type { RollingLimit } from './rolling-limit.ts'

export interface CallLimits {
  /** In how many milliseconds the call may be made; undefined for now. */
  wait(call: Call, caller: Caller, query: string, now: number): number | undefined
}

type Limits = {
  readonly requests: RollingLimit
  /** Of calls that cancel or protect, when all requests are used up. */
  readonly rescues: RollingLimit
  readonly rfqs: RollingLimit
  readonly quoteSweeps: RollingLimit
}

export function createCallLimits({ requests, rescues, rfqs, quoteSweeps }: Limits): CallLimits {
  const own = new Map<Call, (query: string) => RollingLimit | undefined>([
    [directRfqCalls.createRfq as Call, () => rfqs],
    [obCalls.cancelQuotes as Call, (query) => (isUnfiltered(query) ? quoteSweeps : undefined)],
  ])
  return {
    wait(call, { desk, role }, query, now) {
      const asked = requests.take(desk, now)
      const wait = asked === undefined || !isRescue(call) ? asked : rescues.take(desk, now)
      // Who may not make the call at all is told so, and spends nothing of it.
      if (wait !== undefined || !hasRight(role, 'Trade')) return wait
      return own.get(call)?.(query)?.take(desk, now)
    },
  }
}

function isRescue(call: Call): boolean {
  const effect = effectOf(call)
  return effect === 'cancel' || effect === 'protect'
}

/** A filter without a value is none, and who calls is no filter. */
const isUnfiltered = (query: string): boolean =>
  [...new URLSearchParams(query)].every(([name, value]) => name === 'api-key' || value === '')
