/** Whether the server is out of reach, and for how long: the one measure for header, banner, ink and buttons. */
import type { SocketState } from '@parley/client'
import { create } from 'zustand'
import { limits } from './limits.ts'

export type Outage = {
  /** When anything last came, by our clock; undefined while the server is in reach. */
  readonly since: number | undefined
  /** Whole seconds from then to now. */
  readonly seconds: number
}

const NONE: Outage = { since: undefined, seconds: 0 }
export const useOutage = create<Outage>(() => NONE)

export type LineFacts = {
  readonly state: SocketState
  /** When the present break began. */
  readonly brokenAt: number | undefined
  /** As the SDK measures it (decision 0603). */
  readonly silentMs: number | undefined
  /** When the browser said that it has no network; undefined while it has one. */
  readonly networkLostAt: number | undefined
  readonly now: number
}

/** A break as long as a blink is none; the browser's word counts at once. */
export function outageOf({ state, brokenAt, silentMs, networkLostAt, now }: LineFacts): Outage {
  const isCut = state !== 'OPEN' && brokenAt !== undefined && now - brokenAt >= limits.blinkMs
  if (!isCut && networkLostAt === undefined) return NONE
  const lastReceivedAt = silentMs === undefined ? (brokenAt ?? now) : now - silentMs
  const since = Math.round(Math.min(networkLostAt ?? lastReceivedAt, lastReceivedAt))
  return { since, seconds: Math.floor((now - since) / 1_000) }
}

/** Takes what is new; a moment that was measured anew is the same one. */
export function measureOutage(facts: LineFacts): void {
  const [before, next] = [useOutage.getState(), outageOf(facts)]
  if (before.since === undefined && next.since === undefined) return
  if (before.since !== undefined && next.since !== undefined && before.seconds === next.seconds) return
  useOutage.setState(next)
}

/** The reason why nothing new is sent; undefined while the server is in reach. A call that takes back is tried all the same. */
export const outageReason = ({ since, seconds }: Outage): string | undefined =>
  since === undefined ? undefined : `Offline ${seconds} s; nothing new is sent.`

export const outageReasonNow = (): string | undefined => outageReason(useOutage.getState())
export const useOutageReason = (): string | undefined => useOutage(outageReason)
