/**
 * Blocks of keys that need approval: each waits, for at most five minutes, until another key of the user has approved it. Approvals do not survive a
 * restart.
 */
import { userOf } from '../exchange/account.ts'
import type { AgreedTerms, BlockParties, Execution } from './block-execution.ts'
import type { Role } from './consent.ts'
import { needsApproval, type DeribitAccount } from './deribit-account.ts'
import { coinOf } from './fees.ts'
import { APPROVAL_MS, MAX_REMEMBERED } from './limits.ts'
import { numberParam, oneOf, textParam, VenueError, type Params } from './protocol.ts'

type SideState = { readonly timestamp: number; readonly value: 'initial' | 'accepted' | 'rejected' | 'executed' }
type Request = {
  readonly terms: AgreedTerms
  readonly parties: BlockParties
  readonly openedAt: number
  readonly states: Readonly<Record<Role, SideState>>
}

export interface Approvals {
  /** The request as shown to the requesting key: newly opened, or already waiting. */
  open(terms: AgreedTerms, parties: BlockParties, account: DeribitAccount): object
  waits(terms: AgreedTerms): boolean
  list(account: DeribitAccount): readonly object[]
  answer(account: DeribitAccount, params: Params, verdict: 'accepted' | 'rejected'): 'ok'
  /** Rejects requests that have waited too long. */
  expire(): void
}

/** A confirmation for the connections of a user. */
export type Confirmation = { readonly user: string; readonly coins: readonly string[]; readonly data: object }

export type ApprovalsNeeds = {
  readonly now: () => number
  readonly execution: Execution
  readonly announce: (confirmation: Confirmation) => void
}

export function createApprovals({ now, execution, announce }: ApprovalsNeeds): Approvals {
  const requests = new Map<string, Request>()
  const keyOf = ({ timestamp, nonce }: Pick<AgreedTerms, 'timestamp' | 'nonce'>): string => `${timestamp} ${nonce}`
  const change = (request: Request, states: Partial<Request['states']>): Request => {
    const changed = { ...request, states: { ...request.states, ...states } }
    const isOver = Object.values(changed.states).some(({ value }) => value === 'rejected' || value === 'executed')
    if (isOver) requests.delete(keyOf(request.terms))
    else requests.set(keyOf(request.terms), changed)
    const coins = [...new Set(request.terms.trades.map((trade) => coinOf(trade.instrument_name)))]
    for (const role of ['maker', 'taker'] as const)
      announce({ user: userOf(request.parties[role]), coins, data: presentRequest(changed, role) })
    return changed
  }
  const execute = (request: Request): void => {
    const moment = { timestamp: now() }
    try {
      execution.execute(request.terms, request.parties)
    } catch (error) {
      change(request, { maker: { ...moment, value: 'rejected' }, taker: { ...moment, value: 'rejected' } })
      throw error
    }
    change(request, { maker: { ...moment, value: 'executed' }, taker: { ...moment, value: 'executed' } })
  }
  const expire = (): void => {
    for (const request of requests.values())
      if (now() - request.openedAt > APPROVAL_MS) {
        const rejected = { timestamp: now(), value: 'rejected' } as const
        change(request, { maker: rejected, taker: rejected })
      }
  }
  return {
    open: (terms, parties, account) => {
      const stateOf = (role: Role): SideState => ({ timestamp: now(), value: needsApproval(parties[role]) ? 'initial' : 'accepted' })
      if (requests.size >= MAX_REMEMBERED) throw new VenueError(10028, 'too_many_requests')
      const known = requests.get(keyOf(terms))
      const states = { maker: stateOf('maker'), taker: stateOf('taker') }
      const request = known ?? change({ terms, parties, openedAt: now(), states }, {})
      return presentRequest(request, roleOf(request, account))
    },
    waits: (terms) => requests.has(keyOf(terms)),
    list: (account) => {
      expire()
      return [...requests.values()].filter((request) => isParty(request, account)).map((one) => presentRequest(one, roleOf(one, account)))
    },
    answer: (account, params, verdict) => {
      expire()
      const role = oneOf(params, 'role', ['maker', 'taker'])
      const request = requests.get(keyOf({ timestamp: numberParam(params, 'timestamp'), nonce: textParam(params, 'nonce') }))
      if (request === undefined || userOf(request.parties[role]) !== userOf(account)) throw new VenueError(13020, 'not_found')
      if (needsApproval(account)) throw new VenueError(13021, 'forbidden', { reason: 'approve with another key' })
      const changed = change(request, { [role]: { timestamp: now(), value: verdict } })
      if (Object.values(changed.states).every(({ value }) => value === 'accepted')) execute(changed)
      return 'ok'
    },
    expire,
  }
}

const isParty = ({ parties }: Request, account: DeribitAccount): boolean =>
  [parties.maker, parties.taker].some((party) => userOf(party) === userOf(account))

const roleOf = ({ parties }: Request, account: DeribitAccount): Role => (userOf(parties.maker) === userOf(account) ? 'maker' : 'taker')

function presentRequest({ terms, parties, states }: Request, role: Role): object {
  const other = role === 'maker' ? 'taker' : 'maker'
  return {
    timestamp: terms.timestamp,
    nonce: terms.nonce,
    role,
    username: parties[role].name,
    user_id: userOf(parties[role]),
    state: states[role],
    counterparty_state: states[other],
    trades: terms.trades,
  }
}
