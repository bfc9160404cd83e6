/** A connection of its own for one feed. It is tried again when the browser has its network back or the page becomes visible. */
import type { Socket } from '@parley/client'
import { client } from './api.ts'
import { type Feed, followFeed } from './feeds.ts'
import { limits } from './limits.ts'
import { onReturn } from './network.ts'

export function openFeed(feed: Feed, door: '/v1/fs' | '/v1/vrfq'): { readonly socket: Socket; readonly end: () => void } {
  const socket = client.socket({ cancelOnDisconnect: false, door, heartbeatMs: limits.heartbeatMs })
  const stopReturning = onReturn(() => socket.retry())
  const stopFollowing = followFeed(feed, socket)
  const end = () => {
    stopReturning()
    stopFollowing()
    socket.close()
  }
  return { socket, end }
}
