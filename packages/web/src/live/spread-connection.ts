/** The single connection for listed spreads: for messages and lists on any screen, and for their own screen while it is open. */
import type { Socket } from '@parley/client'
import { client } from './api.ts'
import { followFeed } from './feeds.ts'
import { limits } from './limits.ts'
import { onReturn } from './network.ts'

let line: { readonly socket: Socket; readonly end: () => void; users: number } | undefined

function begin(): NonNullable<typeof line> {
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/fs', heartbeatMs: limits.heartbeatMs })
  const stopReturning = onReturn(() => socket.retry())
  const stopFollowing = followFeed('SPREADS', socket)
  const end = () => {
    stopReturning()
    stopFollowing()
    socket.close()
  }
  return { socket, end, users: 0 }
}

/** It stays open until its last user has left. */
export function joinSpreadConnection(): { readonly socket: Socket; readonly leave: () => void } {
  const joined = (line ??= begin())
  joined.users += 1
  let isHere = true
  return {
    socket: joined.socket,
    leave() {
      if (!isHere) return
      isHere = false
      joined.users -= 1
      if (joined.users > 0) return
      joined.end()
      if (line === joined) line = undefined
    },
  }
}
