import type { ProtectionStateView, TradingStopView } from '@parley/contracts'
import { type ProtectionTab, ProtectionsDialog } from '../src/features/protection/ProtectionsDialog.tsx'
import { usePlatform } from '../src/live/platform.ts'
import { type ProtectionStatus, useProtection } from '../src/live/protection.ts'

const none = () => undefined
const now = Date.now()
const nothing = { label: null, orders: null, executions: null, quantity: null, notional: null, delta: null, vega: null }
const ready = { is_removed: false, state: 'READY', fired_by: null, fired_at: null, frozen_until: null } as const

const mmp = (product: string, used: string): ProtectionStateView => ({
  ...ready,
  limit: { ...nothing, id: 'MMP', product, window_ms: 1_000, frozen_ms: 10_000, orders: 2 },
  use: { orders: { used, most: '2' } },
})
const frozenMmp: ProtectionStateView = { ...mmp('DO', '2'), state: 'FROZEN', fired_by: 'orders', fired_at: now, frozen_until: now + 9_000 }
const sized: ProtectionStateView = {
  ...ready,
  limit: { ...nothing, id: 'btc-size', product: 'DO', label: 'wide', window_ms: 60_000, frozen_ms: 30_000, quantity: '50', delta: '40', vega: '60000' }, // prettier-ignore
  use: { quantity: { used: '34', most: '50' }, delta: { used: '-32.4', most: '40', net: '-12.4' }, vega: { used: '21800', most: '60000' } },
}
const untilReset: ProtectionStateView = {
  limit: { ...nothing, id: 'eth-notional', product: 'EH', window_ms: 300_000, frozen_ms: null, notional: '5000000' },
  is_removed: false,
  state: 'FROZEN',
  fired_by: 'notional',
  fired_at: now,
  frozen_until: null,
  use: { notional: { used: '5000000', most: '5000000' } },
}
const stop = (user: string | null): TradingStopView => ({
  user,
  user_name: user === null ? null : 'Key quoter',
  by: 'Ada Lindqvist',
  why: 'A program quotes far from the mark',
  at: now - 60_000,
})

const calm: ProtectionStatus = {
  rate_limit_hit: false,
  limits: [mmp('DO', '0'), mmp('EH', '1'), sized],
  stops: [],
  cancel_all_at: null,
  fired: [],
  still_cancelling: [],
  server_time: now,
}
const frozen: ProtectionStatus = { ...calm, rate_limit_hit: true, limits: [frozenMmp, mmp('EH', '0'), sized, untilReset], cancel_all_at: now + 45_000 } // prettier-ignore
const stopped: ProtectionStatus = { ...calm, stops: [stop(null), stop('k_1')] }

type Story = { readonly status: ProtectionStatus; readonly tab?: ProtectionTab }

/** States of the protections that are hard to reach with a server: `?screen=protections-frozen`. */
export const protectionStories: Readonly<Record<string, Story>> = {
  protections: { status: calm, tab: 'limits' },
  'protections-none': { status: { ...calm, limits: [mmp('DO', '0')] }, tab: 'limits' },
  'protections-frozen': { status: frozen, tab: 'limits' },
  'kill-switch': { status: calm, tab: 'kill-switch' },
  'kill-switch-stopped': { status: stopped, tab: 'kill-switch' },
  bounds: { status: calm, tab: 'bounds' },
  frozen: { status: frozen },
  stopped: { status: stopped },
}

const frozenOf = ({ limits }: ProtectionStatus) =>
  limits
    .filter(({ state }) => state === 'FROZEN')
    .map(({ limit, frozen_until: until }) => {
      const about = { limit: limit.id, product: limit.product, label: limit.label, measure: 'orders', until }
      return [`${limit.id} ${limit.product}`, { kind: 'TRIGGERED' as const, rate_limit_hit: true, ...about }] as const
    })

/** Sets the server's data before the screen is rendered. */
export function fillProtection(screen: string): void {
  const story = protectionStories[screen]
  if (screen === 'platform-closed')
    usePlatform.setState({ platform: { state: 'UNAVAILABLE', next_state: 'AVAILABLE_CANCEL_ONLY', next_state_time: now + 90_000 } })
  if (story === undefined) return
  useProtection.setState({ status: story.status, failed: undefined, frozen: new Map(frozenOf(story.status)), stops: story.status.stops })
  const answers = { status: story.status, bounds: { most_notional: '5000000', most_deviation_percent: '10', requests_per_second: 500 } }
  const before = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const name = /\/v2\/protection\/(status|bounds)\//.exec(String(input))?.[1] as keyof typeof answers | undefined
    return name === undefined ? before(input, init) : Promise.resolve(Response.json(answers[name]))
  }
}

export function ProtectionStory({ screen }: { readonly screen: string }) {
  const tab = protectionStories[screen]?.tab
  return tab === undefined ? null : <ProtectionsDialog initial={tab} onClose={none} />
}
