/**
 * GET /metrics, for the operator's Prometheus and no one else, because counts of a market reveal what desks do. It needs the token of the
 * installation. Without one, only a program on the same machine may read it, and only if no proxy passes requests of others on (decision 1009).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Metrics } from '../../metrics/metrics.ts'

export type MetricsAccess = {
  readonly token: string | undefined
  /** Whether requests of other machines can arrive through a proxy on this one. */
  readonly isBehindProxy: boolean
}

export type MetricsPage = (request: IncomingMessage) => Promise<MetricsAnswer>
export type MetricsAnswer = { readonly status: number; readonly type: string; readonly text: string }

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
const LOCAL_HOST = /^(?:127(?:\.\d+){3}|localhost|\[::1\])(?::\d+)?$/i
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function createMetricsPage(metrics: Pick<Metrics, 'text'>, access: MetricsAccess): MetricsPage {
  return async (request) => {
    if (!mayRead(request, access))
      return {
        status: 401,
        type: PLAIN,
        text:
          access.token === undefined
            ? 'Metrics can only be read on the machine of the server. Set METRICS_TOKEN to read them from elsewhere or behind a proxy.\n'
            : 'Send the METRICS_TOKEN of this installation as a bearer token.\n',
      }
    return { status: 200, type: TYPE, text: await metrics.text() }
  }
}

function mayRead(request: IncomingMessage, { token, isBehindProxy }: MetricsAccess): boolean {
  const { headers, socket } = request
  if (token !== undefined) return isSame(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', token)
  return (
    !isBehindProxy &&
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    // Another site can point its own domain name at this machine.
    LOCAL_HOST.test(headers.host ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))
