/**
 * Writes the newest hash of the audit log to the ordinary log, signed: at the start, once a day, and at the stop. That log is kept elsewhere, so it
 * shows if rows were cut off the end, which the chain itself cannot show. The signature proves that the line comes from this installation.
 */
import type { Sql } from '../database/sql.ts'
import { type DailyLine, writeDaily } from '../log/daily-line.ts'
import type { Log } from '../log/log.ts'
import type { Vault } from '../vault/vault.ts'
import { headOf } from './append.ts'
import type { Head } from './chain.ts'

/** As written in the log and accepted by the operator's command. */
export function signedHead({ seq, hash }: Head, vault: Pick<Vault, 'sign'>): string {
  return `${seq} ${hash} ${vault.sign(textOfHead({ seq, hash }))}`
}

/** The text that is signed. No head of a journal begins with this word. */
export const textOfHead = ({ seq, hash }: Head): string => `audit ${seq} ${hash}`

export function logHead(sql: Sql, vault: Pick<Vault, 'sign'>, log: Log): Promise<DailyLine> {
  const write = async (): Promise<void> => log.info({ head: signedHead(await headOf(sql), vault) }, 'The head of the audit log')
  return writeDaily(log, write, 'Could not read the head of the audit log')
}
