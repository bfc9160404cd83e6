/** Access and refresh tokens and their grants. A connection's token is valid on that connection only. */
import type { DeribitAccount } from './deribit-account.ts'
import { MAX_REMEMBERED } from './limits.ts'
import { VenueError } from './protocol.ts'
import type { Random } from '../exchange/random.ts'

export type Grant = {
  readonly account: DeribitAccount
  readonly scopes: readonly string[]
  readonly expiresAt: number
  readonly connectionId: number | undefined
}

export interface Tokens {
  /** A new pair. */
  issue(grant: Grant): { readonly access: string; readonly refresh: string }
  /** The grant of an access token, if this connection may use it. */
  grantOf(access: string, connectionId: number | undefined): Grant
  /** The grant of a refresh token, which is valid once. */
  spend(refresh: string): Grant
}

export function createTokens(now: () => number, random: Random): Tokens {
  const byAccess = new Map<string, Grant>()
  const byRefresh = new Map<string, Grant>()
  const make = (grants: Map<string, Grant>, grant: Grant): string => {
    const token = `${now()}.${random.hex(8)}.${Buffer.from(random.hex(48)).toString('base64url')}`
    if (grants.size >= MAX_REMEMBERED) grants.delete(grants.keys().next().value!)
    grants.set(token, grant)
    return token
  }
  return {
    issue: (grant) => ({ access: make(byAccess, grant), refresh: make(byRefresh, grant) }),
    grantOf: (access, connectionId) => {
      const grant = byAccess.get(access)
      const elsewhere = grant?.connectionId !== undefined && grant.connectionId !== connectionId
      if (grant === undefined || grant.expiresAt <= now() || elsewhere) throw new VenueError(13009, 'unauthorized')
      return grant
    },
    spend: (refresh) => {
      const grant = byRefresh.get(refresh)
      if (grant === undefined) throw new VenueError(13009, 'unauthorized')
      byRefresh.delete(refresh)
      return grant
    },
  }
}
