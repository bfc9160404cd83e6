/** The passkeys of a user: add, list, rename, remove. */
import { refuse, type Refusal, type UserId } from '@parley/core'
import type { PasskeyView } from '@parley/contracts'
import type { Sql, TransactionSql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import { about } from '../actor.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { factorLimits } from './limits.ts'
import { endOthers, mailChange, type FactorParts, type Person } from './person.ts'
import type { NewPasskey, Unproved, Webauthn } from './webauthn.ts'

type Row = {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly isSynced: boolean
}

export type PasskeyParts = FactorParts & { readonly webauthn: Webauthn; readonly log: Log }
export type PasskeyService = ReturnType<typeof createPasskeyService>

const tooMany = () => refuse('TooManyPasskeys', '', `You can have at most ${factorLimits.passkeys} passkeys; remove one first.`)
const notFound = () => refuse('NotFound', '', 'You have no passkey with this id.')
const noName = () => refuse('InvalidParams', '', 'Enter a name for the passkey.', 'name')

export const createPasskeyService = (parts: PasskeyParts) => ({
  list: async ({ user }: Person) => ({ results: (await passkeysOf(parts.sql, user.id)).map(wire) }),
  options: (person: Person) => optionsFor(parts, person),
  add: (person: Person, name: string, credential: Unproved) => add(parts, person, name.trim(), credential),
  rename: (person: Person, id: string, name: string) => rename(parts, person, id, name.trim()),
  remove: (person: Person, id: string) => remove(parts, person, id),
})

async function optionsFor({ sql, webauthn }: PasskeyParts, { user, actor }: Person): Promise<Unproved | Refusal> {
  const mine = await passkeysOf(sql, user.id)
  if (mine.length >= factorLimits.passkeys) return tooMany()
  const names = { id: user.id, email: user.email, name: `${user.firstName} ${user.lastName}` }
  const known = mine.map(({ id }) => id)
  return { ...(await webauthn.registrationOptions(names, known, actor.now)) }
}

async function add(parts: PasskeyParts, person: Person, name: string, answer: Unproved): Promise<PasskeyView | Refusal> {
  const { book, webauthn, post, sessions, log } = parts
  const { actor, user } = person
  if (name === '') return noName()
  const made = await webauthn.verifyRegistration(answer, user.id, actor.now)
  if ('reason' in made) {
    log.info({ user: user.id, requestId: actor.requestId, reason: made.reason }, 'A new passkey was rejected')
    return refuse('PasskeyRefused', '', 'The passkey could not be verified. Create it again at the address where you use Parley.')
  }
  const overtaken = await changeOrRefuse(book, about(actor, 'AddPasskey', made.id, { name }), async (tx) => {
    if (await hasAll(tx, user.id)) return tooMany()
    if (!(await insert(tx, user.id, name, made, actor.now)))
      return refuse('PasskeyRefused', '', 'This passkey is already registered. Create another one.')
    await mailChange(post, tx, person, 'PasskeyAdded')
    return 'changed'
  })
  if (overtaken !== undefined) return overtaken
  await endOthers(sessions, person)
  return wire({ ...made, name, createdAt: actor.now, lastUsedAt: null })
}

/** Locks the user's row first, because two passkeys may be added at the same time. */
async function hasAll(tx: TransactionSql, user: UserId): Promise<boolean> {
  await tx`select from app_user where id = ${user} for no key update`
  const { count } = await tx`select from passkey where app_user = ${user}`
  return count >= factorLimits.passkeys
}

async function insert(tx: TransactionSql, user: UserId, name: string, made: NewPasskey, now: number): Promise<boolean> {
  const { id, publicKey, counter, transports, isSynced } = made
  const { count } = await tx`
    insert into passkey (id, app_user, name, public_key, counter, transports, is_synced, created_at)
    values (${id}, ${user}, ${name}, ${Buffer.from(publicKey)}, ${counter}, ${[...transports]}, ${isSynced}, ${now})
    on conflict (id) do nothing`
  return count === 1
}

async function rename({ sql, book }: PasskeyParts, { actor, user }: Person, id: string, name: string): Promise<PasskeyView | Refusal> {
  if (name === '') return noName()
  const refused = await changeOrRefuse(book, about(actor, 'RenamePasskey', id, { name }), async (tx) => {
    const { count } = await tx`update passkey set name = ${name} where id = ${id} and app_user = ${user.id}`
    return count === 1 ? 'changed' : notFound()
  })
  if (refused !== undefined) return refused
  const row = (await passkeysOf(sql, user.id)).find((passkey) => passkey.id === id)
  return row === undefined ? notFound() : wire(row)
}

async function remove({ book, post, sessions }: PasskeyParts, person: Person, id: string): Promise<undefined | Refusal> {
  const { actor, user } = person
  const refused = await changeOrRefuse(book, about(actor, 'RemovePasskey', id), async (tx) => {
    const { count } = await tx`delete from passkey where id = ${id} and app_user = ${user.id}`
    if (count === 0) return notFound()
    await mailChange(post, tx, person, 'PasskeyRemoved')
    return 'changed'
  })
  if (refused !== undefined) return refused
  await endOthers(sessions, person)
  return undefined
}

const passkeysOf = (sql: Sql, user: UserId) => sql<Row[]>`
  select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", is_synced as "isSynced"
  from passkey where app_user = ${user} order by created_at, id`

const wire = ({ id, name, createdAt, lastUsedAt, isSynced }: Row): PasskeyView => ({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  is_synced: isSynced,
})
