/** The client address of a request: the peer's address, or the one that our own proxy reports. */
import type { IncomingMessage } from 'node:http'
import { addressOf } from '../../accounts/networks.ts'

/** Each proxy appends the address that it saw to X-Forwarded-For, so only the last one comes from our own proxy. Anyone can write the others. */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, { trustProxy }: Trust): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const seen = trustProxy && forwarded !== undefined ? addressOf(withoutPort(forwarded)) : undefined
  const peer = socket.remoteAddress ?? ''
  return seen ?? addressOf(peer) ?? peer
}

/** Some proxies append the client's port: `203.0.113.7:4711` or `[2001:db8::1]:443`. */
const withoutPort = (entry: string): string => /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([^:]+):\d+$/, '$1')

/** `trustProxy` is set if our own proxy is in front of this server. */
type Trust = { readonly trustProxy: boolean }
