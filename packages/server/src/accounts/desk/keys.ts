/** API keys of a desk: made, changed, given a new secret, revoked. The desk's administrators get an email about each of these. */
import { hasRight, isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import type { Occasion, Post } from '../../mail/mail-queue.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse, lockDesk } from '../change-or-refuse.ts'
import { secretOf } from '../key-access.ts'
import { accountLimits } from '../limits.ts'
import { networkOf } from '../networks.ts'
import type { KeyRow, KeyScope } from '../rows.ts'
import { newAccessKey, newId, newSecretKey } from '../tokens.ts'
import type { Vault } from '../../vault/vault.ts'

export type KeySettings = {
  readonly scopes?: readonly KeyScope[] | undefined
  readonly allowedAddresses?: readonly string[] | undefined
  /** Null: it does not expire. */
  readonly expiresAt?: number | null | undefined
}
export type KeyWithSecret = { readonly row: KeyRow; readonly secret: string }

export type Keys = {
  create(actor: Actor, name: string, settings?: KeySettings): Promise<KeyWithSecret | Refusal>
  update(actor: Actor, id: string, settings: KeySettings): Promise<KeyRow | Refusal>
  /** The secret before is accepted for so long; then, or where it is 0 at once, only the new one is (rulebook 2.12). */
  rotate(actor: Actor, id: string, overlapMs: number): Promise<KeyWithSecret | Refusal>
  revoke(actor: Actor, id: string): Promise<Refusal | undefined>
}

type KeyParts = { readonly book: Book; readonly vault: Vault; readonly post: Post }
type Settled = { readonly scopes?: readonly KeyScope[]; readonly allowedAddresses?: readonly string[]; readonly expiresAt?: number | null }

const FIRST: Required<Settled> = { scopes: ['read', 'trade'], allowedAddresses: [], expiresAt: null }
const noKey = () => refuse('NotFound', '', 'The desk has no such key.', 'id')

export function createKeys(parts: KeyParts): Keys {
  const { book, vault } = parts
  const byId = (id: string): KeyRow => book.accounts.keysById.get(id)!
  return {
    async create(actor, name, wanted = {}) {
      const settled = settle(wanted, actor.now)
      if (isRefusal(settled)) return settled
      const { scopes, allowedAddresses, expiresAt } = { ...FIRST, ...settled }
      const id = newId('k')
      const secret = newSecretKey()
      const sealed = vault.seal(secret, secretOf(id))
      const refused = await changeOrRefuse(book, about(actor, 'CreateApiKey', id, { name, ...auditDetail(settled) }), async (tx) => {
        const full = await roomFor(tx, actor.desk, name)
        if (full !== undefined) return full
        await tx`
          insert into api_key (id, desk, name, access_key, secret_sealed, scopes, allowed_addresses, expires_at, created_by, created_at)
          values (${id}, ${actor.desk}, ${name}, ${newAccessKey()}, ${sealed}, ${[...scopes]}, ${[...allowedAddresses]}, ${expiresAt},
            ${actor.name}, ${actor.now})`
        await emailAdministrators(parts, tx, actor, name, 'Made')
        return 'changed'
      })
      return refused ?? { row: byId(id), secret }
    },
    async update(actor, id, wanted) {
      const settled = settle(wanted, actor.now)
      if (isRefusal(settled)) return settled
      const { scopes, allowedAddresses, expiresAt } = settled
      const refused = await changeOrRefuse(book, about(actor, 'UpdateApiKey', id, auditDetail(settled)), async (tx) => {
        const [key] = await keyOf(tx, actor.desk, id)
        if (key === undefined) return noKey()
        await tx`
          update api_key set scopes = ${scopes === undefined ? tx`scopes` : tx`${[...scopes]}`},
            allowed_addresses = ${allowedAddresses === undefined ? tx`allowed_addresses` : tx`${[...allowedAddresses]}`},
            expires_at = ${expiresAt === undefined ? tx`expires_at` : tx`${expiresAt}`}
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
        const [key] = await keyOf(tx, actor.desk, id)
        if (key === undefined) return noKey()
        await tx`
          update api_key set previous_secret_sealed = ${until === null ? null : tx`secret_sealed`}, previous_secret_until = ${until},
            secret_sealed = ${vault.seal(secret, secretOf(id))}
          where id = ${id}`
        await emailAdministrators(parts, tx, actor, key.name, 'Rotated')
        return 'changed'
      })
      return refused ?? { row: byId(id), secret }
    },
    revoke: (actor, id) =>
      changeOrRefuse(book, about(actor, 'RevokeApiKey', id), async (tx) => {
        const [key] = await keyOf(tx, actor.desk, id)
        if (key === undefined) return noKey()
        await tx`update api_key set revoked_at = ${actor.now} where id = ${id}`
        await emailAdministrators(parts, tx, actor, key.name, 'Revoked')
        return 'changed'
      }),
  }
}

/** The wanted settings as they are stored, or the fault in them. Settings that were not named stay. */
function settle({ scopes, allowedAddresses, expiresAt }: KeySettings, now: number): Settled | Refusal {
  const networks = allowedAddresses?.map((entry) => networkOf(entry))
  const nonsense = networks?.indexOf(undefined) ?? -1
  if (nonsense >= 0)
    return refuse(
      'AddressListInvalid',
      '2.11',
      `${JSON.stringify(allowedAddresses![nonsense])} is neither an address nor a network; accepted are 203.0.113.7, 2001:db8::/32.`,
      'allowed_addresses',
    )
  if (typeof expiresAt === 'number' && expiresAt <= now) return refuse('DateInvalid', '2.11', 'Invalid Date', 'expires_at')
  return {
    // The right to trade includes the right to see.
    ...(scopes === undefined ? {} : { scopes: scopes.includes('trade') ? ['read', 'trade'] : ['read'] }),
    ...(networks === undefined ? {} : { allowedAddresses: [...new Set(networks as string[])] }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
}

const auditDetail = ({ scopes, allowedAddresses, expiresAt }: Settled): Record<string, string | number> => ({
  ...(scopes && { scopes: scopes.join(' ') }),
  ...(allowedAddresses && { allowedAddresses: allowedAddresses.join(' ') || 'any' }),
  ...(expiresAt === undefined ? {} : { expiresAt: expiresAt ?? 'never' }),
})

async function roomFor(tx: TransactionSql, desk: DeskId, name: string): Promise<Refusal | undefined> {
  await lockDesk(tx, desk)
  const taken = await tx<{ name: string }[]>`select name from api_key where desk = ${desk} and revoked_at is null`
  if (taken.some((key) => key.name === name)) return refuse('KeyNameTaken', '', 'The desk has a key of that name; choose another.', 'name')
  const most = accountLimits.keysPerDesk
  return taken.length >= most ? refuse('TooManyKeys', '', `A desk has at most ${most} API keys; revoke one first.`) : undefined
}

const keyOf = (tx: TransactionSql, desk: DeskId, id: string) => tx<{ name: string }[]>`
  select name from api_key where id = ${id} and desk = ${desk} and revoked_at is null for no key update`

type KeyChange = Extract<Occasion, { kind: 'ApiKeyChanged' }>['change']

/** In the transaction of the change itself, so that no key appears without an email. */
async function emailAdministrators(
  { book: { accounts }, post }: KeyParts,
  tx: TransactionSql,
  actor: Actor,
  keyName: string,
  change: KeyChange,
): Promise<void> {
  const by = [...accounts.users.values()].find(({ id }) => id === actor.name)
  const byName = by === undefined ? 'The operator' : `${by.firstName} ${by.lastName}`
  for (const user of accounts.users.values()) {
    const membership = accounts.memberships.get(user.id)?.find((row) => row.desk === actor.desk && row.suspendedAt === null)
    if (membership === undefined || !hasRight(membership.role, 'Administer') || user.disabledAt !== null || user.suspendedAt !== null)
      continue
    const occasion: Occasion = {
      kind: 'ApiKeyChanged',
      firstName: user.firstName,
      keyName,
      change,
      byName,
      at: actor.now,
      address: actor.address ?? '',
    }
    await post.send(tx, user.email, occasion, actor.now)
  }
}
