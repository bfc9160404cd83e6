/** Access at the venue: API keys, the three ways to sign in with them, and their scopes. */
import { createHmac } from 'node:crypto'
import type { DeribitAccount } from './deribit-account.ts'
import { CLIENT_SIGNATURE_LIFE_MS, MAX_REMEMBERED } from './limits.ts'
import { numberParam, oneOf, optionalText, textParam, VenueError, type Params } from './protocol.ts'
import type { Random } from '../exchange/random.ts'
import { createTokens, type Grant } from './tokens.ts'

const DEFAULT_SCOPES = ['account:read', 'trade:read_write', 'wallet:read', 'block_trade:read_write', 'block_rfq:read_write']

export interface Accounts {
  add(account: DeribitAccount): void
  /** The key with this id. */
  named(clientId: string): DeribitAccount | undefined
  /** public/auth: the body of the response, and the grant of the connection. */
  authenticate(params: Params, connectionId: number | undefined): { readonly answer: object; readonly grant: Grant }
  grantOf(access: string, connectionId: number | undefined): Grant
}

export type AccountsOptions = { readonly now: () => number; readonly random: Random; readonly tokenLifeS: number }

export function createAccounts(given: readonly DeribitAccount[], { now, random, tokenLifeS }: AccountsOptions): Accounts {
  const accounts = new Map(given.map((account) => [account.clientId, account]))
  const tokens = createTokens(now, random)
  const spendNonce = createNonces()

  const identify = (params: Params): DeribitAccount => {
    const grantType = oneOf(params, 'grant_type', ['client_credentials', 'client_signature', 'refresh_token'])
    if (grantType === 'refresh_token') return tokens.spend(textParam(params, 'refresh_token')).account
    const account = accounts.get(textParam(params, 'client_id'))
    if (account === undefined) throw new VenueError(13004, 'invalid_credentials')
    if (grantType === 'client_signature') {
      checkSignature(params, account, now())
      spendNonce(account.clientId, optionalText(params, 'nonce') ?? '')
    } else if (textParam(params, 'client_secret') !== account.clientSecret) throw new VenueError(13004, 'invalid_credentials')
    return account
  }

  return {
    add: (account) => void accounts.set(account.clientId, account),
    named: (clientId) => accounts.get(clientId),
    grantOf: tokens.grantOf,
    authenticate: (params, connectionId) => {
      const account = identify(params)
      const asked = optionalText(params, 'scope') ?? ''
      const session = /\bsession:(\S{1,64})/.exec(asked)?.[1]
      const expiresIn = Number(/\bexpires:(\d{1,9})/.exec(asked)?.[1] ?? tokenLifeS)
      const scopes = [session === undefined ? 'connection' : `session:${session}`, 'mainaccount', ...narrowed(asked, account)]
      const grant = { account, scopes, expiresAt: now() + expiresIn * 1000, connectionId: session === undefined ? connectionId : undefined }
      const { access, refresh } = tokens.issue(grant)
      return {
        grant,
        answer: {
          access_token: access,
          refresh_token: refresh,
          expires_in: expiresIn,
          scope: scopes.join(' '),
          token_type: 'bearer',
          enabled_features: account.features ?? [],
          ...(params['state'] === undefined ? {} : { state: params['state'] }),
          ...(session === undefined ? {} : { sid: session }),
        },
      }
    },
  }
}

/** The nonce of a signature is valid once for a key. */
function createNonces(): (clientId: string, nonce: string) => void {
  const used = new Set<string>()
  return (clientId, nonce) => {
    const name = `${clientId} ${nonce}`
    if (used.has(name)) throw new VenueError(13009, 'unauthorized')
    if (used.size >= MAX_REMEMBERED) used.delete(used.values().next().value!)
    used.add(name)
  }
}

function checkSignature(params: Params, account: DeribitAccount, now: number): void {
  const timestamp = numberParam(params, 'timestamp')
  const data = typeof params['data'] === 'string' ? params['data'] : ''
  const text = `${timestamp}\n${optionalText(params, 'nonce') ?? ''}\n${data}`
  const expected = createHmac('sha256', account.clientSecret).update(text).digest('hex')
  const isTimely = Math.abs(now - timestamp) <= CLIENT_SIGNATURE_LIFE_MS
  if (expected !== textParam(params, 'signature') || !isTimely) throw new VenueError(13009, 'unauthorized')
}

/** The venue silently reduces the requested scopes to those of the key. */
function narrowed(asked: string, account: DeribitAccount): readonly string[] {
  const owned = account.scopes ?? DEFAULT_SCOPES
  const named = asked.split(' ').filter((scope) => /^(account|trade|wallet|block_trade|block_rfq):/.test(scope))
  if (named.length === 0) return owned
  return named.flatMap((scope) => (allows(owned, scope) ? [scope] : owned.filter((own) => own.split(':')[0] === scope.split(':')[0])))
}

/** read_write includes read. */
const allows = (scopes: readonly string[], needed: string): boolean =>
  scopes.includes(needed) || (needed.endsWith(':read') && scopes.includes(`${needed}_write`))

/** Whether the grant allows it; an absent grant allows nothing. */
export const mayUse = (grant: Grant | undefined, scope: string): boolean => grant !== undefined && allows(grant.scopes, scope)

/** Returns the grant if it exists, has not expired, and allows the required scope. */
export function demandGrant(grant: Grant | undefined, scope: string, now: number): Grant {
  if (grant === undefined) throw new VenueError(10000, 'authorization_required')
  if (grant.expiresAt <= now) throw new VenueError(13009, 'unauthorized')
  if (!allows(grant.scopes, scope)) throw new VenueError(13021, 'forbidden', { reason: `scope ${scope} is required` })
  return grant
}
