/**
 * Signing in through the provider of a desk's firm (decision 1031). The domain of the email address selects the desk, the provider proves who the
 * person is, and its claims may decide their role. A sign-on never creates a member: that needs an invitation.
 */
import {
  claimTexts,
  domainOfEmail,
  hasSecondFactor,
  isRefusal,
  refuse,
  roleOfClaims,
  type DeskId,
  type Instant,
  type Refusal,
} from '@parley/core'
import type { IDToken } from 'openid-client'
import { appendAudit } from '../../audit/append.ts'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { Members } from '../desk/members.ts'
import { issueOneTime, takeOneTime } from '../one-time.ts'
import type { SignOnRow, UserRow } from '../rows.ts'
import type { Admit, Admitted } from '../sign-in/admission.ts'
import { seatOf } from '../sign-in/admission.ts'
import type { Device } from '../sign-in/device.ts'
import { newToken } from '../tokens.ts'
import { createProvider, isProblem, type Checks, type Provider, type ProviderProblem } from './provider.ts'
import { aboutSignOn } from './sign-on-settings.ts'

export type SignOnParts = {
  readonly sql: Sql
  readonly book: Book
  readonly vault: Vault
  readonly members: Pick<Members, 'update'>
  readonly admit: Admit
  readonly publicUrl: string
  readonly now: () => number
  readonly log: Log
}

export type SignOn = {
  isOffered(): boolean
  start(email: string, now: Instant): Promise<{ readonly url: string; readonly proof: string } | Refusal>
  finish(answer: FinishedSignOn): Promise<Admitted | Refusal>
}

export type FinishedSignOn = {
  /** The query with which the provider has sent the browser back. */
  readonly answer: string
  /** The browser that has begun this sign-in has it, and no other. */
  readonly proof: string
  readonly device: Device
  readonly appType: string | null | undefined
  readonly appVersion: string | null | undefined
  readonly now: Instant
  readonly requestId: string
}

/** A person may have to find their phone at the provider. */
const LIFE_MS = 600_000

const refused = (message: string): Refusal => refuse('SignOnRefused', '', message)

export function createSignOn(parts: SignOnParts): SignOn {
  const { sql, book, log } = parts
  const providerOf = createProviders(parts)
  return {
    isOffered: () => book.accounts.signOns.size > 0,
    async start(email, now) {
      const domain = domainOfEmail(email)
      const settings = [...book.accounts.signOns.values()].find(({ domains }) => domains.includes(domain))
      if (settings === undefined)
        return refuse('SignOnUnknown', '', `No firm signs its people in through its own provider for addresses at ${domain}.`, 'email')
      const begun = await providerOf(settings).begin(email.trim())
      if (isProblem(begun)) return problemOf(begun, settings.desk, log)
      const proof = newToken()
      await issueOneTime(sql, { kind: 'sign-on', token: proof, subject: settings.desk, detail: begun.checks, now, lifeMs: LIFE_MS })
      return { url: begun.url, proof }
    },
    finish: (given) => finish(parts, providerOf, given),
  }
}

type ProviderOf = (settings: SignOnRow) => Provider

/** One provider for each desk, until its settings change. */
function createProviders({ vault, publicUrl, now }: SignOnParts): ProviderOf {
  const kept = new Map<DeskId, { readonly settings: SignOnRow; readonly provider: Provider }>()
  const returnTo = new URL('sign-on/', publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`).href
  return (settings) => {
    const known = kept.get(settings.desk)
    if (known !== undefined && known.settings.setAt === settings.setAt) return known.provider
    const { desk, issuer, clientId, clientSecretSealed } = settings
    const clientSecret = vault.open(clientSecretSealed, aboutSignOn(desk))
    const provider = createProvider({ issuer, clientId, clientSecret, returnTo }, now)
    kept.set(desk, { settings, provider })
    return provider
  }
}

function problemOf({ problem, why }: ProviderProblem, desk: DeskId, log: Log): Refusal {
  log.warn({ desk, why }, 'A sign-on was not completed')
  return problem === 'UNAVAILABLE'
    ? refuse('SignOnUnavailable', '', "Your firm's sign-on does not respond. Try again in a moment.")
    : refused("Your firm's sign-on did not confirm who you are. Start again from the sign-in page.")
}

async function finish(parts: SignOnParts, providerOf: ProviderOf, given: FinishedSignOn): Promise<Admitted | Refusal> {
  const { sql, book, log } = parts
  const { now } = given
  const begun = await takeOneTime(sql, 'sign-on', given.proof, now)
  const settings = book.accounts.signOns.get(begun?.subject as DeskId)
  if (begun === undefined || settings === undefined) return refused('This sign-in has expired or was already used. Start it again.')
  const claims = await providerOf(settings).finish(given.answer, begun.detail as unknown as Checks)
  if (isProblem(claims)) return problemOf(claims, settings.desk, log)
  const user = await personOf(parts, settings, claims, now)
  if (isRefusal(user)) return user
  const unwelcome = await applyRole(parts, settings, claims, { ...given, user })
  if (unwelcome !== undefined) return unwelcome
  return parts.admit({ ...given, user, by: 'SignOn', withFactor: hasSecondFactor(claims['amr']) })
}

/**
 * A subject that is known is the same person for good. An unknown one is linked to the member with its email address, if the provider has verified
 * the address, and if no other subject is linked to that member.
 */
async function personOf(
  { sql, book }: SignOnParts,
  { desk, issuer, domains }: SignOnRow,
  { sub, email, email_verified: isVerified }: IDToken,
  now: Instant,
): Promise<UserRow | Refusal> {
  const { accounts } = book
  const linked = await linkedTo(sql, issuer, sub)
  if (linked !== undefined) {
    const user = accounts.users.get(linked)
    return user !== undefined && isAt(book, user, desk) ? user : notInvited()
  }
  if (typeof email !== 'string' || isVerified === false || !domains.includes(domainOfEmail(email)))
    return refused("Your firm's sign-on gave no verified email address of your firm. Your administrator there can change this.")
  const user = accounts.usersByEmail.get(email.trim().toLowerCase())
  if (user === undefined || !isAt(book, user, desk)) return notInvited()
  const isLinked = await sql.begin(async (tx) => {
    const [row] = await tx<{ subject: string }[]>`
      insert into sign_on_person (issuer, subject, app_user, linked_at) values (${issuer}, ${sub}, ${user.id}, ${now})
      on conflict do nothing returning subject`
    if (row !== undefined)
      await appendAudit(tx, { at: now, desk, actor: user.id, action: 'LinkSignOn', object: user.id, detail: { issuer } })
    return row !== undefined
  })
  // Two windows of one person may come back at the same moment.
  return isLinked || (await linkedTo(sql, issuer, sub)) === user.id
    ? user
    : refused('Another account of your firm is linked to this person. Support can remove the link.')
}

async function linkedTo(sql: Sql, issuer: string, subject: string): Promise<UserRow['id'] | undefined> {
  const [row] = await sql<{ user: UserRow['id'] }[]>`
    select app_user as "user" from sign_on_person where issuer = ${issuer} and subject = ${subject}`
  return row?.user
}

const notInvited = (): Refusal => refused('You are not a member of a desk here. An administrator of your desk can invite you.')

const isAt = ({ accounts }: Book, { id }: UserRow, desk: DeskId): boolean =>
  accounts.memberships.get(id)?.some((row) => row.desk === desk) ?? false

/** Gives the member the role of their claims before the session begins. The last administrator of a desk keeps that role. */
async function applyRole(
  { book, members }: SignOnParts,
  { desk, roleClaim, roles }: SignOnRow,
  claims: IDToken,
  { user, now, requestId, device }: FinishedSignOn & { readonly user: UserRow },
): Promise<Refusal | undefined> {
  const seat = seatOf(book.accounts, user)
  if (isRefusal(seat)) return seat
  if (seat.desk !== desk) return refused('You also belong to another desk, and sign in there with your password.')
  if (roleClaim === null) return undefined
  const role = roleOfClaims(roles, claimTexts(claims[roleClaim]))
  if (role === undefined) return refused("Your firm's sign-on gives you no role at this desk. Your administrator there can change this.")
  if (role === seat.role) return undefined
  const actor = { desk, name: 'sign-on', now, address: device.address, requestId }
  const changed = await members.update(actor, user.id, { role })
  return changed?.refused === 'LastAdministrator' ? undefined : changed
}
