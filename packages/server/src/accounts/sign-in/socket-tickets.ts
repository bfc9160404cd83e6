/**
 * Tickets that open one socket each within half a minute, so that no session token appears in an address. They are kept in memory only: after a
 * restart, clients request new ones, as after a lost connection. Gateways publish each other the hashes of tickets, so a ticket opens a socket at any of them.
 */
import type { Caller } from '../../calls/route.ts'
import { noEcho, type Echo } from '../../cluster/echo.ts'
import { accountLimits } from '../limits.ts'
import { hashToken, newToken } from '../tokens.ts'

export interface SocketTickets {
  issue(caller: Caller, now: number): { readonly ticket: string; readonly expires_at: number }
  /** Returns the owner of a valid ticket without using it up. */
  ownerOf(ticket: string, now: number): Caller | undefined
  /** A ticket that another gateway may have issued a moment ago: resolves when this one knows it, or when it should. Undefined without a wait. */
  arriving(ticket: string): Promise<void> | undefined
  /** Uses up the ticket and returns its owner. */
  take(ticket: string, now: number): Caller | undefined
}

type Issued = { readonly caller: Caller; readonly expiresAt: number }
/** Handshakes that wait for their ticket at the same time. Others are decided at once. */
const WAITING_MOST = 1_000

type TicketNotice = { readonly hash: string; readonly issued?: Issued }

export function createSocketTickets(echo: Echo = noEcho): SocketTickets {
  // In order of issue, which is also the order of expiry.
  const issued = new Map<string, Issued>()
  const waiting = new Map<string, () => void>()

  const dropOld = (now: number) => {
    for (const [hash, { expiresAt }] of issued) {
      if (expiresAt >= now) return
      issued.delete(hash)
    }
  }
  const ownerOf = (ticket: string, now: number): Caller | undefined => {
    const found = issued.get(hashToken(ticket).toString('hex'))
    return found !== undefined && found.expiresAt >= now ? found.caller : undefined
  }
  const add = (hash: string, one: Issued, now: number) => {
    dropOld(now)
    const mine = [...issued].filter(([, { caller }]) => caller.via === one.caller.via)
    for (const [older] of mine.slice(0, Math.max(0, mine.length + 1 - accountLimits.socketTickets))) issued.delete(older)
    issued.set(hash, one)
  }
  const publish = echo.on<TicketNotice>('tickets', ({ hash, issued: one }) => {
    if (one === undefined) issued.delete(hash)
    else add(hash, one, one.expiresAt - accountLimits.socketTicketMs)
    waiting.get(hash)?.()
  })
  return {
    issue(caller, now) {
      const ticket = newToken()
      const [hash, expiresAt] = [hashToken(ticket).toString('hex'), now + accountLimits.socketTicketMs]
      add(hash, { caller, expiresAt }, now)
      publish({ hash, issued: { caller, expiresAt } })
      return { ticket, expires_at: expiresAt }
    },
    ownerOf,
    arriving(ticket) {
      const hash = hashToken(ticket).toString('hex')
      if (!echo.hasOthers || issued.has(hash) || waiting.has(hash) || waiting.size >= WAITING_MOST) return undefined
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(late)
          waiting.delete(hash)
          resolve()
        }
        const late = setTimeout(done, accountLimits.socketTicketArrivesMs)
        waiting.set(hash, done)
      })
    },
    take(ticket, now) {
      const [owner, hash] = [ownerOf(ticket, now), hashToken(ticket).toString('hex')]
      issued.delete(hash)
      if (owner !== undefined) publish({ hash })
      return owner
    },
  }
}
