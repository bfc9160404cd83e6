/**
 * The reasons why a caller may not bid or sell at this moment. A command waits for the chain for seconds, and in that time trading may be stopped,
 * access suspended or the last socket of its key closed. So this is answered immediately, from memory, and is asked again in the step that decides
 * the command (rulebook 19.4).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { refuse, type DeskId, type Refusal, type UserId } from '@parley/core'
import type { Barred } from '../accounts/access.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Caller } from '../calls/route.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { stopsIn } from '../shards/carry-stops.ts'
import type { MarketEngine, PublishedDecision } from '../shards/market-engine.ts'

export type Out = { readonly desk: DeskId; readonly user?: UserId | undefined }
export type Doing = 'bid' | 'sell'

export type AdmissionParts = {
  readonly engine: Pick<MarketEngine, 'onDecided' | 'read' | 'shards'>
  readonly customers: Pick<Customers, 'eligibilityRefusal'>
  /** According to the current accounts. A vault sells with the right to trade. */
  readonly may: Readonly<Record<Doing, (who: Required<Barred>) => boolean>>
  /** Called as soon as a stop is known, after it applies here. */
  readonly onStopped: (out: Out) => void
}

export type Admission = {
  /** Returns a function to call now and again later. It knows since when the command has been in progress. */
  begin(caller: Caller, doing: Doing): () => Refusal | undefined
  /** The desk, or the user of it, that may currently not bid; undefined if both may. */
  barredOf(desk: DeskId, user: UserId): Out | undefined
  /** The last socket of a key with cancel-on-disconnect is gone. */
  keyGone(via: string): void
  close(): void
}

export async function openAdmission({ engine, customers, may, onStopped }: AdmissionParts): Promise<Admission> {
  /** By desk and user ('' for the desk itself), with the shards that have the stop. */
  const stops = new Map<string, Set<string>>()
  /** How often each key's last socket has closed. */
  const departures = new Map<string, number>()
  const isStopped = (desk: DeskId, user: UserId | ''): boolean => (stops.get(nameOf(desk, user))?.size ?? 0) > 0
  const add = (desk: DeskId, user: UserId | '', shard: string): void => {
    const name = nameOf(desk, user)
    stops.set(name, (stops.get(name) ?? new Set()).add(shard))
  }
  const close = engine.onDecided((decisions) => {
    for (const event of decisions.flatMap(protectionEvents)) {
      const { desk, user, shard } = event
      if (event.kind === 'TradingAllowed') stops.get(nameOf(desk, user ?? ''))?.delete(shard)
      else {
        add(desk, user ?? '', shard)
        onStopped({ desk, user })
      }
    }
  })
  await Promise.all(engine.shards.map(async ({ name }) => (await stopsOf(engine, name)).forEach(({ desk, user }) => add(desk, user, name))))
  return {
    begin(caller, doing) {
      const gone = departures.get(caller.via)
      return () => {
        const ineligible = customers.eligibilityRefusal(caller, 'VAULT_AUCTION')
        if (ineligible !== undefined) return ineligible
        if (isStopped(caller.desk, '')) return stopped('your desk')
        if (isStopped(caller.desk, caller.user)) return stopped('you')
        if (!may[doing](caller)) return refuse('AccessSuspended', '19.4', 'Your access ended while the command was being processed.')
        // Only bids are cancelled with a socket.
        return doing === 'sell' || departures.get(caller.via) === gone
          ? undefined
          : refuse(
              'OrderClosed',
              '19.4',
              "The key's last socket closed while the bid was being processed, which cancels all bids of the key.",
            )
      }
    },
    barredOf(desk, user) {
      if (isStopped(desk, '')) return { desk }
      return isStopped(desk, user) || !may.bid({ desk, user }) ? { desk, user } : undefined
    },
    keyGone: (via) => void departures.set(via, (departures.get(via) ?? 0) + 1),
    close,
  }
}

/** Each lasts for as long as a market may take to answer. */
const READS_MOST = 20

/** A market that moves between processes answers a moment later, and a process that starts waits for it. */
async function stopsOf(engine: Pick<MarketEngine, 'read'>, shard: string) {
  for (let left = READS_MOST; ; left -= 1) {
    try {
      return (await engine.read(shard, stopsIn)).value
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || left === 1) throw error
      await delay(error.retryAfterMs)
    }
  }
}

const nameOf = (desk: DeskId, user: UserId | ''): string => `${desk} ${user}`

const stopped = (whose: string): Refusal =>
  refuse('TradingIsStopped', '19.4', `Trading is stopped for ${whose}. Bids can still be cancelled. An administrator can resume trading.`)

const protectionEvents = ({ shard, events }: PublishedDecision) =>
  events.flatMap((event) =>
    event.kind === 'TradingStopped' || event.kind === 'TradingAllowed'
      ? [{ kind: event.kind, desk: event.desk, user: event.user, shard: shard.name }]
      : [],
  )
