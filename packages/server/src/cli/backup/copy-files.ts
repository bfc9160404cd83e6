/**
 * A copy of the embedded database's folder while it is in use, by PostgreSQL's own procedure for it: between pg_backup_start and pg_backup_stop the
 * files may change while they are copied, because the log of that time, which is copied last, repeats every change at the first start of the copy.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../database/connect.ts'
import type { ReservedSql } from '../../database/sql.ts'
import { asOwner } from '../../embedded-postgres/roles.ts'

/** Created again by a start, or belonging to the running server alone. */
const LEFT_EMPTY = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|\.s\.PGSQL\..*|backup_label|tablespace_map)$/
const SEGMENT = /^[0-9A-F]{24}$/

type Stopped = { readonly label: string; readonly last: string }

/** `folder` is the database's, and `to` an empty folder. */
export async function copyFiles(url: string, folder: string, to: string): Promise<void> {
  const owner = connect(asOwner(url), { max: 1, name: 'parley backup' })
  try {
    // Both calls need the same connection.
    const one = await owner.reserve()
    try {
      await whileLogIsKept(one, async () => {
        await one`select pg_backup_start('parley', true)`
        copyTree(folder, to)
        const [stopped] = await one<Stopped[]>`
          select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`
        writeFileSync(join(to, 'backup_label'), stopped!.label, { mode: 0o600 })
        copyLog(join(folder, 'pg_wal'), join(to, 'pg_wal'), firstOf(stopped!.label), stopped!.last)
      })
    } finally {
      one.release()
    }
  } finally {
    await owner.end({ timeout: 5 })
  }
}

/** Without a slot, a checkpoint could remove the log of the first minutes before it is copied. */
async function whileLogIsKept(sql: ReservedSql, work: () => Promise<void>): Promise<void> {
  const slot = `parley_backup_${process.pid}`
  await sql`select pg_create_physical_replication_slot(${slot}::name, true, true)`
  try {
    await work()
  } finally {
    await sql`select pg_drop_replication_slot(${slot}::name)`
  }
}

const firstOf = (label: string): string => /\(file ([0-9A-F]{24})\)/.exec(label)![1]!

function copyTree(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isFile()) copyIfThere(source, target)
    else if (entry.isDirectory()) {
      mkdirSync(target, { mode: 0o700 })
      if (!LEFT_EMPTY.has(entry.name)) copyTree(source, target)
    }
  }
}

/** A table that was dropped in the meantime is dropped again from the log. */
function copyIfThere(source: string, target: string): void {
  try {
    copyFileSync(source, target)
    chmodSync(target, 0o600)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT' || existsSync(source)) throw error
  }
}

/** The names of segments have the order of the log. */
function copyLog(from: string, to: string, first: string, last: string): void {
  const segments = readdirSync(from).filter((name) => SEGMENT.test(name) && name >= first && name <= last)
  if (!segments.includes(first) || !segments.includes(last)) throw new Error('the log of the backup is not complete')
  for (const name of segments) copyFileSync(join(from, name), join(to, name))
}
