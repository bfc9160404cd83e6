/** Protections in the format of the API. */
import type { ProtectionChangeView, ProtectionLimitView, ProtectionStateView } from '@parley/contracts'
import { formatQuantity, measures, type Frozen, type LimitInUse, type Measure, type ProtectionLimit, type Quantity } from '@parley/core'

const DECIMALS = 8

/** Model figures to the eighth decimal; quantities exactly. */
export const figure = (measure: Measure, value: number): string =>
  measure === 'quantity'
    ? formatQuantity(value as Quantity)
    : value
        .toFixed(DECIMALS)
        .replace(/\.?0+$/, '')
        .replace(/^-0$/, '0')

export function presentLimit({ id, product, label, windowMs, frozenMs, most }: ProtectionLimit): ProtectionLimitView {
  const text = (measure: Measure) => (most[measure] === undefined ? null : figure(measure, most[measure]))
  return {
    id,
    product,
    label: label ?? null,
    window_ms: windowMs,
    frozen_ms: frozenMs ?? null,
    orders: most.orders ?? null,
    executions: most.executions ?? null,
    quantity: text('quantity'),
    notional: text('notional'),
    delta: text('delta'),
    vega: text('vega'),
  }
}

export function presentUse({ limit, isRemoved, frozen, used, net }: LimitInUse): ProtectionStateView {
  const gauges = measures
    .filter((measure) => limit.most[measure] !== undefined)
    .map((measure) => {
      const isNet = measure === 'delta' || measure === 'vega'
      const gauge = { used: figure(measure, used[measure] ?? 0), most: figure(measure, limit.most[measure]!) }
      return [measure, isNet ? { ...gauge, net: figure(measure, net[measure] ?? 0) } : gauge] as const
    })
  return {
    limit: presentLimit(limit),
    is_removed: isRemoved,
    state: frozen === undefined ? 'READY' : 'FROZEN',
    fired_by: frozen?.measure ?? null,
    fired_at: frozen?.at ?? null,
    frozen_until: frozen?.until ?? null,
    use: Object.fromEntries(gauges),
  }
}

/** As published on the socket. Some clients read the kind, others whether the limit is hit. */
export const presentChange = (kind: 'TRIGGERED' | 'RESET', { limit, product, label, measure, until }: Frozen): ProtectionChangeView => ({
  kind,
  rate_limit_hit: kind === 'TRIGGERED',
  limit,
  product,
  label: label ?? null,
  measure,
  until: until ?? null,
})
