/** Access at the venue: accounts with their public keys, sign-ins, tokens and rate limits. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { authHash, isSignedBy, onboardingHash, parseFelt, publicKeyOf, type Signer } from '@parley/venues'
import type { SimulatedAccount } from '../exchange/account.ts'
import * as limits from './limits.ts'
import { integerParam, VenueRefusal, type Params } from './refusal.ts'

export const CHAIN_ID = 'PRIVATE_SN_POTC_SEPOLIA'

/**
 * `clientId` is its address, `clientSecret` the private key of its subkey. `balance` is in USDC and large by default. Scopes without `block_trade`
 * exclude blocks.
 */
export type ParadexAccount = SimulatedAccount & { readonly balance?: number }

export type Holder = {
  readonly address: string
  /** Its deposit, in USDC, before its first trade. */
  readonly balance: number
  readonly mayBlock: boolean
  readonly keys: Set<string>
  readonly depositedAt: number
}

export type Onboarded = { readonly address: string; readonly key: string }

const PLENTY = 1_000_000_000

export interface Accounts {
  add(account: ParadexAccount): void
  named(address: string): Holder | undefined
  all(): readonly Holder[]
  /** A signature of the account with any of its keys. */
  isSigned(address: string, signature: string, hashOf: (signer: Signer) => bigint): boolean
  onboard(headers: Params, body: Params): object
  /** An account that onboarded itself in an earlier run. */
  restore(onboarded: Onboarded): void
  /** If `publicKey` is undefined, the account may sign with any of its keys. */
  signIn(headers: Params, publicKey: string | undefined): { readonly jwt_token: string }
  /** The owner of a token that has not expired. */
  identify(token: string | undefined): Holder
  /** Counts a call, and refuses it above the rate limit. */
  count(name: string, most: number, perMs: number): void
}

/** Addresses are written with and without leading zeros. */
const addressOf = (text: string): string => {
  const value = text.startsWith('0x') ? parseFelt(text) : undefined
  if (value === undefined) throw new VenueRefusal('INVALID_STARKNET_ADDRESS', 'invalid starknet address')
  return `0x${value.toString(16)}`
}

export function createAccounts(
  given: readonly ParadexAccount[],
  now: () => number,
  onOnboarded: (onboarded: Onboarded) => void = () => undefined,
): Accounts {
  const holders = new Map<string, Holder>()
  const secret = randomBytes(32)
  const add = ({ clientId, clientSecret, balance = PLENTY, scopes }: ParadexAccount): void => {
    const address = addressOf(clientId)
    const mayBlock = scopes?.includes('block_trade') ?? true
    holders.set(address, { address, balance, mayBlock, keys: new Set([publicKeyOf(clientSecret)]), depositedAt: now() })
  }
  given.forEach(add)
  const admit = ({ address, key }: Onboarded): void =>
    void holders.set(address, { address, balance: 0, mayBlock: true, keys: new Set([key]), depositedAt: now() })
  const named = (address: string): Holder | undefined => {
    const value = parseFelt(address)
    return value === undefined ? undefined : holders.get(`0x${value.toString(16)}`)
  }
  const isSignedWith = (keys: Iterable<string>, address: string, signature: string, hashOf: (signer: Signer) => bigint): boolean => {
    const hash = hashOf({ account: address, chainId: CHAIN_ID })
    return [...keys].some((key) => isSignedBy(key, hash, signature))
  }

  return {
    add,
    named,
    restore: (onboarded) => {
      if (!holders.has(onboarded.address)) admit(onboarded)
    },
    all: () => [...holders.values()],
    isSigned: (address, signature, hashOf) => isSignedWith(named(address)?.keys ?? [], address, signature, hashOf),
    onboard: (headers, body) => {
      const address = addressOf(headerOf(headers, 'paradex-starknet-account'))
      const key = String(body['public_key'])
      if (!isSignedWith([key], address, headerOf(headers, 'paradex-starknet-signature'), onboardingHash))
        throw new VenueRefusal('STARKNET_SIGNATURE_VERIFICATION_FAILED', 'signature verification failed')
      const known = named(address)
      if (known === undefined) {
        admit({ address, key })
        onOnboarded({ address, key })
      } else if (!known.keys.has(key))
        throw new VenueRefusal('ETHEREUM_ADDRESS_ALREADY_ONBOARDED', 'the account is registered with another key')
      return {}
    },
    signIn: (headers, publicKey) => {
      const address = headerOf(headers, 'paradex-starknet-account')
      const holder = named(addressOf(address))
      if (holder === undefined) throw new VenueRefusal('NOT_ONBOARDED', 'User has never called /onboarding endpoint')
      const [timestamp, expiration] = timesOf(headers, now())
      const keys = publicKey === undefined ? holder.keys : [...holder.keys].filter((key) => parseFelt(key) === parseFelt(publicKey))
      const signature = headerOf(headers, 'paradex-starknet-signature')
      if (!isSignedWith(keys, address, signature, (signer) => authHash({ timestamp, expiration }, signer)))
        throw new VenueRefusal('STARKNET_SIGNATURE_VERIFICATION_FAILED', 'signature verification failed', 401)
      const issued = Math.floor(now() / 1_000)
      return {
        jwt_token: formatToken({ iss: 'Paradex simulated', sub: holder.address, iat: issued, exp: issued + limits.TOKEN_LIFE_S }, secret),
      }
    },
    identify: (token) => {
      const claims = token === undefined ? undefined : claimsOf(token, secret)
      const holder = claims === undefined ? undefined : named(String(claims['sub']))
      if (claims === undefined || holder === undefined) throw new VenueRefusal('UNAUTHORIZED_ERROR', 'invalid bearer jwt', 401)
      if (Number(claims['exp']) * 1_000 <= now()) throw new VenueRefusal('UNAUTHORIZED_ERROR', 'token is expired', 401)
      return holder
    },
    count: createCounter(now),
  }
}

function createCounter(now: () => number): Accounts['count'] {
  const calls = new Map<string, { readonly from: number; count: number }>()
  return (name, most, perMs) => {
    const at = now()
    const window = calls.get(name)
    const current = window === undefined || at - window.from >= perMs || at < window.from ? { from: at, count: 0 } : window
    current.count += 1
    calls.set(name, current)
    if (current.count > most) throw new VenueRefusal('RATE_LIMIT_EXCEEDED', 'too many requests', 429)
  }
}

export function headerOf(headers: Params, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw new VenueRefusal('INVALID_REQUEST_PARAMETER', `missing header ${name}`)
  return value
}

function timesOf(headers: Params, now: number): readonly [timestamp: number, expiration: number] {
  const timestamp = integerParam(headers, 'paradex-timestamp')
  const expiration = integerParam(headers, 'paradex-signature-expiration', timestamp + 30 * 60)
  const isNear = Math.abs(timestamp * 1_000 - now) <= limits.SIGNATURE_SLACK_MS
  if (!isNear || expiration * 1_000 <= now || expiration - timestamp > limits.MAX_SIGNATURE_LIFE_S)
    throw new VenueRefusal('INVALID_TIMESTAMP', 'signature timestamp or expiration is out of range')
  return [timestamp, expiration]
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const seal = (text: string, secret: Buffer): Buffer => createHmac('sha256', secret).update(text).digest()

function formatToken(claims: object, secret: Buffer): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${seal(text, secret).toString('base64url')}`
}

function claimsOf(token: string, secret: Buffer): Params | undefined {
  const [head = '', claims = '', given = ''] = token.split('.')
  const [expected, sent] = [seal(`${head}.${claims}`, secret), Buffer.from(given, 'base64url')]
  if (expected.length !== sent.length || !timingSafeEqual(expected, sent)) return undefined
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Params
}
