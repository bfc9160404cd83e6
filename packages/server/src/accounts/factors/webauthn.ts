/** The two ceremonies of WebAuthn, with challenges that are valid once. Every passkey here is discoverable and verifies the user. */
import type { Sql } from '../../database/sql.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { issueOneTime, takeOneTime, type OneTimeKind } from '../one-time.ts'
import { factorLimits } from './limits.ts'

/** The response as received, unverified. */
export type Unproved = Readonly<Record<string, unknown>>
export type NewPasskey = {
  readonly id: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly isSynced: boolean
}
export type KeptPasskey = { readonly id: string; readonly publicKey: Uint8Array; readonly user: string }
export type UsedPasskey = { readonly counter: number; readonly isSynced: boolean }
/** The reason for the rejection, for the log. A wrong PUBLIC_URL shows up here. */
export type Unverified = { readonly reason: string }

const EDDSA = -8
const ES256 = -7
const RS256 = -257
const ALGORITHMS = [ES256, EDDSA, RS256]
const CHALLENGE_BYTES = 32
const SIGN_IN = 'sign-in'
const register = (user: string): string => `register ${user}`

export type Webauthn = ReturnType<typeof createWebauthn>

/** Passkeys of desks' users, or of operators. A challenge for one of the two is of no use to the other. */
type Holders = 'USERS' | 'OPERATORS'
const challengeKinds: Readonly<Record<Holders, OneTimeKind>> = { USERS: 'passkey-challenge', OPERATORS: 'operator-passkey-challenge' }

export function createWebauthn(sql: Sql, publicUrl: string, holders: Holders = 'USERS') {
  const { hostname: rpID, origin: expectedOrigin } = new URL(publicUrl)
  const { issue, take } = createChallenges(sql, challengeKinds[holders])
  return {
    async registrationOptions(
      user: { readonly id: string; readonly email: string; readonly name: string },
      known: readonly string[],
      now: number,
    ) {
      return generateRegistrationOptions({
        rpName: 'Parley',
        rpID,
        userName: user.email,
        userDisplayName: user.name,
        userID: bytesOf(user.id),
        challenge: await issue(register(user.id), now),
        attestationType: 'none',
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: factorLimits.challengeLifeMs,
      })
    },

    async verifyRegistration(answer: Unproved, user: string, now: number): Promise<NewPasskey | Unverified> {
      const expectedChallenge = await take(answer, register(user), now)
      if (expectedChallenge === undefined) return { reason: 'the challenge is unknown, already used or too old' }
      const response = answer as unknown as RegistrationResponseJSON
      const verified = await orReason(() =>
        verifyRegistrationResponse({ response, expectedChallenge, expectedOrigin, expectedRPID: rpID, supportedAlgorithmIDs: ALGORITHMS }),
      )
      if ('reason' in verified) return verified
      if (!verified.verified) return { reason: 'the attestation is not valid' }
      const { credential, credentialBackedUp } = verified.registrationInfo
      const { id, publicKey, counter } = credential
      if (id.length > factorLimits.credentialIdCharacters) return { reason: 'the credential id is too long' }
      return { id, publicKey, counter, transports: transportsOf(credential.transports), isSynced: credentialBackedUp }
    },

    /** For a user who is not identified yet: the authenticator offers the passkeys that it holds. */
    async signInOptions(now: number) {
      const challenge = await issue(SIGN_IN, now)
      return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required', timeout: factorLimits.challengeLifeMs })
    },

    takeSignIn: (answer: Unproved, now: number) => take(answer, SIGN_IN, now),

    async verifySignIn(answer: Unproved, passkey: KeptPasskey, expectedChallenge: string): Promise<UsedPasskey | Unverified> {
      const response = answer as unknown as AuthenticationResponseJSON
      // The counter is checked afterwards, once the passkey's own signature is verified. That is why 0 is passed here.
      const credential = { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 }
      const verified = await orReason(() =>
        verifyAuthenticationResponse({ response, expectedChallenge, expectedOrigin, expectedRPID: rpID, credential }),
      )
      if ('reason' in verified) return verified
      if (!verified.verified) return { reason: 'the signature is not valid' }
      if (response.response.userHandle !== Buffer.from(passkey.user).toString('base64url'))
        return { reason: 'the passkey belongs to another user' }
      return { counter: verified.authenticationInfo.newCounter, isSynced: verified.authenticationInfo.credentialBackedUp }
    },
  }
}

const createChallenges = (sql: Sql, kind: OneTimeKind) => ({
  async issue(subject: string, now: number): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES))
    const token = Buffer.from(challenge).toString('base64url')
    await issueOneTime(sql, { kind, token, subject, now, lifeMs: factorLimits.challengeLifeMs })
    return challenge
  },

  /** The challenge is used up even if the rest is wrong, so that nothing can be tried twice. */
  async take(answer: Unproved, subject: string, now: number): Promise<string | undefined> {
    const challenge = challengeOf(answer)
    const taken = challenge === undefined ? undefined : await takeOneTime(sql, kind, challenge, now)
    return taken?.subject === subject ? challenge : undefined
  },
})

/** The verifiers do no I/O, so anything they throw is a fault in the response. */
async function orReason<T extends object>(verify: () => Promise<T>): Promise<T | Unverified> {
  try {
    return await verify()
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

function challengeOf({ response }: Unproved): string | undefined {
  const coded = (response as { clientDataJSON?: unknown } | null | undefined)?.clientDataJSON
  if (typeof coded !== 'string') return undefined
  try {
    const { challenge } = JSON.parse(Buffer.from(coded, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const transportsOf = (given: unknown): readonly string[] =>
  Array.isArray(given) ? TRANSPORTS.filter((transport) => given.includes(transport)) : []

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
