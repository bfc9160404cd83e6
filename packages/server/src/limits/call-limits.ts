/** Limits how often a desk may make a call, before anything of the call is read. */
import { directRfqCalls, listCalls, effectOf, obCalls, vaultCalls, wireLimits, type Call } from '@parley/contracts'
import { hasRight } from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { RollingLimit } from './rolling-window.ts'

export type CallTurn = {
  /** Milliseconds until the call may be made; undefined if it may be made now. */
  readonly waitMs: number | undefined
  /** How long the refusal is delayed, because the desk is far over its rate: as many calls as its rate allows were already refused. */
  readonly slowMs: number | undefined
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
  readonly perpetualReads: RollingLimit
  readonly chainCalls: RollingLimit
  /** Refusals that are answered immediately, at the rate of requests. */
  readonly refusals: RollingLimit
}

export function createCallLimits(limits: Limits): CallLimits {
  const { requests, repetitions, rescues, rfqs, quoteSweeps, refusals } = limits
  const own = new Map<Call, (query: string) => RollingLimit | undefined>([
    [directRfqCalls.createRfq as Call, () => rfqs],
    [listCalls.createList as Call, () => rfqs],
    [obCalls.cancelQuotes as Call, (query) => (isUnfiltered(query) ? quoteSweeps : undefined)],
    ...readingTheChain.map((call) => [call, () => limits.chainCalls] as const),
  ])
  const ofKind = ({ path, method }: Call): RollingLimit | undefined => {
    if (path.startsWith(SPREADS)) return method === 'GET' ? limits.spreadReads : limits.spreadWrites
    return path.startsWith(PERPETUALS) && method === 'GET' ? limits.perpetualReads : undefined
  }
  const take = (call: Call, { desk, role }: Caller, query: string, now: number): Omit<CallTurn, 'slowMs'> => {
    const taken: (readonly [RollingLimit, number])[] = []
    const takeOf = (limit: RollingLimit, weight = 1): number | undefined => {
      const wait = limit.take(desk, now, weight)
      if (wait === undefined) taken.push([limit, weight])
      return wait
    }
    const giveBack = () => taken.splice(0).forEach(([limit, weight]) => limit.giveBack(desk, now, weight))
    const asked = takeOf(requests, weightOf(call, query))
    const wait = asked === undefined || !isRescue(call) ? asked : takeOf(rescues)
    // A caller who may not make the call at all is refused and uses up nothing of the rate.
    if (wait !== undefined || !isAllowed(call, role)) return { waitMs: wait, giveBack }
    const kind = ofKind(call)
    const waitOfKind = kind === undefined ? undefined : takeOf(kind)
    if (waitOfKind !== undefined) return { waitMs: isRescue(call) ? takeOf(rescues) : waitOfKind, giveBack }
    const limit = own.get(call)?.(query)
    return { waitMs: limit === undefined ? undefined : takeOf(limit), giveBack }
  }
  return {
    take(call, caller, query, now) {
      const turn = take(call, caller, query, now)
      const isFarOver = turn.waitMs !== undefined && refusals.take(caller.desk, now) !== undefined
      return { ...turn, slowMs: isFarOver ? SLOWED_MS : undefined }
    },
    mayRepeat: ({ desk }, now) => repetitions.take(desk, now) === undefined,
  }
}

/** The delay of a refusal if a desk is far over its rate. */
const SLOWED_MS = 1_000

const PERPETUALS = '/v2/perpetuals/'
const readingTheChain = [
  vaultCalls.getBidderWallet,
  vaultCalls.getBidSignature,
  vaultCalls.priceBid,
  vaultCalls.createBid,
  vaultCalls.openAuction,
  vaultCalls.listAuctionBids,
  vaultCalls.takeBid,
] as readonly Call[]

const ROWS_OF_ONE = 100
/** Each change reads all accounts again. */
const CHANGE_OF_ACCOUNT = 5
const LEADERBOARD = 5

/** The number of calls that a call counts as, by its cost to the server. Calls that cancel or protect count as one. */
export function weightOf(call: Call, query: string): number {
  if (isRescue(call)) return 1
  if (call.method !== 'GET') return call.path.startsWith('/account/') ? CHANGE_OF_ACCOUNT : 1
  const rows = rowsOf(new URLSearchParams(query))
  const pages = Number.isFinite(rows) ? Math.min(Math.max(1, Math.ceil(rows / ROWS_OF_ONE)), wireLimits.pageSize / ROWS_OF_ONE) : 1
  return call.path.startsWith('/v1/leaderboard/') ? Math.max(LEADERBOARD, pages) : pages
}

/** The rows of a page, or the candles of a period. */
function rowsOf(query: URLSearchParams): number {
  const [pageSize, minutes] = [query.get('page_size'), query.get('resolution')]
  if (minutes !== null) return (Number(query.get('to')) - Number(query.get('from'))) / (Number(minutes) * 60_000)
  return Number(pageSize ?? ROWS_OF_ONE)
}

const SPREADS = '/v1/fs/'

function isAllowed({ who }: Call, role: Caller['role']): boolean {
  switch (who) {
    case 'trader':
      return hasRight(role, 'Trade')
    case 'bidder':
      return hasRight(role, 'Bid')
    case 'administrator':
      return hasRight(role, 'Administer')
    case 'anyone':
    case 'member':
    case 'person':
      return true
  }
}

function isRescue(call: Call): boolean {
  const effect = effectOf(call)
  return effect === 'cancel' || effect === 'protect'
}

/** A filter without a value does not filter, and neither does the caller's key. */
const isUnfiltered = (query: string): boolean =>
  [...new URLSearchParams(query)].every(([name, value]) => name === 'api-key' || value === '')
