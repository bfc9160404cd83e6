/** Hosts beside this server's own: of its other parts, of pages that may call it, and of the operator's services (docs/operations.md). */

export type Elsewhere = {
  /** Accounts and settings, the flows with their sockets, and listed spreads; each is asked of the page's own host where it is not set. */
  readonly restUrl?: string | undefined
  readonly apiUrl?: string | undefined
  readonly spreadsUrl?: string | undefined
  /** Origins whose pages may call this server and open its sockets. */
  readonly allowedOrigins?: readonly string[]
  /** Of a service that reads reports of failures as Sentry does: `https://key@host/project`. */
  readonly errorReportDsn?: string | undefined
  /** Of a service that reads events as PostHog does. */
  readonly analytics?: { readonly url: string; readonly key: string } | undefined
}

/** Read by the page from itself, before anybody has signed in. Keys of such services can only write. */
export const metaOf = ({ restUrl, apiUrl, spreadsUrl, errorReportDsn, analytics }: Elsewhere) => ({
  ...{ 'rest-url': restUrl, 'api-url': apiUrl, 'spreads-url': spreadsUrl },
  ...{ 'error-report-dsn': errorReportDsn, 'analytics-url': analytics?.url, 'analytics-key': analytics?.key },
})

/** The page's policy allows these, and no other host. */
export function connectedTo({ restUrl, apiUrl, spreadsUrl, errorReportDsn, analytics }: Elsewhere): readonly string[] {
  const called = [restUrl, apiUrl, spreadsUrl, errorReportDsn, analytics?.url].flatMap((url) => (url === undefined ? [] : [originOf(url)]))
  const sockets = [apiUrl, spreadsUrl].flatMap((url) => (url === undefined ? [] : [originOf(url).replace(/^http/, 'ws')]))
  return [...new Set([...called, ...sockets])]
}

const originOf = (url: string): string => new URL(url).origin

const READ_BY_CLIENTS = 'date, idempotency-replayed, refreshed-token, retry-after, x-request-id, x-server-time-ms'
const SENT_BY_CLIENTS = 'authorization, content-type, idempotency-key, paradigm-account, paradigm-api-signature, paradigm-api-timestamp'
const PREFLIGHT_SECONDS = '600'

/** Headers for a page of another origin; none where it may not call. Cookies are never allowed: a token is sent by hand or not at all. */
export function crossOriginHeaders({ allowedOrigins = [] }: Elsewhere, origin: string | undefined): Readonly<Record<string, string>> {
  if (allowedOrigins.length === 0) return {}
  if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: 'origin' }
  return { vary: 'origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': READ_BY_CLIENTS }
}

/** The answer to the question that a browser asks first; undefined where it is none, or from a page that may not call. */
export function preflightHeaders(
  { allowedOrigins = [] }: Elsewhere,
  { method, headers }: { readonly method: string; readonly headers: Readonly<Record<string, unknown>> },
): Readonly<Record<string, string>> | undefined {
  const isAsked = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (!isAsked || !allowedOrigins.some((origin) => origin === headers['origin'])) return undefined
  return {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': SENT_BY_CLIENTS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  }
}
