/** The client address of a request: the peer's address, or the one that our own proxy reports. */
import type { IncomingMessage } from 'node:http'
import { addressOf } from '../../accounts/networks.ts'
import type { Log } from '../../log/log.ts'

/** Each proxy appends the address that it saw to X-Forwarded-For, so only the last one comes from our own proxy. Anyone can write the others. */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trust: Trust): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const reported = trust.trustProxy ? forwarded : undefined
  const seen = reported === undefined ? undefined : addressOf(withoutPort(reported))
  if (reported !== undefined && seen === undefined) trust.onUnreadable?.(reported)
  const peer = socket.remoteAddress ?? ''
  return seen ?? addressOf(peer) ?? peer
}

/** Some proxies append the client's port: `203.0.113.7:4711` or `[2001:db8::1]:443`. */
const withoutPort = (entry: string): string => /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([^:]+):\d+$/, '$1')

export type Trust = {
  /** Our own proxy is in front of this server. */
  readonly trustProxy: boolean
  /** Called with an address of the proxy that cannot be read. The request then counts as the proxy's own, as all others of that kind. */
  readonly onUnreadable?: ((entry: string) => void) | undefined
}

/** Logs the first address that cannot be read: rates and restrictions by address do not work until the proxy is configured. */
export function createTrust(trustProxy: boolean, log: Pick<Log, 'warn'>): Trust {
  let isLogged = false
  const onUnreadable = (entry: string): void => {
    if (!isLogged)
      log.warn({ entry: entry.slice(0, LOGGED_CHARACTERS) }, 'The proxy reports an address in X-Forwarded-For that cannot be read')
    isLogged = true
  }
  return { trustProxy, onUnreadable }
}

const LOGGED_CHARACTERS = 100
