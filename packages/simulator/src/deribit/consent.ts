/** A party's signature on a block. It contains all its terms, so that it remains valid after a restart of the venue. */
import { createHmac } from 'node:crypto'
import { userOf } from '../exchange/account.ts'
import { readTrades, type BlockTrade } from './block-checks.ts'
import type { DeribitAccount } from './deribit-account.ts'
import { BLOCK_WINDOW_MS } from './limits.ts'
import { invalidParams, numberParam, oneOf, textParam, VenueError, type Params } from './protocol.ts'
import type { Random } from '../exchange/random.ts'

export type Role = 'maker' | 'taker'
/** The terms that both parties have to send identically: everything except the role. */
export type BlockTerms = { readonly timestamp: number; readonly nonce: string; readonly role: Role; readonly trades: readonly BlockTrade[] }
export type Consent = { readonly clientId: string; readonly user: string; readonly role: Role; readonly mac: string }

export function readTerms(params: Params, now: number): BlockTerms {
  const timestamp = numberParam(params, 'timestamp')
  if (Math.abs(now - timestamp) > BLOCK_WINDOW_MS) throw invalidParams('timestamp', 'must be within 5 minutes of server time')
  return { timestamp, nonce: textParam(params, 'nonce'), role: oneOf(params, 'role', ['maker', 'taker']), trades: readTrades(params) }
}

export interface Consents {
  sign(account: DeribitAccount, terms: BlockTerms): string
  /** The counterparty's consent to exactly these terms, in the other role. */
  demand(account: DeribitAccount, terms: BlockTerms, signature: string): Consent
}

export function createConsents(secret: string, random: Random, isInvalidated: (signature: string) => boolean): Consents {
  const macOf = ({ clientId, user }: Pick<Consent, 'clientId' | 'user'>, role: Role, { timestamp, nonce, trades }: BlockTerms): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([clientId, user, role, timestamp, nonce, trades]))
      .digest('base64url')
  return {
    sign: (account, terms) => {
      const key = { clientId: account.clientId, user: userOf(account) }
      const consent: Consent = { ...key, role: terms.role, mac: macOf(key, terms.role, terms) }
      return `${terms.timestamp + 60_000}.${random.hex(8)}.${Buffer.from(JSON.stringify(consent)).toString('base64url')}`
    },
    demand: (account, terms, signature) => {
      const consent = readConsent(signature)
      if (consent === undefined || isInvalidated(signature)) throw new VenueError(11030, 'other_reject invalid_counterparty_signature')
      if (consent.role === terms.role) throw new VenueError(11030, 'other_reject roles_must_differ')
      if (consent.user === userOf(account)) throw new VenueError(11030, 'other_reject self_trade')
      if (consent.mac !== macOf(consent, consent.role, terms)) throw new VenueError(11030, 'other_reject counterparty_signature_mismatch')
      return consent
    },
  }
}

export function readConsent(signature: string): Consent | undefined {
  try {
    const consent = JSON.parse(Buffer.from(signature.split('.')[2] ?? '', 'base64url').toString()) as Consent
    return typeof consent.clientId === 'string' && typeof consent.user === 'string' && typeof consent.mac === 'string' ? consent : undefined
  } catch {
    return undefined
  }
}
