/**
 * The one reporter of failures. Those that nobody at the screen can do anything about go to the console too; all go to the operator's service
 * where one is set (decision 0170).
 */
import { ClientError, type Severity } from '@parley/client'

/** The severity is the failure's own where nothing is said. */
export type Report = (words: string, error: unknown, severity?: Severity) => void

export type Failure = { readonly words: string; readonly error: unknown; readonly severity: Severity; readonly at: number }

export const severityOf = (error: unknown): Severity => (error instanceof ClientError ? error.severity : 'WARNING')

/** Failures before the service's part of the page is loaded; more than this are not worth their room. */
const WAITING_MOST = 50
const waiting: Failure[] = []
const recorded = new WeakSet<object>()
let send: ((failure: Failure) => void) | undefined

export const report: Report = (words, error, severity) => {
  console.warn(words, error)
  record(words, error, severity)
}

/** For what the screen has said already. One failure counts once, however many places meet it. */
export const record: Report = (words, error, severity = severityOf(error)) => {
  if (typeof error === 'object' && error !== null) {
    if (recorded.has(error)) return
    recorded.add(error)
  }
  const failure = { words, error, severity, at: Date.now() }
  if (send !== undefined) send(failure)
  else if (waiting.length < WAITING_MOST) waiting.push(failure)
}

export function sendFailuresTo(service: (failure: Failure) => void): void {
  send = service
  for (const failure of waiting.splice(0)) service(failure)
}
