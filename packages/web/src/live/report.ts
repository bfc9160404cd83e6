/**
 * The only reporter of failures. Failures that the user cannot fix are also logged to the console. All are sent to the operator's service if one is
 * configured (decision 0170).
 */
import { ClientError, type Severity } from '@parley/client'

/** By default the severity is that of the failure itself. */
export type Report = (words: string, error: unknown, severity?: Severity) => void

export type Failure = { readonly words: string; readonly error: unknown; readonly severity: Severity; readonly at: number }

export const severityOf = (error: unknown): Severity => (error instanceof ClientError ? error.severity : 'WARNING')

/** Failures before the service's code is loaded, up to this number. */
const WAITING_MOST = 50
const waiting: Failure[] = []
const recorded = new WeakSet<object>()
let send: ((failure: Failure) => void) | undefined

export const report: Report = (words, error, severity) => {
  console.warn(words, error)
  record(words, error, severity)
}

/** For failures that the screen has already shown. Each failure is recorded once, even if several places catch it. */
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
