/** Failures of the database itself, as opposed to statements that it refuses. Callers answer 503, and the outage is logged once. */
import { DatabaseError } from 'pg'

/** The message and the code are those of the failure. */
export class DatabaseUnavailable extends Error {
  readonly code: string | undefined
  constructor(cause: Error) {
    const { code } = cause as { readonly code?: unknown }
    super(cause.message || String(code), { cause })
    this.name = 'DatabaseUnavailable'
    this.code = typeof code === 'string' ? code : undefined
  }
}

/** Classes of SQLSTATE: lost connections, exhausted resources (a full disk), a stop or a start of the server, failed reads and writes. */
const CLASSES = /^(?:08|53|57P|58030)/
/** A standby, or a server that has become one. */
const READ_ONLY = '25006'
const DISK_FULL = '53100'
/** Errors of the client library, which have no code. */
const LOST = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/

/** Returns every other error unchanged. */
export function asDatabaseFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isLost = 'syscall' in error || LOST.test(error.message)
  return isLost || (error instanceof DatabaseError && isOutage(error.code ?? '')) ? new DatabaseUnavailable(error) : error
}

const isOutage = (code: string): boolean => CLASSES.test(code) || code === READ_ONLY

/** Also true if the failure is the cause of another error. */
export function databaseFailureIn(error: unknown): DatabaseUnavailable | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof DatabaseUnavailable) return each
  return undefined
}

export type DatabaseProblem = 'UNREACHABLE' | 'DISK_FULL' | 'READ_ONLY'

export function problemOf({ code }: DatabaseUnavailable): DatabaseProblem {
  if (code === DISK_FULL) return 'DISK_FULL'
  return code === READ_ONLY ? 'READ_ONLY' : 'UNREACHABLE'
}
