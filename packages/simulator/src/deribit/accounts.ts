/** Who may do what: API keys, tokens and their scopes. */
import { createHmac } from 'node:crypto'
import { CLIENT_SIGNATURE_LIFE_MS, MAX_REMEMBERED, TOKEN_LIFE_S } from './limits.ts'
import { invalidParams, numberParam, oneOf, optionalText, textParam, VenueError, type Params } from './protocol.ts'
import type { Random } from './random.ts'

export type SimulatedAccount = {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** What the key may do; everything that block trading needs, unless said otherwise. */
  readonly scopes?: readonly string[]
}

export type Grant = {
  readonly account: SimulatedAccount
  readonly scopes: readonly string[]
  readonly expiresAt: number
  readonly connectionId: number | undefined
}

export const DEFAULT_SCOPES = ['account:read', 'trade:read_write', 'wallet:read', 'block_trade:read_write', 'block_rfq:read_write']

export interface Accounts {
  add(account: SimulatedAccount): void
  /** public/auth: the answer's body, and the grant that opens the connection. */
  authenticate(params: Params, connectionId: number | undefined): { readonly answer: object; readonly grant: Grant }
  /** The grant behind an access token, as far as this connection may use it. */
  grantOf(token: string, connectionId: number | undefined): Grant
}

export function createAccounts(given: readonly SimulatedAccount[], now: () => number, random: Random): Accounts {
  const accounts = new Map(given.map((account) => [account.clientId, account]))
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  const nonces = new Set<string>()

  const identify = (params: Params): SimulatedAccount => {
    const grantType = oneOf(params, 'grant_type', ['client_credentials', 'client_signature', 'refresh_token'])
    if (grantType === 'refresh_token') {
      const grant = refresh.get(textParam(params, 'refresh_token'))
      if (grant === undefined) throw new VenueError(13009, 'unauthorized')
      refresh.delete(textParam(params, 'refresh_token'))
      return grant.account
    }
    const account = accounts.get(textParam(params, 'client_id'))
    if (account === undefined) throw new VenueError(13004, 'invalid_credentials')
    if (grantType === 'client_credentials' && textParam(params, 'client_secret') !== account.clientSecret)
      throw new VenueError(13004, 'invalid_credentials')
    if (grantType === 'client_signature') checkSignature(params, account)
    return account
  }

  const checkSignature = (params: Params, account: SimulatedAccount): void => {
    const timestamp = numberParam(params, 'timestamp')
    const nonce = optionalText(params, 'nonce') ?? ''
    const data = typeof params['data'] === 'string' ? params['data'] : ''
    const expected = createHmac('sha256', account.clientSecret).update(`${timestamp}\n${nonce}\n${data}`).digest('hex')
    if (expected !== textParam(params, 'signature') || Math.abs(now() - timestamp) > CLIENT_SIGNATURE_LIFE_MS)
      throw new VenueError(13009, 'unauthorized')
    const used = `${account.clientId} ${nonce}`
    if (nonces.has(used)) throw new VenueError(13009, 'unauthorized')
    remember(nonces, used)
  }

  return {
    add: (account) => void accounts.set(account.clientId, account),
    authenticate: (params, connectionId) => {
      const account = identify(params)
      const session = /\bsession:(\S{1,64})/.exec(optionalText(params, 'scope') ?? '')?.[1]
      const expiresIn = Number(/\bexpires:(\d{1,9})/.exec(optionalText(params, 'scope') ?? '')?.[1] ?? TOKEN_LIFE_S)
      const scopes = [
        session === undefined ? 'connection' : `session:${session}`,
        'mainaccount',
        ...narrowed(optionalText(params, 'scope'), account),
      ]
      const grant = { account, scopes, expiresAt: now() + expiresIn * 1000, connectionId: session === undefined ? connectionId : undefined }
      const token = (): string => `${now()}.${random.hex(8)}.${Buffer.from(random.hex(48)).toString('base64url')}`
      const [accessToken, refreshToken] = [token(), token()]
      rememberGrant(access, accessToken, grant)
      rememberGrant(refresh, refreshToken, grant)
      const state = optionalText(params, 'state')
      return {
        grant,
        answer: {
          access_token: accessToken,
          refresh_token: refreshToken,
          expires_in: expiresIn,
          scope: scopes.join(' '),
          token_type: 'bearer',
          enabled_features: [],
          ...(state === undefined ? {} : { state }),
          ...(session === undefined ? {} : { sid: session }),
        },
      }
    },
    grantOf: (token, connectionId) => {
      const grant = access.get(token)
      const elsewhere = grant?.connectionId !== undefined && grant.connectionId !== connectionId
      if (grant === undefined || grant.expiresAt <= now() || elsewhere) throw new VenueError(13009, 'unauthorized')
      return grant
    },
  }
}

/** The venue silently narrows what is asked for to what the key has. */
function narrowed(asked: string | undefined, account: SimulatedAccount): readonly string[] {
  const owned = account.scopes ?? DEFAULT_SCOPES
  const named = (asked ?? '').split(' ').filter((scope) => /^(account|trade|wallet|block_trade|block_rfq):/.test(scope))
  if (named.length === 0) return owned
  return named.flatMap((scope) => (allows(owned, scope) ? [scope] : owned.filter((own) => own.split(':')[0] === scope.split(':')[0])))
}

/** read_write includes read. */
export function allows(scopes: readonly string[], needed: string): boolean {
  return scopes.includes(needed) || (needed.endsWith(':read') && scopes.includes(`${needed}_write`))
}

export function demandScope(grant: Grant, needed: string): void {
  if (!allows(grant.scopes, needed)) throw new VenueError(13021, 'forbidden', { reason: `scope ${needed} is required` })
}

function remember(set: Set<string>, value: string): void {
  if (set.size >= MAX_REMEMBERED) set.delete(set.values().next().value!)
  set.add(value)
}

function rememberGrant(grants: Map<string, Grant>, token: string, grant: Grant): void {
  if (grants.size >= MAX_REMEMBERED) grants.delete(grants.keys().next().value!)
  grants.set(token, grant)
}

/** For a method that cannot be answered without an account. */
export function demandGrant(grant: Grant | undefined, now: number): Grant {
  if (grant === undefined) throw new VenueError(10000, 'authorization_required')
  if (grant.expiresAt <= now) throw new VenueError(13009, 'unauthorized', invalidParams('access_token', 'expired').data)
  return grant
}
