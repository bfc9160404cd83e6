/** Market maker protection as its callers see it. Nothing of the direct flow counts towards it yet, so that it never holds a desk. */
import { directRfqCalls as calls } from '@parley/contracts'
import { route, type Route } from '../http/route.ts'
import type { NoteChannel } from '../socket/channel.ts'

export const protectionRoutes = (): readonly Route[] => [
  route(calls.getMmpStatus, () => Promise.resolve({ rate_limit_hit: false })),
  route(calls.resetMmp, () => Promise.resolve({ rate_limit_hit: false })),
]

export const protectionChannel: NoteChannel = {
  kind: 'notes',
  name: 'market_maker_protection',
  also: ['mmp'],
  snapshot: () => Promise.resolve([]),
}
