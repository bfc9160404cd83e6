/** The state that one client derives from its sockets alone, by endpoint, and the server's state over REST. */
import { directViews } from './direct-views.ts'
import { marketViews } from './market-views.ts'
import { protectionViews } from './protection-views.ts'
import type { ViewParts } from './view.ts'

export type Views = {
  /** The differences from the server's current state; empty if there are none. */
  differences(): Promise<readonly string[]>
  /** How much the client holds, by kind. */
  sizes(): Readonly<Record<string, number>>
  close(): void
}

export function openViews(given: Omit<ViewParts, 'sockets'>): Views {
  const { listening } = given
  const sockets = {
    direct: listening.socket({ cancelOnDisconnect: false, door: '/v2/drfq' }),
    grfq: listening.socket({ cancelOnDisconnect: false, door: '/v1/grfq' }),
    ob: listening.socket({ cancelOnDisconnect: false, door: '/v1/ob' }),
  }
  const parts = { ...given, sockets }
  const views = [...directViews(parts), ...marketViews(parts), ...protectionViews(parts)]
  const every = Object.values(sockets)
  return {
    close: () => every.forEach((socket) => socket.close()),
    sizes: () => Object.fromEntries(views.map(({ what, here }) => [what, here().length])),
    async differences() {
      if (every.some((socket) => socket.state() !== 'OPEN')) return ['not connected']
      const differences: string[] = []
      for (const { what, here, there } of views) {
        const theirs = [...(await there())].sort().join('\n')
        const mine = [...here()].sort().join('\n')
        if (mine !== theirs) differences.push(`${what}: here\n${mine}\nthere\n${theirs}`)
      }
      return differences
    },
  }
}
