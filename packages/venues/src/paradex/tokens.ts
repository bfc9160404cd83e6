/**
 * Tokens of accounts: obtained with a signature of the account's key, valid for five minutes, and replaced before they expire. Concurrent callers
 * share one request.
 */
import { asObject } from '../adapter/wire-object.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import type { Failure } from './answers.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'
import { AUTH_SIGNATURE_LIFE_S, MAX_ACCOUNTS, TOKEN_LIFE_MS, TOKEN_MARGIN_MS } from './limits.ts'
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import { textOf } from './numbers.ts'
import type { ParadexPacer } from './paces.ts'
import { parseFelt } from './stark/felts.ts'
import { isPrivateKey, publicKeyOf, signHash } from './stark/keys.ts'
import { authHash } from './stark/messages.ts'

/** `endsAt` is by our own clock. */
export type Token = { readonly token: string; readonly endsAt: number }

export interface Tokens {
  /** A token that is still valid for some time. */
  of(credentials: VenueCredentials): Promise<Token | Failure>
  /** The venue no longer accepts this token, so the next call gets a new one. */
  drop(credentials: VenueCredentials, token: string): void
}

export type TokensOptions = {
  readonly http: Http
  readonly pacer: ParadexPacer
  readonly environment: Environment
  readonly now: () => number
}

export const NO_ACCOUNT: Failure = {
  ...{ kind: 'ERROR', status: 400, code: 'INVALID_STARKNET_ADDRESS' },
  message: 'A Paradex account and the private key of its subkey are each 0x followed by up to 64 hexadecimal digits.',
}

export function createTokens(options: TokensOptions): Tokens {
  const { now } = options
  const known = new Map<string, Token>()
  const waiting = new Map<string, Promise<Token | Failure>>()
  const nameOf = ({ clientId, clientSecret }: VenueCredentials): string => JSON.stringify([clientId, clientSecret])

  const ask = async (name: string, credentials: VenueCredentials): Promise<Token | Failure> => {
    const token = await signIn(options, credentials)
    if ('kind' in token) return token
    known.delete(name)
    known.set(name, token)
    if (known.size > MAX_ACCOUNTS) known.delete(known.keys().next().value!)
    return token
  }

  return {
    of: (credentials) => {
      if (!isAccount(credentials)) return Promise.resolve(NO_ACCOUNT)
      const name = nameOf(credentials)
      const token = known.get(name)
      if (token !== undefined && token.endsAt - now() > TOKEN_MARGIN_MS) return Promise.resolve(token)
      const asked = waiting.get(name) ?? ask(name, credentials).finally(() => waiting.delete(name))
      waiting.set(name, asked)
      return asked
    },
    drop: (credentials, token) => {
      const name = nameOf(credentials)
      if (known.get(name)?.token === token) known.delete(name)
    },
  }
}

/** Whether the credentials have a form that could sign at all. */
export const isAccount = ({ clientId, clientSecret }: VenueCredentials): boolean =>
  clientId.startsWith('0x') && parseFelt(clientId) !== undefined && isPrivateKey(clientSecret)

async function signIn({ http, pacer, environment, now }: TokensOptions, credentials: VenueCredentials): Promise<Token | Failure> {
  const { clientId: account, clientSecret } = credentials
  const chainId = await environment.chainId()
  if (typeof chainId !== 'string') return chainId
  const venueNow = await environment.venueNow()
  if (typeof venueNow !== 'number') return venueNow
  const timestamp = Math.floor(venueNow / 1_000)
  const expiration = timestamp + AUTH_SIGNATURE_LIFE_S
  await pacer.turn('auth')
  const askedAt = now()
  const answer = await http.send({
    method: 'POST',
    path: `/auth/${publicKeyOf(clientSecret)}`,
    headers: {
      'PARADEX-STARKNET-ACCOUNT': account,
      'PARADEX-STARKNET-SIGNATURE': signHash(authHash({ timestamp, expiration }, { account, chainId }), clientSecret),
      'PARADEX-TIMESTAMP': String(timestamp),
      'PARADEX-SIGNATURE-EXPIRATION': String(expiration),
    },
  })
  if (answer.kind !== 'RESULT') {
    if (answer.kind === 'ERROR' && answer.code === 'INVALID_TIMESTAMP') environment.doubtClock()
    return answer
  }
  const token = textOf(asObject(answer.result)?.['jwt_token'])
  if (token === undefined) return { kind: 'LOST', reason: 'the venue answered without a token' }
  return { token, endsAt: askedAt + lifeOf(token) }
}

/** The lifetime in ms. A token contains its issue and expiry times in seconds; their difference is right even if our clock is not. */
function lifeOf(token: string): number {
  const claims = claimsOf(token)
  const [issued, ends] = [positiveFromWire(claims?.['iat']), positiveFromWire(claims?.['exp'])]
  return issued === undefined || ends === undefined || ends <= issued ? TOKEN_LIFE_MS : (ends - issued) * 1_000
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
