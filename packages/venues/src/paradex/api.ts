/** The venue's calls: rate-limited, public or with an account's token, and with everything that a signature needs. */
import type { Asking } from '../adapter/pacing.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { isUnauthorized, notSent, ORDER_NOT_SENT, type ApiAnswer, type Failure } from './answers.ts'
import { createEnvironment, type Environment } from './environment.ts'
import { createHttp, type HttpCall, type Query } from './http.ts'
import { createParadexPacer } from './paces.ts'
import { createTokens, isAccount, NO_ACCOUNT, type Tokens } from './tokens.ts'
import { signHash } from './stark/keys.ts'
import type { Signer } from './stark/messages.ts'

/** A signature with the time it was made for, in ms by the venue's clock. */
export type Signed = { readonly signature: string; readonly timestamp: number }

/** How urgent a call is, and whether its caller still waits for it. */
export type Waited = Pick<Asking, 'urgency' | 'signal'>
export type PacedCall = HttpCall & { readonly asking?: Waited }

export interface Api {
  /** A public read. */
  read(path: string, query?: Query, asking?: Waited): Promise<ApiAnswer>
  /**
   * A call with an account's token. If the token has expired, the call is sent once more with a new one: the venue checks the token first, so nothing
   * was carried out.
   */
  callAs(credentials: VenueCredentials, call: PacedCall): Promise<ApiAnswer>
  sign(credentials: VenueCredentials, hashOf: (signer: Signer, timestamp: number) => bigint): Promise<Signed | Failure>
  readonly tokens: Tokens
  readonly environment: Environment
  close(): void
}

export type ApiOptions = { readonly restUrl: string; readonly now: () => number; readonly callTimeoutMs: number }

export function createApi({ restUrl, now, callTimeoutMs }: ApiOptions): Api {
  const http = createHttp(restUrl, callTimeoutMs)
  const pacer = createParadexPacer(now)
  const environment = createEnvironment({ http, pacer, now })
  const tokens = createTokens({ http, pacer, environment, now })

  const sendAs = async (credentials: VenueCredentials, { asking, ...call }: PacedCall): Promise<ApiAnswer> => {
    const token = await tokens.of(credentials)
    if ('kind' in token) return token
    const late = await pacer.turn(call.method === 'GET' ? 'read' : 'order', { ...asking, account: credentials.clientId })
    if (late !== undefined) return call.method !== 'GET' && asking?.urgency === 'ORDER' ? ORDER_NOT_SENT : notSent(late)
    const answer = await http.send({ ...call, headers: { ...call.headers, authorization: `Bearer ${token.token}` } })
    if (isUnauthorized(answer)) tokens.drop(credentials, token.token)
    if (answer.kind === 'ERROR' && answer.code === 'INVALID_TIMESTAMP') environment.doubtClock()
    return answer
  }

  return {
    tokens,
    environment,
    read: async (path, query = {}, asking = {}) => {
      const late = await pacer.turn('public', asking)
      return late === undefined ? http.send({ method: 'GET', path, query }) : notSent(late)
    },
    callAs: async (credentials, call) => {
      const answer = await sendAs(credentials, call)
      return isUnauthorized(answer) ? sendAs(credentials, call) : answer
    },
    sign: async (credentials, hashOf) => {
      if (!isAccount(credentials)) return NO_ACCOUNT
      const chainId = await environment.chainId()
      if (typeof chainId !== 'string') return chainId
      const timestamp = await environment.venueNow()
      if (typeof timestamp !== 'number') return timestamp
      const hash = hashOf({ account: credentials.clientId, chainId }, timestamp)
      return { signature: signHash(hash, credentials.clientSecret), timestamp }
    },
    close: () => http.close(),
  }
}
