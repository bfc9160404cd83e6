/** A user joins the desk that invited them. All wrong fields are named at once, and the key works once. */
import {
  agreementFor,
  cleanRegistration,
  invitationInvalid,
  refuse,
  refuseAgreement,
  refuseRegistration,
  refuseTogether,
  type AgreementKind,
  type DeskId,
  type DeskRole,
  type Instant,
  type Refusal,
  type RegistrationForm,
  type UserId,
} from '@parley/core'
import { errors } from '@parley/contracts'
import type { Sql } from '../../database/sql.ts'
import { about } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import type { UserRow } from '../rows.ts'
import { commonPasswords } from '../sign-in/common-passwords.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import { newId } from '../tokens.ts'
import { nameOf, agreementsInForce } from '../agreements/in-force.ts'
import { hashInvitationKey } from './invitation-key.ts'
import { insertMember } from './new-member.ts'
import type { Restrictions } from '../restrictions.ts'

export type Application = {
  readonly form: RegistrationForm
  readonly accepted: readonly AgreementKind[]
  readonly address: string
  readonly requestId: string
  readonly now: Instant
}

export type RegistrationParts = {
  readonly sql: Sql
  readonly book: Book
  readonly passwords: Passwords
  readonly restrictions: Restrictions
}
export type Registration = ReturnType<typeof createRegistration>

type Found = { readonly id: string; readonly desk: DeskId; readonly role: DeskRole; readonly email: string }

export const createRegistration = (parts: RegistrationParts) => ({
  async join(application: Application): Promise<UserRow | Refusal> {
    const { sql, book, restrictions } = parts
    const form = cleanRegistration(application.form)
    const facts = { now: application.now, countries: restrictions.countries(), common: commonPasswords }
    const refusals: Refusal[] = [...refuseRegistration(form, facts)]
    const isFine = (field: keyof RegistrationForm) => refusals.every((refusal) => refusal.field !== field)
    const wrongAgreement = isFine('country_of_residence') && refuseAgreement(form.country_of_residence, application.accepted)
    if (wrongAgreement) refusals.push(wrongAgreement)
    const found = isFine('invitation_key') ? await findOpen(sql, book, form, application.now) : undefined
    if (found === undefined && isFine('invitation_key')) refusals.unshift(invitationInvalid())
    // An address is checked only for holders of a key, and the response does not reveal whether it has an account or belongs to another invitation.
    if (found !== undefined && isFine('email') && (found.email !== form.email || book.accounts.usersByEmail.has(form.email)))
      refusals.push(emailTaken())
    const refused = refuseTogether(refusals)
    if (refused !== undefined || found === undefined) return refused ?? invitationInvalid()
    return admit(parts, application, form, found)
  },
})

async function findOpen(sql: Sql, book: Book, form: RegistrationForm, now: number): Promise<Found | undefined> {
  const [row] = await sql<Found[]>`
    select id, desk, role, email from invitation
    where key_hash = ${hashInvitationKey(form.invitation_key)} and accepted_at is null and withdrawn_at is null and expires_at > ${now}`
  return row !== undefined && book.accounts.desks.get(row.desk)?.suspendedAt === null ? row : undefined
}

async function admit(
  { book, passwords }: RegistrationParts,
  { address, requestId, now }: Application,
  form: RegistrationForm,
  found: Found,
): Promise<UserRow | Refusal> {
  const id = newId('u') as UserId
  const accepted = agreementFor(form.country_of_residence)
  const member = {
    id,
    desk: found.desk,
    role: found.role,
    email: found.email,
    passwordHash: await passwords.hash(form.password),
    firstName: form.first_name,
    lastName: form.last_name,
    dateOfBirth: form.date_of_birth,
    country: form.country_of_residence,
    accepted,
    address,
    now,
  }
  const joins = about({ desk: found.desk, name: id, now, address, requestId }, 'JoinDesk', id, {
    role: found.role,
    invitation: found.id,
    agreement: nameOf(agreementsInForce[accepted]),
  })
  const refused = await changeOrRefuse(book, joins, async (tx) => {
    // If two users register with one key, the second waits here for the first and then finds the key used, as after a withdrawal.
    const taken = await tx`
      update invitation set accepted_at = ${now}
      where id = ${found.id} and key_hash = ${hashInvitationKey(form.invitation_key)} and accepted_at is null and withdrawn_at is null
      returning id`
    if (taken.length === 0) return invitationInvalid()
    if (!(await insertMember(tx, book.accounts, member))) return emailTaken()
    await tx`update invitation set accepted_by = ${id} where id = ${found.id}`
    return 'changed'
  })
  return refused ?? book.accounts.users.get(id)!
}

const emailTaken = (): Refusal => refuse('EmailTaken', '', errors.EmailTaken.summary, 'email')
