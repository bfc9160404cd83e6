/**
 * Keeps our calls below a venue's rate limits: exceeding them costs the connection, or a minute's ban. If calls have to wait, it decides which one is
 * sent next, so that one desk cannot hold up another (rulebook 18.5).
 */
export type Pace = {
  readonly cost: number
  readonly pool: number
  readonly refillPerSecond: number
  /** The part of the pool that reads leave for everything else, and orders for cancellations. */
  readonly kept?: { readonly fromReads: number; readonly fromOrders: number }
  /** An owner that has used more than this leaves `left` of the pool to the others. */
  readonly share?: { readonly pool: number; readonly refillPerSecond: number; readonly left: number }
}

/**
 * Cancellations are sent first. Then come the calls that several users wait for: settlement, sign-ins, clocks and listings. Then orders, and reads at
 * the end.
 */
export type Urgency = 'CANCEL' | 'COMMON' | 'ORDER' | 'READ'

export type Asking = {
  readonly urgency?: Urgency
  /** Owners with calls of the same urgency take turns. */
  readonly owner?: string
  /** Aborted if no caller waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
}

export interface Pacer<Kind extends string> {
  /** Resolves when the call may be sent. Otherwise with the milliseconds after which it can be tried again: it is late, or its caller has left. */
  turn(kind: Kind, asking?: Asking): Promise<number | undefined>
}

/** Why a late call has no answer. */
export const NOT_SENT = 'too many calls are waiting to be sent, so this one was not sent'

/** A call that would wait longer than this is refused. */
const PATIENCE_MS: Readonly<Record<Urgency, number>> = { CANCEL: 10_000, COMMON: Infinity, ORDER: 5_000, READ: 1_000 }
const RANKS: Readonly<Record<Urgency, number>> = { CANCEL: 0, COMMON: 1, ORDER: 2, READ: 3 }
/** More urgent calls may arrive later and delay a waiting one. After this many times its patience it is refused. */
const DELAYED_MOST = 3
const MAX_OWNERS = 1_000

type Tokens = { left: number; at: number }
type Waiting = {
  readonly urgency: Urgency
  readonly owner: string
  readonly since: number
  readonly order: number
  readonly settle: (wait: number | undefined) => void
}
type Bucket = {
  readonly pace: Pace
  readonly tokens: Tokens
  /** The rest of each owner's share, least recently used first. */
  readonly shares: Map<string, Tokens>
  /** When each owner was served last, as a running number. */
  readonly served: Map<string, number>
  waiting: Waiting[]
  timer: NodeJS.Timeout | undefined
  /** When the timer is due. Tokens are counted up to then only: after a pause of this process the waiting calls do not all leave at once. */
  dueAt: number
}

export function createPacer<Kind extends string>(paces: Readonly<Record<Kind, Pace>>, now: () => number): Pacer<Kind> {
  const buckets = new Map<Kind, Bucket>()
  let asked = 0
  const bucketOf = (kind: Kind): Bucket => {
    const known = buckets.get(kind)
    if (known !== undefined) return known
    const tokens = { left: paces[kind].pool, at: now() }
    const bucket: Bucket = {
      ...{ pace: paces[kind], tokens, shares: new Map(), served: new Map() },
      ...{ waiting: [], timer: undefined, dueAt: Infinity },
    }
    buckets.set(kind, bucket)
    return bucket
  }

  const serve = (bucket: Bucket): void => {
    refill(bucket, now())
    bucket.waiting = bucket.waiting.filter((one) => {
      const isOver = now() - one.since > DELAYED_MOST * PATIENCE_MS[one.urgency]
      if (isOver) one.settle(waitOf(bucket, one))
      return !isOver
    })
    for (let next = nextOf(bucket); next !== undefined; next = nextOf(bucket)) {
      bucket.waiting.splice(bucket.waiting.indexOf(next), 1)
      spend(bucket, next.owner, (asked += 1), now())
      next.settle(undefined)
    }
    clearTimeout(bucket.timer)
    bucket.dueAt = Infinity
    if (bucket.waiting.length === 0) return
    const missing = Math.min(...bucket.waiting.map((one) => bucket.pace.cost + keptFrom(bucket, one, now()) - bucket.tokens.left))
    const waitMs = Math.ceil((missing / bucket.pace.refillPerSecond) * 1_000)
    bucket.dueAt = now() + waitMs
    const awaited = bucket.tokens.left + missing
    bucket.timer = setTimeout(() => {
      // The wait itself counts, even if the clock was set back or is moved by hand.
      refill(bucket, now())
      bucket.tokens.left = Math.max(bucket.tokens.left, awaited)
      serve(bucket)
    }, waitMs)
  }

  return {
    turn: (kind, { urgency = 'COMMON', owner = '', signal } = {}) => {
      const bucket = bucketOf(kind)
      refill(bucket, now())
      const call = { urgency, owner, since: now(), order: (asked += 1) }
      const waitMs = waitOf(bucket, call)
      if (waitMs > PATIENCE_MS[urgency]) return Promise.resolve(waitMs)
      return new Promise((resolve) => {
        const leave = (): void => {
          bucket.waiting = bucket.waiting.filter((one) => one !== waiting)
          settle(waitOf(bucket, call))
        }
        const settle = (wait: number | undefined): void => {
          signal?.removeEventListener('abort', leave)
          resolve(wait)
        }
        const waiting: Waiting = { ...call, settle }
        if (signal?.aborted === true) return resolve(waitMs)
        signal?.addEventListener('abort', leave)
        bucket.waiting.push(waiting)
        serve(bucket)
      })
    },
  }
}

function refill({ tokens, pace, dueAt }: Bucket, at: number): void {
  const until = Math.min(at, dueAt)
  tokens.left = Math.min(pace.pool, tokens.left + (Math.max(0, until - tokens.at) / 1_000) * pace.refillPerSecond)
  tokens.at = at
}

function spend({ tokens, pace, shares, served }: Bucket, owner: string, order: number, at: number): void {
  tokens.left -= pace.cost
  served.delete(owner)
  served.set(owner, order)
  if (served.size > MAX_OWNERS) served.delete(served.keys().next().value!)
  if (pace.share === undefined || owner === '') return
  const left = shareLeft(pace.share, shares.get(owner), at) - pace.cost
  shares.delete(owner)
  shares.set(owner, { left, at })
  if (shares.size > MAX_OWNERS) shares.delete(shares.keys().next().value!)
}

const shareLeft = ({ pool, refillPerSecond }: NonNullable<Pace['share']>, known: Tokens | undefined, at: number): number =>
  known === undefined ? pool : Math.min(pool, known.left + (Math.max(0, at - known.at) / 1_000) * refillPerSecond)

type Call = Pick<Waiting, 'urgency' | 'owner' | 'order'>

/** The part of the pool that a call has to leave for others. */
function keptFrom({ pace, shares }: Bucket, { urgency, owner }: Call, at: number): number {
  const ofUrgency = urgency === 'READ' ? (pace.kept?.fromReads ?? 0) : urgency === 'ORDER' ? (pace.kept?.fromOrders ?? 0) : 0
  const isOverShare = pace.share !== undefined && owner !== '' && shareLeft(pace.share, shares.get(owner), at) < pace.cost
  return ofUrgency + (isOverShare ? pace.share.left : 0)
}

/** The first of the waiting calls that the pool has tokens for. */
function nextOf(bucket: Bucket): Waiting | undefined {
  const { waiting, tokens, pace, served } = bucket
  let next: Waiting | undefined
  for (const one of waiting) {
    if (tokens.left < pace.cost + keptFrom(bucket, one, tokens.at)) continue
    if (next === undefined || isBefore(one, next, served)) next = one
  }
  return next
}

function isBefore(one: Call, other: Call, served: ReadonlyMap<string, number>): boolean {
  if (one.urgency !== other.urgency) return RANKS[one.urgency] < RANKS[other.urgency]
  const [servedAt, otherAt] = [served.get(one.owner) ?? 0, served.get(other.owner) ?? 0]
  return one.owner === other.owner || servedAt === otherAt ? one.order < other.order : servedAt < otherAt
}

/**
 * How long a call would wait if no further call arrived: all more urgent ones go first, unless they have to leave more to others, and the other
 * owners take turns with its own.
 */
function waitOf(bucket: Bucket, call: Call): number {
  const { waiting, tokens, pace } = bucket
  const kept = keptFrom(bucket, call, tokens.at)
  const sameUrgency = new Map<string, number>()
  let before = 0
  for (const one of waiting) {
    if (keptFrom(bucket, one, tokens.at) > kept) continue
    if (RANKS[one.urgency] < RANKS[call.urgency]) before += 1
    else if (one.urgency === call.urgency && (one.owner !== call.owner || one.order < call.order))
      sameUrgency.set(one.owner, (sameUrgency.get(one.owner) ?? 0) + 1)
  }
  const own = sameUrgency.get(call.owner) ?? 0
  for (const [owner, count] of sameUrgency) before += owner === call.owner ? own : Math.min(count, own + 1)
  const missing = (before + 1) * pace.cost + kept - tokens.left
  return Math.max(0, Math.ceil((missing / pace.refillPerSecond) * 1_000))
}
