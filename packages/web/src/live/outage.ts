/** Whether the server is unreachable, and for how long. The header, banner, price styles and buttons all use it. */
import type { SocketState } from '@parley/client'
import { create } from 'zustand'
import { limits } from './limits.ts'

export type Outage = {
  /** When the last message arrived, by the local clock. Undefined while the server is connected. */
  readonly since: number | undefined
  /** Whole seconds since then. */
  readonly seconds: number
}

const NONE: Outage = { since: undefined, seconds: 0 }
export const useOutage = create<Outage>(() => NONE)

export type ConnectionFacts = {
  readonly state: SocketState
  /** When the current interruption began. */
  readonly brokenAt: number | undefined
  /** As the SDK measures it (decision 0603). */
  readonly silentMs: number | undefined
  /** When the browser reported that it has no network. Undefined while it has one. */
  readonly networkLostAt: number | undefined
  readonly now: number
}

/** A very short interruption is ignored. The browser's report counts immediately. */
export function outageOf({ state, brokenAt, silentMs, networkLostAt, now }: ConnectionFacts): Outage {
  const isCut = state !== 'OPEN' && brokenAt !== undefined && now - brokenAt >= limits.blinkMs
  if (!isCut && networkLostAt === undefined) return NONE
  const lastReceivedAt = silentMs === undefined ? (brokenAt ?? now) : now - silentMs
  const since = Math.round(Math.min(networkLostAt ?? lastReceivedAt, lastReceivedAt))
  return { since, seconds: Math.floor((now - since) / 1_000) }
}

/** Stores a new measurement. A measurement of the same second is ignored. */
export function measureOutage(facts: ConnectionFacts): void {
  const [before, next] = [useOutage.getState(), outageOf(facts)]
  if (before.since === undefined && next.since === undefined) return
  if (before.since !== undefined && next.since !== undefined && before.seconds === next.seconds) return
  useOutage.setState(next)
}

/** Why nothing new can be sent. Undefined while the server is connected. Cancellations are tried anyway. */
export const outageReason = ({ since, seconds }: Outage): string | undefined =>
  since === undefined ? undefined : `Offline ${seconds} s. Order entry is disabled.`

export const outageReasonNow = (): string | undefined => outageReason(useOutage.getState())
export const useOutageReason = (): string | undefined => useOutage(outageReason)
