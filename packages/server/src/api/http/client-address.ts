/** The address of a request: the peer's, or the one our own proxy reports. */
import type { IncomingMessage } from 'node:http'
import { addressOf } from '../../accounts/networks.ts'

/**
 * Each proxy adds the address it saw at the end of X-Forwarded-For, so that only the last one is the word of our own; what stands before
 * it anybody can write.
 */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, { trustProxy }: Trust): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const seen = trustProxy && forwarded !== undefined ? addressOf(forwarded) : undefined
  const peer = socket.remoteAddress ?? ''
  return seen ?? addressOf(peer) ?? peer
}

/** `trustProxy` is set if our own proxy stands in front of this server. */
type Trust = { readonly trustProxy: boolean }
