import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '../database/sql.ts'
import { textOfHead as textOfJournalHead } from '../engine/journal-heads.ts'
import { readKeyFile, readOldKey } from '../vault/secret-key.ts'
import { createVault, keyIdOfSignature, type Vault } from '../vault/vault.ts'
import type { Head } from '../audit/chain.ts'
import { checkAudit } from '../audit/check.ts'
import { exportAudit, formatOf } from '../audit/export.ts'
import { signedHead, textOfHead } from '../audit/log-head.ts'
import type { CommandServices, Commands } from './commands.ts'
import { deskOf, OperatorProblem } from './operator-problem.ts'

const NEWEST = 50

type HasSigned = Vault['hasSigned']

export const auditCommands = ({ book, sql, vault, dataDir }: CommandServices): Commands => ({
  journal: ({ text, maybe }) => checkHead(sql, hasSignedBefore(vault, dataDir, maybe('key-file')), text('head')),
  audit: async ({ maybe, has }) => {
    const named = maybe('desk')
    const desk = named === undefined ? undefined : deskOf(book, named).ticker
    if (has('check')) return check({ sql, vault, hasSigned: hasSignedBefore(vault, dataDir, maybe('key-file')) }, maybe('head'))
    const file = maybe('export')
    if (has('export') && file === undefined) throw new OperatorProblem('--export needs a file name.')
    return file === undefined ? newest(sql, desk) : write(sql, file, desk)
  },
})

/** Also accepts a key from before a rotation, which signed earlier heads: a kept key, or the one in `keyFile`. */
function hasSignedBefore(vault: Vault, dataDir: string, keyFile: string | undefined): HasSigned {
  return (head, signature) => {
    if (vault.hasSigned(head, signature)) return true
    const key = keyFile === undefined ? readOldKey(dataDir, keyIdOfSignature(signature)) : readKeyFile(keyFile)
    return key !== undefined && createVault(key).hasSigned(head, signature)
  }
}

type Checking = { readonly sql: Sql; readonly vault: Vault; readonly hasSigned: HasSigned }

/** `known` comes from a line `The head of the audit log` in the log. */
async function check({ sql, vault, hasSigned }: Checking, known: string | undefined): Promise<string> {
  const report = await checkAudit(sql, known === undefined ? [] : [knownHead(hasSigned, known)])
  if (!report.intact) throw new OperatorProblem(`The audit log is not intact. ${report.sentence}`)
  return `The audit log is intact: ${report.rows} entries. Its head is ${signedHead(report.head, vault)}`
}

function knownHead(hasSigned: HasSigned, known: string): Head {
  const [, seq, hash, signature] = /^(\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{72})$/.exec(known) ?? []
  if (hash === undefined || signature === undefined)
    throw new OperatorProblem('--head must have the form used in the log: "1234 9f… 3c…" (number, hash, signature).')
  const head = { seq: Number(seq), hash }
  if (!hasSigned(textOfHead(head), signature)) throw notSigned(signature)
  return head
}

const notSigned = (signature: string): OperatorProblem =>
  new OperatorProblem(
    `This head is not signed with the current key or with a kept one. It is from another installation, forged, or from before a rotation of a key that is not in DATA_DIR. In that case, add --key-file with the file of the key ${keyIdOfSignature(signature)}.`,
  )

/** `known` comes from a line `The head of a journal` in the log. */
async function checkHead(sql: Sql, hasSigned: HasSigned, known: string): Promise<string> {
  const [, shard, seq, hash, signature] = /^([A-Z]+-[A-Z]+) (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{72})$/.exec(known) ?? []
  if (shard === undefined || hash === undefined || signature === undefined)
    throw new OperatorProblem('--head must have the form used in the log: "DBT-BTC 1234 9f… 3c…" (market, number, hash, signature).')
  const head = { shard, seq: Number(seq), hash }
  if (!hasSigned(textOfJournalHead(head), signature)) throw notSigned(signature)
  const [row] = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from journal where shard = ${shard} and seq = ${head.seq}`
  if (row?.hash !== hash)
    throw new OperatorProblem(
      `Row ${head.seq} of ${shard} was once the newest and is missing or different: rows were cut off, or the journal was rewritten.`,
    )
  return `Row ${head.seq} of ${shard} is unchanged. To check the rows before it, run npm run replay -- --check.`
}

async function write(sql: Sql, file: string, desk: string | undefined): Promise<string> {
  let entries = 0
  const counted = async function* () {
    for await (const line of exportAudit(sql, formatOf(file), desk)) {
      entries += 1
      yield line
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined || error.path !== file) throw error
    throw new OperatorProblem(
      error.code === 'EEXIST' ? `${file} already exists. Choose another name.` : `${file} cannot be written: ${error.code}.`,
    )
  })
  const head = formatOf(file) === 'csv' ? 1 : 0
  return `${entries - head} entries were written to ${file}.`
}

type Row = { readonly seq: number; readonly at: number; readonly desk: string | null; readonly actor: string; readonly action: string } & {
  readonly object: string
  readonly address: string | null
  readonly detail: object
}

async function newest(sql: Sql, desk: string | undefined): Promise<string> {
  const rows = await sql<Row[]>`
    select id as seq, at, desk, actor, action, object, address, detail from audit
    ${desk === undefined ? sql`` : sql`where desk = ${desk}`} order by id desc limit ${NEWEST}`
  if (rows.length === 0) return 'The audit log has no entries yet.'
  return rows.map((row) => lineOf(row)).join('\n')
}

function lineOf({ seq, at, desk, actor, action, object, address, detail }: Row): string {
  const shown = JSON.stringify(detail)
  const parts = [
    String(seq).padStart(6),
    new Date(at).toISOString(),
    (desk ?? '').padEnd(6),
    actor,
    action,
    object,
    address ?? '',
    shown === '{}' ? '' : shown,
  ]
  return parts.join('  ').trimEnd()
}
