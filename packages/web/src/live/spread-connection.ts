/** The single connection for listed spreads: for messages and lists on any screen, and for their own screen while it is open. */
import type { Socket } from '@parley/client'
import { openFeed } from './open-feed.ts'

let line: { readonly socket: Socket; readonly end: () => void; users: number } | undefined

/** It stays open until its last user has left. */
export function joinSpreadConnection(): { readonly socket: Socket; readonly leave: () => void } {
  const joined = (line ??= { ...openFeed('SPREADS', '/v1/fs'), users: 0 })
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
