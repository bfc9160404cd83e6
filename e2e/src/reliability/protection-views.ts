/** Everything that keeps a desk from trading: frozen products, stops, and the state of the platform, at every endpoint. */
import type { Socket } from '@parley/client'
import {
  directRfqCalls,
  protectionCalls,
  type LimitChangeView,
  type PlatformStateView,
  type ProtectionChangeView,
  type ProtectionLimitView,
  type TradingStopChangeView,
} from '@parley/contracts'
import { keep, type Read } from './live-objects.ts'
import type { ViewParts, View } from './view.ts'

const frozen: Read<ProtectionChangeView> = ({ kind, limit, product, label, measure, until }) => ({
  id: `${limit} ${product} ${label}`,
  text: kind === 'TRIGGERED' ? `${measure} ${until}` : undefined,
})
const limitWords = ({ id, product, executions, frozen_ms }: ProtectionLimitView) => `${id} ${product} ${executions} ${frozen_ms}`
const limit: Read<LimitChangeView> = (published) => ({
  id: `${published.seq_group} ${published.id}`,
  text: published.limit === null ? undefined : limitWords(published.limit),
})
const stopWords = ({ user, why }: { readonly user: string | null; readonly why: string | null }) => `${user ?? 'desk'} ${why ?? ''}`
const stop: Read<TradingStopChangeView> = (published) => ({
  id: `${published.seq_group} ${published.user ?? ''}`,
  text: published.kind === 'STOPPED' ? stopWords(published) : undefined,
})

/** The part of a line after the market and the name under which it is kept. */
const wordsOf = (line: string): string => line.split(' ').slice(2).join(' ')

export const protectionViews = (parts: ViewParts): readonly View[] =>
  Object.entries(parts.sockets).flatMap(([door, socket]) => viewsAt(parts, door, socket))

function viewsAt({ asked }: ViewParts, door: string, socket: Socket): readonly View[] {
  const how = door === 'ob' ? {} : ({ resume: true } as const)
  const stops = keep(socket, 'trading_stop', stop, how)
  const limits = keep(socket, 'protection_limits', limit, how)
  const held = keep(socket, 'market_maker_protection', frozen, how)
  let platform: PlatformStateView | undefined
  socket.subscribe<PlatformStateView>('platform_state', ({ data }) => void (platform = data as PlatformStateView))
  const stateText = (state: PlatformStateView | undefined) => `${state?.state} ${state?.next_state} ${state?.next_state_time}`
  return [
    {
      what: `what is frozen, at ${door}`,
      here: held,
      there: async () =>
        (await asked.call(protectionCalls.getProtection, {})).limits.flatMap(({ limit, state, fired_by, frozen_until }) =>
          state === 'FROZEN' ? [`${limit.id} ${limit.product} ${limit.label} ${fired_by} ${frozen_until}`] : [],
        ),
    },
    {
      what: `whether market maker protection is hit, at ${door}`,
      here: () => [String(held().some((line) => line.startsWith('MMP ')))],
      there: async () => [String((await asked.call(directRfqCalls.getMmpStatus, {})).rate_limit_hit)],
    },
    {
      what: `limits at ${door}`,
      here: () => limits().map(wordsOf),
      there: async () =>
        // Products that a removed limit has frozen are listed with it until they are free.
        (await asked.call(protectionCalls.getProtection, {})).limits.flatMap(({ limit, is_removed }) =>
          limit.id === 'MMP' || is_removed ? [] : [limitWords(limit)],
        ),
    },
    {
      what: `stops at ${door}`,
      // One for each market.
      here: () => [...new Set(stops().map(wordsOf))],
      there: async () => (await asked.call(protectionCalls.getProtection, {})).stops.map(stopWords),
    },
    {
      what: `the platform at ${door}`,
      here: () => [stateText(platform)],
      there: async () => [stateText(await asked.call(directRfqCalls.getPlatformState, {}))],
    },
  ]
}
