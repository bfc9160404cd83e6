/** The overview of the operator console. Desks never receive any of it, so it is not part of the published API (decision 1047). */
import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

const PlatformWord = z.enum(['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY'])

const count = z.number().int()

/** Times are in milliseconds. `proved_until` is null unless the second factor was given again. */
export const ConsoleSession = z.object({
  name: z.string(),
  signed_in_at: Milliseconds,
  ends_at: Milliseconds,
  proved_until: Milliseconds.nullable(),
})

export const AuditLine = z.object({
  id: count,
  at: Milliseconds,
  actor: z.string(),
  desk: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

/** Without prices and quantities: the operator sees that a trade waits, and not what a desk paid. */
const WaitingSettlement = z.object({
  trade_id: z.string(),
  venue: z.string(),
  taker: z.string(),
  maker: z.string(),
  structure: z.string(),
  agreed_at: Milliseconds,
  route: z.enum(['BLOCK', 'VENUE_RFQ', 'BOOKED_BY_BOTH']),
  state: z.string(),
  attempts: count,
  /** When the worker tries again; null if no worker does. */
  next_attempt_at: Milliseconds.nullable(),
  /** The venue's message, unchanged. */
  venue_message: z.string().nullable(),
  /** The reports of both desks, if they disagree. Only then can the operator decide. */
  dispute: z.object({ taker: z.string(), maker: z.string() }).nullable(),
})

const ConsoleVenue = z.object({
  venue: z.string(),
  state: z.string(),
  delay_ms: z.number().nullable(),
  blocks: count,
  rejected: count,
  accounts: count,
  failing: z.array(z.object({ desk: z.string(), account: z.string(), reason: z.string() })),
})

const ConsoleShard = z.object({
  shard: z.string(),
  owner: z.string(),
  epoch: count,
  taken_at: Milliseconds,
  /** Decisions that are not durable yet; null if another process owns the shard. */
  queue: count.nullable(),
  is_serving: z.boolean().nullable(),
  snapshot_at: Milliseconds.nullable(),
})

const ConsoleProcess = z.object({
  id: z.string(),
  role: z.enum(['ALL', 'GATEWAY', 'SHARDS', 'WORKERS']),
  /** The address on which it listens. */
  url: z.string(),
  version: z.string(),
  started_at: Milliseconds,
  last_seen_at: Milliseconds,
  /** It has not announced itself for a while: it has died, or it cannot reach the database. */
  is_silent: z.boolean(),
  shards: z.array(z.string()),
  jobs: z.array(z.string()),
})

const PlatformView = z.object({
  state: PlatformWord,
  next_state: PlatformWord.nullable(),
  next_state_time: Milliseconds,
  scheduled: z.array(z.object({ id: count, at: Milliseconds, state: PlatformWord })),
})

export const ConsoleOverview = z.object({
  at: Milliseconds,
  release: z.string(),
  platform: PlatformView,
  counts: z.object({ firms: count, desks: count, people: count, sockets: count, open_rfqs: count, trades: count }),
  settlements: z.array(WaitingSettlement),
  venues: z.array(ConsoleVenue),
  shards: z.array(ConsoleShard),
  processes: z.array(ConsoleProcess),
  mail: z.object({ waiting: count, oldest_at: Milliseconds.nullable(), sent: count, failed: count }),
  reconciliation: z.object({ breaks: count, waiting: count }),
  audit: z.array(AuditLine),
})

export type ConsoleSessionView = z.output<typeof ConsoleSession>
export type ConsoleOverviewView = z.output<typeof ConsoleOverview>
export type ConsoleVenueView = z.output<typeof ConsoleVenue>
export type ConsoleProcessView = z.output<typeof ConsoleProcess>
export type ConsoleShardView = z.output<typeof ConsoleShard>
export type WaitingSettlementView = z.output<typeof WaitingSettlement>
export type AuditLineView = z.output<typeof AuditLine>
