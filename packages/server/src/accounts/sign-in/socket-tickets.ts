/**
 * Tickets that open one socket each within half a minute, so that a session's token stands in no address. Kept in memory: whoever asked
 * before a restart asks again, as a socket does that was cut.
 */
import type { Caller } from '../../calls/route.ts'
import { accountLimits } from '../limits.ts'
import { hashToken, newToken } from '../tokens.ts'

export interface SocketTickets {
  issue(caller: Caller, now: number): { readonly ticket: string; readonly expires_at: number }
  /** Its owner, while it is good; it stays so. */
  ownerOf(ticket: string, now: number): Caller | undefined
  /** Uses the ticket up and answers its owner. */
  take(ticket: string, now: number): Caller | undefined
}

type Issued = { readonly caller: Caller; readonly expiresAt: number }

export function createSocketTickets(): SocketTickets {
  // In the order of issue, which is the order in which they expire.
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
