/** The platform states in the published format of /v1/fs. */
import type { PlatformStateView, SpreadPlatformStateView, SystemStateView } from '@parley/contracts'
import type { StreamChannel } from '../../../calls/channel.ts'
import { nanoseconds } from './figures.ts'

export const presentPlatformState = ({ state, next_state, next_state_time }: PlatformStateView, now: number): SpreadPlatformStateView => ({
  message_kind: next_state === null ? 'CURRENT' : 'ANNOUNCED',
  published_at: nanoseconds(now),
  platform_state: state,
  next_platform_state: next_state,
  next_platform_state_at: nanoseconds(next_state_time),
})

export const presentSystemState = ({ state }: PlatformStateView, now: number): SystemStateView => ({ state, time: nanoseconds(now) })

/** The same changes as on the channel of all other flows. */
export function platformChannels(platform: StreamChannel, now: () => number): readonly StreamChannel[] {
  const speaking = (pattern: string, present: (view: PlatformStateView, at: number) => object): StreamChannel => ({
    kind: 'stream',
    pattern,
    open: (caller, params, push) => platform.open(caller, params, (view) => push(present(view as PlatformStateView, now()))),
  })
  return [speaking('platform_state', presentPlatformState), speaking('system_state', presentSystemState)]
}
