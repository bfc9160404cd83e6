/** API keys of a desk: create, change, rotate and revoke. The desk's administrators get an email about each change. */
import { isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import type { Occasion, Post } from '../../mail/mail-queue.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse, lockDesk } from '../change-or-refuse.ts'
import { nameOfActor, writeToAdministrators } from '../administrators.ts'
import { secretOf } from '../key-access.ts'
import { accountLimits } from '../limits.ts'
import { networkOf } from '../networks.ts'
import type { KeyRow, KeyScope } from '../rows.ts'
import { hashToken, newAccessKey, newId, newSecretKey, shownPrefixOf } from '../tokens.ts'
import type { Vault } from '../../vault/vault.ts'

export type KeySettings = {
  readonly scopes?: readonly KeyScope[] | undefined
  readonly allowedAddresses?: readonly string[] | undefined
  /** Null: the key does not expire. */
  readonly expiresAt?: number | null | undefined
  readonly isCompatible?: boolean | undefined
  /** For a suspended key: the administrator who restores it becomes its holder. */
  readonly state?: 'ACTIVE' | undefined
}
export type KeyWithSecret = { readonly row: KeyRow; readonly secret: string }
export type KeyPair = KeyWithSecret & { readonly accessKey: string }

export type Keys = {
  create(actor: Actor, name: string, settings?: KeySettings): Promise<KeyPair | Refusal>
  update(actor: Actor, id: string, settings: KeySettings): Promise<KeyRow | Refusal>
  /** The old secret remains valid for `overlapMs`, or not at all if it is 0. After that only the new secret is valid (rulebook 2.12). */
  rotate(actor: Actor, id: string, overlapMs: number): Promise<KeyWithSecret | Refusal>
  revoke(actor: Actor, id: string): Promise<Refusal | undefined>
}

type KeyParts = { readonly book: Book; readonly vault: Vault; readonly post: Post }
type Settled = {
  readonly scopes?: readonly KeyScope[]
  readonly allowedAddresses?: readonly string[]
  readonly expiresAt?: number | null
  readonly isCompatible?: boolean
  readonly state?: 'ACTIVE'
}

const FIRST: Required<Settled> = { scopes: ['read', 'trade'], allowedAddresses: [], expiresAt: null, isCompatible: false, state: 'ACTIVE' }

export function createKeys(parts: KeyParts): Keys {
  const { book, vault } = parts
  const byId = (id: string): KeyRow => book.accounts.keysById.get(id)!
  return {
    async create(actor, name, wanted = {}) {
      const settled = settle(wanted, actor.now)
      if (isRefusal(settled)) return settled
      const { scopes, allowedAddresses, expiresAt, isCompatible } = { ...FIRST, ...settled }
      const id = newId('k')
      const [accessKey, secret] = [newAccessKey(), newSecretKey()]
      const sealed = vault.seal(secret, secretOf(id))
      const refused = await changeOrRefuse(book, about(actor, 'CreateApiKey', id, { name, ...auditDetail(settled) }), async (tx) => {
        await lockDesk(tx, actor.desk)
        const full = await roomFor(tx, actor.desk, name)
        if (full !== undefined) return full
        await tx`
          insert into api_key (id, desk, name, access_hash, access_prefix, secret_sealed, scopes, allowed_addresses, expires_at, is_compatible,
            created_by, held_by, created_at)
          values (${id}, ${actor.desk}, ${name}, ${hashToken(accessKey)}, ${shownPrefixOf(accessKey)}, ${sealed}, ${[...scopes]},
            ${[...allowedAddresses]}, ${expiresAt}, ${isCompatible}, ${actor.name}, ${actor.name}, ${actor.now})`
        await emailAdministrators(parts, tx, actor, name, 'Made')
        return 'changed'
      })
      return refused ?? { row: byId(id), secret, accessKey }
    },
    async update(actor, id, wanted) {
      const settled = settle(wanted, actor.now)
      if (isRefusal(settled)) return settled
      const { scopes, allowedAddresses, expiresAt, isCompatible, state } = settled
      const refused = await changeOrRefuse(book, about(actor, 'UpdateApiKey', id, auditDetail(settled)), async (tx) => {
        const key = await keyFor(tx, actor, id)
        if (isRefusal(key)) return key
        await tx`
          update api_key set scopes = ${scopes === undefined ? tx`scopes` : tx`${[...scopes]}`},
            allowed_addresses = ${allowedAddresses === undefined ? tx`allowed_addresses` : tx`${[...allowedAddresses]}`},
            expires_at = ${expiresAt === undefined ? tx`expires_at` : tx`${expiresAt}`},
            is_compatible = ${isCompatible === undefined ? tx`is_compatible` : tx`${isCompatible}`}
            ${state === undefined ? tx`` : tx`, suspended_at = null, held_by = case when suspended_at is null then held_by else ${actor.name} end`}
          where id = ${id}`
        await emailAdministrators(parts, tx, actor, key.name, 'Changed')
        return 'changed'
      })
      return refused ?? byId(id)
    },
    async rotate(actor, id, overlapMs) {
      const secret = newSecretKey()
      const until = overlapMs === 0 ? null : actor.now + overlapMs
      const refused = await changeOrRefuse(book, about(actor, 'RotateApiKey', id, { overlapMs }), async (tx) => {
        const key = await keyFor(tx, actor, id)
        if (isRefusal(key)) return key
        await tx`
          update api_key set previous_secret_sealed = ${until === null ? null : tx`secret_sealed`}, previous_secret_until = ${until},
            previous_held_by = ${until === null ? null : tx`held_by`}, secret_sealed = ${vault.seal(secret, secretOf(id))}, held_by = ${actor.name}
          where id = ${id}`
        await emailAdministrators(parts, tx, actor, key.name, 'Rotated')
        return 'changed'
      })
      return refused ?? { row: byId(id), secret }
    },
    revoke: (actor, id) =>
      changeOrRefuse(book, about(actor, 'RevokeApiKey', id), async (tx) => {
        const key = await keyFor(tx, actor, id)
        if (isRefusal(key)) return key
        await tx`update api_key set revoked_at = ${actor.now} where id = ${id}`
        await emailAdministrators(parts, tx, actor, key.name, 'Revoked')
        return 'changed'
      }),
  }
}

/** The requested settings in stored form, or the error in them. Settings that were not sent stay unchanged. */
function settle({ scopes, allowedAddresses, expiresAt, isCompatible, state }: KeySettings, now: number): Settled | Refusal {
  const networks = allowedAddresses?.map((entry) => networkOf(entry))
  const nonsense = networks?.indexOf(undefined) ?? -1
  if (nonsense >= 0)
    return refuse(
      'AddressListInvalid',
      '2.11',
      `${JSON.stringify(allowedAddresses![nonsense])} is not an IP address or a network. Use a form like 203.0.113.7 or 2001:db8::/32.`,
      'allowed_addresses',
    )
  if (typeof expiresAt === 'number' && expiresAt <= now) return refuse('DateInvalid', '2.11', 'Invalid Date', 'expires_at')
  return {
    // The right to trade includes the right to read.
    ...(scopes === undefined ? {} : { scopes: scopes.includes('trade') ? ['read', 'trade'] : ['read'] }),
    ...(networks === undefined ? {} : { allowedAddresses: [...new Set(networks as string[])] }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(isCompatible === undefined ? {} : { isCompatible }),
    ...(state === undefined ? {} : { state }),
  }
}

const auditDetail = ({ scopes, allowedAddresses, expiresAt, isCompatible, state }: Settled): Record<string, string | number> => ({
  ...(scopes && { scopes: scopes.join(' ') }),
  ...(allowedAddresses && { allowedAddresses: allowedAddresses.join(' ') || 'any' }),
  ...(expiresAt === undefined ? {} : { expiresAt: expiresAt ?? 'never' }),
  ...(isCompatible === undefined ? {} : { sockets: isCompatible ? 'compatible' : 'signed' }),
  ...(state && { state }),
})

async function roomFor(tx: TransactionSql, desk: DeskId, name: string): Promise<Refusal | undefined> {
  const taken = await tx<{ name: string }[]>`select name from api_key where desk = ${desk} and revoked_at is null`
  if (taken.some((key) => key.name === name))
    return refuse('KeyNameTaken', '', 'The desk already has a key with that name. Choose another name.', 'name')
  const most = accountLimits.keysPerDesk
  return taken.length >= most ? refuse('TooManyKeys', '', `A desk has at most ${most} API keys; revoke one first.`) : undefined
}

/** The key, locked until the change is done. */
async function keyFor(tx: TransactionSql, actor: Actor, id: string): Promise<{ readonly name: string } | Refusal> {
  await lockDesk(tx, actor.desk)
  const [key] = await tx<{ name: string }[]>`
    select name from api_key where id = ${id} and desk = ${actor.desk} and revoked_at is null for no key update`
  return key ?? refuse('NotFound', '', 'The desk has no key with this id.', 'id')
}

type KeyChange = Extract<Occasion, { kind: 'ApiKeyChanged' }>['change']

const emailAdministrators = (parts: KeyParts, tx: TransactionSql, actor: Actor, keyName: string, change: KeyChange): Promise<void> =>
  writeToAdministrators(parts, tx, actor, (firstName) => ({
    kind: 'ApiKeyChanged',
    firstName,
    keyName,
    change,
    byName: nameOfActor(parts.book, actor),
    at: actor.now,
    address: actor.address ?? '',
  }))
