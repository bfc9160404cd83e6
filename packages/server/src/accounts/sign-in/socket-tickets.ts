/**
 * Tickets that open one socket each within half a minute, so that no session token appears in an address. They are kept in memory only: after a
 * restart, clients request new ones, as after a lost connection.
 */
import type { Caller } from '../../calls/route.ts'
import { accountLimits } from '../limits.ts'
import { hashToken, newToken } from '../tokens.ts'

export interface SocketTickets {
  issue(caller: Caller, now: number): { readonly ticket: string; readonly expires_at: number }
  /** Returns the owner of a valid ticket without using it up. */
  ownerOf(ticket: string, now: number): Caller | undefined
  /** Uses up the ticket and returns its owner. */
  take(ticket: string, now: number): Caller | undefined
}

type Issued = { readonly caller: Caller; readonly expiresAt: number }

export function createSocketTickets(): SocketTickets {
  // In order of issue, which is also the order of expiry.
  const issued = new Map<string, Issued>()

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
  return {
    issue(caller, now) {
      dropOld(now)
      const mine = [...issued].filter(([, ticket]) => ticket.caller.via === caller.via)
      for (const [hash] of mine.slice(0, Math.max(0, mine.length + 1 - accountLimits.socketTickets))) issued.delete(hash)
      const ticket = newToken()
      const expiresAt = now + accountLimits.socketTicketMs
      issued.set(hashToken(ticket).toString('hex'), { caller, expiresAt })
      return { ticket, expires_at: expiresAt }
    },
    ownerOf,
    take(ticket, now) {
      const owner = ownerOf(ticket, now)
      issued.delete(hashToken(ticket).toString('hex'))
      return owner
    },
  }
}
