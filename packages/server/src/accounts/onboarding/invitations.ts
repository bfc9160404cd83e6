/** Invitations to a desk: create, send, send again with a new key, withdraw. */
import type { InvitationView } from '@parley/contracts'
import {
  cleanEmailAddress,
  cleanName,
  displayRole,
  hasRight,
  isEmailAddress,
  isRefusal,
  refuse,
  refuseCountry,
  refuseName,
  refuseTogether,
  type DeskId,
  type DeskRole,
  type Refusal,
} from '@parley/core'
import type { Sql, TransactionSql } from '../../database/sql.ts'
import { actorForDesks } from '../../audit/author.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { fault } from '../../calls/fault.ts'
import { Faulted } from '../../calls/route.ts'
import { createRateLimit } from '../../limits/token-bucket.ts'
import { about, type Actor } from '../actor.ts'
import { writeOfAdministrator } from '../administrators.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse, lockDesk } from '../change-or-refuse.ts'
import { accountLimits } from '../limits.ts'
import { newId } from '../tokens.ts'
import { hashInvitationKey, invitationLink, newInvitationKey } from './invitation-key.ts'
import type { Restrictions } from '../restrictions.ts'

/** Details of the invitee from the inviter. The invitee may change the names and the country. */
export type NewInvitation = {
  readonly email: string
  readonly role: DeskRole
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly country?: string | undefined
}
/** The link is for an operator who hands it over without email. The calls do not return it. */
export type Invited = { readonly invitation: InvitationView; readonly link: string }

type Row = {
  readonly id: string
  readonly desk: DeskId
  readonly email: string
  readonly role: DeskRole
  readonly firstName: string | null
  readonly lastName: string | null
  readonly country: string | null
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly acceptedAt: number | null
  readonly withdrawnAt: number | null
}

export type InvitationParts = {
  readonly sql: Sql
  readonly book: Book
  readonly post: Post
  readonly publicUrl: string
  readonly restrictions: Restrictions
  readonly takeEmail: TakeEmail
}
export type Invitations = ReturnType<typeof createInvitations>

export const createInvitations = (needs: Omit<InvitationParts, 'takeEmail'>) => invitationsWith({ ...needs, takeEmail: createEmailLimit() })

const invitationsWith = (parts: InvitationParts) => ({
  /** Newest first. */
  async list(desk: DeskId, now: number): Promise<InvitationView[]> {
    const rows = await parts.sql<Row[]>`
      ${selection(parts.sql)} where desk = ${desk} order by created_at desc, id limit ${accountLimits.invitationsShown}`
    return rows.map((row) => toWire(parts.book, row, now))
  },
  invite: (actor: Actor, wanted: NewInvitation) => invite(parts, actor, wanted),
  resend: (actor: Actor, id: string) => resend(parts, actor, id),
  withdraw: (actor: Actor, id: string): Promise<Refusal | undefined> =>
    changeOrRefuse(parts.book, about(actor, 'WithdrawInvitation', id), async (tx) => {
      const rows = await tx`update invitation set withdrawn_at = ${actor.now} where id = ${id} and ${isOpen(tx, actor)} returning id`
      return rows.length === 0 ? notOpen() : 'changed'
    }),
})

type TakeEmail = (to: { readonly desk: DeskId; readonly email: string }, now: number) => void

/** Invitations go to the mailboxes of strangers. As with reset links, each address gets only a few, and a desk cannot invite very many at once. */
function createEmailLimit(): TakeEmail {
  const ofAddress = createRateLimit(accountLimits.invitationEmails)
  const ofDesk = createRateLimit(accountLimits.invitationEmailsOfDesk)
  return ({ desk, email }, now) => {
    const retryAfterMs = ofAddress.take(`${desk} ${email}`, now) ?? ofDesk.take(desk, now)
    if (retryAfterMs !== undefined)
      throw new Faulted(
        fault('RateLimited', 'This invitation has already been sent several times. Try again after the time in Retry-After.', {
          retryAfterMs,
        }),
      )
  }
}

async function invite(parts: InvitationParts, actor: Actor, wanted: NewInvitation): Promise<Invited | Refusal> {
  const { book, publicUrl, restrictions } = parts
  const person = cleaned(wanted)
  const refused = refuseInvitation(person, restrictions)
  if (refused !== undefined) return refused
  const key = newInvitationKey()
  const row: Row = {
    ...person,
    id: newId('i'),
    desk: actor.desk,
    createdBy: actor.name,
    createdAt: actor.now,
    expiresAt: actor.now + accountLimits.invitationLifeMs,
    acceptedAt: null,
    withdrawnAt: null,
  }
  const unable = await changeOrRefuse(book, about(actor, 'Invite', row.id, { email: row.email, role: row.role }), async (tx) => {
    await lockDesk(tx, actor.desk)
    // Only the newest invitation of an address is valid, so that each invitee has one key.
    await tx`update invitation set withdrawn_at = ${actor.now} where email = ${row.email} and ${isOpen(tx, actor)}`
    const [{ open } = { open: 0 }] = await tx<{ open: number }[]>`select count(*)::int as open from invitation where ${isOpen(tx, actor)}`
    if (open >= accountLimits.openInvitationsPerDesk)
      return refuse(
        'TooManyInvitations',
        '',
        `A desk has at most ${accountLimits.openInvitationsPerDesk} open invitations; withdraw one first.`,
      )
    await tx`
      insert into invitation (id, key_hash, desk, email, role, first_name, last_name, country_of_residence, created_by, created_at, expires_at)
      values (${row.id}, ${hashInvitationKey(key)}, ${row.desk}, ${row.email}, ${row.role}, ${row.firstName}, ${row.lastName}, ${row.country},
        ${row.createdBy}, ${row.createdAt}, ${row.expiresAt})`
    await mail(parts, tx, row, key, actor)
    if (hasRight(row.role, 'Administer')) await writeOfAdministrator(parts, tx, actor, { what: 'Invited', who: row.email })
    return 'changed'
  })
  return unable ?? { invitation: toWire(book, row, actor.now), link: linkOf(publicUrl, row, key) }
}

/** The invitation then belongs to who sent it last. */
async function resend(parts: InvitationParts, actor: Actor, id: string): Promise<Invited | Refusal> {
  const { book, publicUrl } = parts
  const key = newInvitationKey()
  const found: Row[] = []
  const unable = await changeOrRefuse(book, about(actor, 'ResendInvitation', id), async (tx) => {
    const [row] = await tx<Row[]>`
      update invitation set key_hash = ${hashInvitationKey(key)}, expires_at = ${actor.now + accountLimits.invitationLifeMs},
        created_by = ${actor.name}
      where id = ${id} and ${isOpen(tx, actor)}
      returning ${columns(tx)}`
    if (row === undefined) return notOpen()
    await mail(parts, tx, row, key, actor)
    found.push(row)
    return 'changed'
  })
  return unable ?? { invitation: toWire(book, found[0]!, actor.now), link: linkOf(publicUrl, found[0]!, key) }
}

const notOpen = (): Refusal => refuse('NotFound', '', 'The desk has no open invitation with this id.', 'id')

const isOpen = (tx: TransactionSql, { desk, now }: Actor) =>
  tx`desk = ${desk} and accepted_at is null and withdrawn_at is null and expires_at > ${now}`

const columns = (sql: Sql | TransactionSql) => sql`
  id, desk, email, role, first_name as "firstName", last_name as "lastName", country_of_residence as country, created_by as "createdBy",
  created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt", withdrawn_at as "withdrawnAt"`
const selection = (sql: Sql) => sql`select ${columns(sql)} from invitation`

type Person = Pick<Row, 'email' | 'role' | 'firstName' | 'lastName' | 'country'>

const cleaned = ({ email, role, firstName, lastName, country }: NewInvitation): Person => ({
  email: cleanEmailAddress(email),
  role,
  firstName: cleanName(firstName ?? '') || null,
  lastName: cleanName(lastName ?? '') || null,
  country: country?.trim().toUpperCase() || null,
})

/** Applies the rules of the form that the invitee will fill in. */
function refuseInvitation({ email, firstName, lastName, country }: Person, restrictions: Restrictions): Refusal | undefined {
  const refusals = [
    isEmailAddress(email) ? undefined : refuse('InvalidParams', '', 'Invalid Email address', 'email'),
    refuseName(firstName ?? '', 'first_name'),
    refuseName(lastName ?? '', 'last_name'),
    country === null ? undefined : refuseCountry(country, restrictions.countries()),
  ]
  return refuseTogether(refusals.filter((each) => each !== undefined && isRefusal(each)))
}

const linkOf = (publicUrl: string, { email, firstName, lastName, country }: Row, key: string): string =>
  invitationLink(publicUrl, key, {
    email,
    ...(firstName === null ? {} : { first_name: firstName }),
    ...(lastName === null ? {} : { last_name: lastName }),
    ...(country === null ? {} : { country_of_residence: country }),
  })

function mail(
  { book, post, publicUrl, takeEmail }: InvitationParts,
  tx: TransactionSql,
  row: Row,
  key: string,
  { name, now }: Actor,
): Promise<void> {
  takeEmail(row, now)
  const desk = book.accounts.desks.get(row.desk)
  const firm = desk && book.accounts.firms.get(desk.firm)
  const occasion = {
    kind: 'Invitation',
    deskName: desk?.name ?? row.desk,
    firmName: firm?.name ?? '',
    roleName: displayRole(row.role),
    inviterName: inviterOf(book, name),
    link: linkOf(publicUrl, row, key),
    key,
    expiresAt: row.expiresAt,
  } as const
  return post.send(tx, row.email, occasion, now)
}

function inviterOf(book: Book, actor: string): string {
  const user = [...book.accounts.users.values()].find(({ id }) => id === actor)
  return user === undefined ? 'Parley support' : `${user.firstName} ${user.lastName}`
}

const toWire = (book: Book, row: Row, now: number): InvitationView => ({
  id: row.id,
  email: row.email,
  role: row.role,
  state: stateOf(row, now),
  created_at: row.createdAt,
  expires_at: row.expiresAt,
  created_by: inviterOf(book, row.createdBy),
  created_by_id: actorForDesks(row.createdBy),
})

function stateOf({ acceptedAt, withdrawnAt, expiresAt }: Row, now: number): InvitationView['state'] {
  if (acceptedAt !== null) return 'ACCEPTED'
  if (withdrawnAt !== null) return 'WITHDRAWN'
  return now < expiresAt ? 'OPEN' : 'EXPIRED'
}
