/** Calls about the platform itself. */
import { directRfqCalls as calls, grfqCalls, obCalls } from '@parley/contracts'
import { route, type Route, type RouteInput } from '../calls/route.ts'
import type { Platform } from './platform.ts'

export const operationsRoutes = (platform: Pick<Platform, 'state'>): readonly Route[] => [
  ...[calls, obCalls, grfqCalls].map(({ getPlatformState }) =>
    route(getPlatformState as typeof calls.getPlatformState, () => Promise.resolve(platform.state())),
  ),
  route(calls.getEcho, echo),
  route(calls.getEchoV1, echo),
  route(calls.postEcho, ({ body }) => Promise.resolve(body ?? {})),
]

function echo({ query, now, caller }: RouteInput<typeof calls.getEcho>): Promise<Record<string, unknown>> {
  const { verbose, ...echoed } = query
  return Promise.resolve(verbose === true ? { ...echoed, now, desk: caller.desk, via: caller.kind } : echoed)
}
