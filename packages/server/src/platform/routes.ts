/** Calls about the platform itself. */
import { accountCalls, directRfqCalls as calls, grfqCalls, obCalls } from '@parley/contracts'
import { route, type Route, type RouteInput } from '../calls/route.ts'
import type { Announcements } from './announcements.ts'
import type { Platform } from './platform.ts'

type PlatformReads = { readonly platform: Pick<Platform, 'state'>; readonly announcements: Pick<Announcements, 'shown' | 'shownOnSignIn'> }

export const operationsRoutes = ({ platform, announcements }: PlatformReads): readonly Route[] => [
  ...[calls, obCalls, grfqCalls].map(({ getPlatformState }) =>
    route(getPlatformState as typeof calls.getPlatformState, () => Promise.resolve(platform.state())),
  ),
  route(accountCalls.listAnnouncements, () => Promise.resolve(announcements.shown())),
  route(accountCalls.listSignInAnnouncements, () => Promise.resolve(announcements.shownOnSignIn())),
  route(calls.getEcho, echo),
  route(calls.getEchoV1, echo),
  route(calls.postEcho, ({ body }) => Promise.resolve(body ?? {})),
]

function echo({ query, now, caller }: RouteInput<typeof calls.getEcho>): Promise<Record<string, unknown>> {
  const { verbose, ...echoed } = query
  return Promise.resolve(verbose === true ? { ...echoed, now, desk: caller.desk, via: caller.kind } : echoed)
}
