/** The audit log as lines of a file. JSON lines contain everything that the hashes cover. CSV is for reading and spreadsheets. */
import { csvCell, UTF8_MARK } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { auditRows, type ChainedRow } from './check.ts'

export type AuditFormat = 'jsonl' | 'csv'

/** By file name: `.csv`, and JSON lines for every other. */
export const formatOf = (file: string): AuditFormat => (file.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl')

/** Each line includes its line ending. */
export async function* exportAudit(sql: Sql, format: AuditFormat, desk?: string): AsyncGenerator<string> {
  if (format === 'csv') yield `${UTF8_MARK}${columns.join(',')}\r\n`
  for await (const row of auditRows(sql, desk)) yield format === 'csv' ? csvLine(row) : `${JSON.stringify(row)}\n`
}

const columns = ['seq', 'at', 'desk', 'actor', 'action', 'object', 'address', 'requestId', 'detail', 'hash'] as const

const csvLine = (row: ChainedRow): string => `${columns.map((column) => csvCell(textOf(row, column))).join(',')}\r\n`

function textOf(row: ChainedRow, column: (typeof columns)[number]): string {
  switch (column) {
    case 'at':
      return new Date(row.at).toISOString()
    case 'detail':
      return JSON.stringify(row.detail)
    case 'seq':
    case 'desk':
    case 'actor':
    case 'action':
    case 'object':
    case 'address':
    case 'requestId':
    case 'hash':
      return String(row[column] ?? '')
  }
}
