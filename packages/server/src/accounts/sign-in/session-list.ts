/** The sessions of a user, and how users end them. */
import type { ActiveSessionView } from '@parley/contracts'
import { refuse, type Instant, type Refusal } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import type { Caller } from '../../calls/route.ts'
import { appendAudit } from '../../audit/append.ts'
import type { Session, Sessions } from './sessions.ts'

type SessionRequest = { readonly caller: Caller; readonly now: Instant; readonly address: string; readonly requestId: string }

export interface SessionList {
  of(caller: Caller): { readonly active_sessions: ActiveSessionView[]; readonly current_session_id: string }
  /** Sessions of other users are not found. */
  end(asked: SessionRequest, id: string): Promise<Refusal | undefined>
  endAll(asked: SessionRequest): Promise<undefined>
  signOut(asked: SessionRequest): Promise<void>
}

export function createSessionList(sql: Sql, sessions: Sessions): SessionList {
  const audit = ({ caller, now, address, requestId }: SessionRequest, action: string, object: string, detail = {}) =>
    appendAudit(sql, { at: now, desk: caller.desk, actor: caller.user, action, object, address, requestId, detail })

  return {
    of: ({ user, via }) => ({
      active_sessions: [...sessions.of(user)].sort((a, b) => b.createdAt - a.createdAt).map(sessionToWire),
      current_session_id: via,
    }),
    async end(asked, id) {
      if (sessions.one(id)?.user !== asked.caller.user) return refuse('NotFound', '', 'You have no session with this id.')
      await sessions.end(id)
      await audit(asked, 'EndSession', id)
      return undefined
    },
    async endAll(asked) {
      const mine = sessions.of(asked.caller.user).length
      await sessions.endWhere(({ user }) => user === asked.caller.user)
      await audit(asked, 'EndAllSessions', asked.caller.user, { count: mine })
      return undefined
    },
    async signOut(asked) {
      await sessions.end(asked.caller.via)
      await audit(asked, 'SignOut', asked.caller.via)
    },
  }
}

const sessionToWire = ({ id, client, address, region, createdAt }: Session): ActiveSessionView => ({
  id,
  app_type: client.appType,
  app_version: client.appVersion,
  device: client.device,
  os_type: client.osType,
  os_version: client.osVersion,
  ip_address: address,
  region,
  last_login: createdAt,
})
