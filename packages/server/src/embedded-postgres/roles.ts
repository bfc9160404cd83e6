/** The roles of the embedded database and its owner, created at the first start, and migrated from the time when the product was the superuser. */
import { connect, withDatabase } from '../database/connect.ts'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { OWNER_ROLE, PRODUCT_ROLE } from './access.ts'

/** An arbitrary number that is not used for any other lock. */
const ROLES = 7_275_395_941
/** Different from the connection names of the owner lock. */
const one = { max: 1, name: 'roles of parley' } as const

/** The same server as the database's owner, who has all rights. */
export function asOwner(url: string): string {
  const at = new URL(url)
  at.username = OWNER_ROLE
  return at.href
}

/** Can be repeated after an interruption, and can run at the same time as another start. */
export async function ensureRoles(url: string): Promise<void> {
  const owner = await openAsOwner(url)
  try {
    await owner.begin(ensureProductRole)
    await ensureDatabase(owner)
  } finally {
    await owner.end({ timeout: 1 })
  }
  const inside = connect(withDatabase(asOwner(url), PRODUCT_ROLE), one)
  try {
    await inside.begin(giveDatabase)
  } finally {
    await inside.end({ timeout: 1 })
  }
}

async function openAsOwner(url: string): Promise<Sql> {
  const owner = connect(asOwner(url), one)
  try {
    await owner`select 1`
    return owner
  } catch (error) {
    await owner.end({ timeout: 1 })
    if (codeOf(error) !== '28000') throw error
  }
  const before = connect(url, one)
  try {
    await before`create role ${before(OWNER_ROLE)} superuser login`.catch(unless('42710', '23505'))
  } finally {
    await before.end({ timeout: 1 })
  }
  return connect(asOwner(url), one)
}

/** The first role of a database stays its superuser permanently, so it gives up its name. */
async function ensureProductRole(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ROLES}::bigint)`
  const [found] = await tx<{ isSuper: boolean }[]>`select rolsuper as "isSuper" from pg_roles where rolname = ${PRODUCT_ROLE}`
  if (found?.isSuper === false) return
  if (found !== undefined) await tx`alter role ${tx(PRODUCT_ROLE)} rename to parley_before`
  await tx`create role ${tx(PRODUCT_ROLE)} login`
}

async function ensureDatabase(owner: Sql): Promise<void> {
  const found = await owner`select from pg_database where datname = ${PRODUCT_ROLE}`
  if (found.length > 0) return
  await owner`create database ${owner(PRODUCT_ROLE)} owner ${owner(PRODUCT_ROLE)}`.catch(unless('42P04', '23505'))
}

/**
 * The owner of the database itself changes last, as a sign that everything in it has been transferred. Sequences of columns move with their tables.
 */
async function giveDatabase(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ROLES}::bigint)`
  const [owned] = await tx<{ owner: string }[]>`select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`
  if (owned?.owner === PRODUCT_ROLE) return
  const orders = await tx<{ order: string }[]>`
    with own as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    select format('alter %s %s owner to %I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
      else 'table' end, oid::regclass, ${PRODUCT_ROLE}::text) as order
    from pg_class where relnamespace in (select oid from own) and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to %I', oid::regprocedure, ${PRODUCT_ROLE}::text)
    from pg_proc where pronamespace in (select oid from own)
    union all
    select format('alter type %s owner to %I', oid::regtype, ${PRODUCT_ROLE}::text)
    from pg_type where typnamespace in (select oid from own) and typtype in ('e', 'd')`
  for (const { order } of orders) await tx.unsafe(order)
  await tx`alter database ${tx(PRODUCT_ROLE)} owner to ${tx(PRODUCT_ROLE)}`
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/** Another process did it at the same moment. */
const unless =
  (...codes: readonly string[]) =>
  (error: unknown) => {
    if (!codes.some((code) => code === codeOf(error))) throw error
  }
