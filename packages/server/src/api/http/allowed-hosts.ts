/**
 * Allowed hosts other than this server: other parts of the installation, pages that may call it, and the operator's services (docs/operations.md).
 */

export type AllowedHosts = {
  /** Accounts and settings, the flows with their sockets, and listed spreads. Unset ones are served by the page's own host. */
  readonly restUrl?: string | undefined
  readonly apiUrl?: string | undefined
  readonly spreadsUrl?: string | undefined
  /** Origins whose pages may call this server and open its sockets. */
  readonly allowedOrigins?: readonly string[]
  /** The DSN of a Sentry-compatible error reporting service: `https://key@host/project`. */
  readonly errorReportDsn?: string | undefined
  /** A PostHog-compatible analytics service. */
  readonly analytics?: { readonly url: string; readonly key: string } | undefined
}

/** Meta tags that the page reads before any user signs in. The keys of such services are write-only. */
export const metaOf = ({ restUrl, apiUrl, spreadsUrl, errorReportDsn, analytics }: AllowedHosts) => ({
  ...{ 'rest-url': restUrl, 'api-url': apiUrl, 'spreads-url': spreadsUrl },
  ...{ 'error-report-dsn': errorReportDsn, 'analytics-url': analytics?.url, 'analytics-key': analytics?.key },
})

/** Hosts that the page's policy allows, and no others. */
export function connectedTo({ restUrl, apiUrl, spreadsUrl, errorReportDsn, analytics }: AllowedHosts): readonly string[] {
  const called = [restUrl, apiUrl, spreadsUrl, errorReportDsn, analytics?.url].flatMap((url) => (url === undefined ? [] : [originOf(url)]))
  const sockets = [apiUrl, spreadsUrl].flatMap((url) => (url === undefined ? [] : [originOf(url).replace(/^http/, 'ws')]))
  return [...new Set([...called, ...sockets])]
}

const originOf = (url: string): string => new URL(url).origin

const READ_BY_CLIENTS = 'date, idempotency-replayed, refreshed-token, retry-after, x-request-id, x-server-time-ms'
const SENT_BY_CLIENTS = 'authorization, content-type, idempotency-key, paradigm-account, paradigm-api-signature, paradigm-api-timestamp'
const PREFLIGHT_SECONDS = '600'

/** Headers for a page of another origin; none if it may not call this server. Cookies are never allowed: a token is always sent explicitly. */
export function crossOriginHeaders({ allowedOrigins = [] }: AllowedHosts, origin: string | undefined): Readonly<Record<string, string>> {
  if (allowedOrigins.length === 0) return {}
  if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: 'origin' }
  return { vary: 'origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': READ_BY_CLIENTS }
}

/** The response to a browser's preflight request; undefined for other requests, or if the page may not call this server. */
export function preflightHeaders(
  { allowedOrigins = [] }: AllowedHosts,
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
