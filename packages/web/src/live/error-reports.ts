/** Reports failures in Sentry's protocol, one envelope each, for every session. Loaded if the operator has configured a service. */
import { ClientError } from '@parley/client'
import type { Failure } from './report.ts'

/** Sends a body to an address and ignores failures. */
export type Post = (address: string, body: string) => void

/** A page that fails in a loop must not fill the operator's service. */
const MOST = 200

export type ErrorReports = { readonly dsn: string; readonly release: string; readonly post: Post; readonly path: () => string }

export function createErrorReports({ dsn, release, post, path }: ErrorReports): (failure: Failure) => void {
  const { address, project } = addressOf(dsn)
  let sent = 0
  return (failure) => {
    if (sent === MOST) return
    sent += 1
    const id = crypto.randomUUID().replaceAll('-', '')
    const event = { ...eventOf(failure), event_id: id, release, transaction: path(), tags: { ...tagsOf(failure.error), project } }
    post(address, [{ event_id: id, sent_at: new Date(failure.at).toISOString() }, { type: 'event' }, event].map(asLine).join('\n'))
  }
}

const asLine = (value: object): string => JSON.stringify(value)

function addressOf(dsn: string): { readonly address: string; readonly project: string } {
  const { origin, pathname, username } = new URL(dsn)
  const project = pathname.slice(1)
  // The key is in the query, as in Sentry's own client: a header would cause a preflight request.
  return { address: `${origin}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`, project }
}

function eventOf({ words, error, severity, at }: Failure) {
  return {
    timestamp: at / 1_000,
    platform: 'javascript',
    level: severity.toLowerCase(),
    message: words,
    ...(error instanceof Error ? { exception: { values: [{ type: error.name, value: valueOf(error) }] } } : {}),
  }
}

/**
 * The text of a refusal may contain prices and names of desks, so only its name and code are reported. Other messages lose everything that looks
 * like a token.
 */
const valueOf = (error: Error): string =>
  error instanceof ClientError ? `${error.status} ${error.error ?? error.code ?? ''}`.trim() : error.message.replaceAll(/[\w-]{20,}/g, '…')

function tagsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ClientError)) return {}
  const { status, code, service, requestId } = error
  const tags = { status, code, service, request_id: requestId }
  return Object.fromEntries(Object.entries(tags).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}
