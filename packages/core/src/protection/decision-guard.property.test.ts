/**
 * The guard against the plain rule, which keeps all executions and tries every block, largest first (rulebook 11.1 to 11.3). All figures are sums of
 * quarters, so that both add up exactly. PARLEY_SEED=<seed> repeats a failure.
 */
import { describe, expect, it } from 'vitest'
import { quantity, type Quantity } from '../decimal.ts'
import { chanceFrom, type Chance } from '../../test/random-day.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { GuardedOrder } from './guard.ts'
import { guardOf } from './decision-guard.ts'
import type { Execution, Frozen, Measure, ProtectionEvent, ProtectionLimit, Protections } from './protection.ts'
import { evolveProtections, noProtections, remember } from './protections.ts'
import { restoreProtections, saveProtections } from './snapshot.ts'

const DESK = 'KEST' as DeskId
const STEPS = 6_000
const MINUTE = 60_000
const UNIT = quantity('1')
const products = [['DO'], ['DO'], ['CF'], ['DO', 'CF']] as const
const labels = ['wing', 'body', undefined] as const

type Plain = {
  readonly limits: Map<string, ProtectionLimit>
  readonly frozen: Map<string, Frozen>
  executions: Execution[]
}

const coversPlainly = (by: { product: string; label?: string }, quote: { products: readonly string[]; label?: string }): boolean =>
  quote.products.includes(by.product) && (by.label === undefined || by.label === quote.label)

const orderBy = (chance: Chance): GuardedOrder => {
  const label = chance.oneOf(labels)
  return {
    order: `o${chance.below(6)}`,
    desk: DESK,
    side: chance.oneOf(['BUY', 'SELL']),
    products: chance.oneOf(products),
    unit: { notional: chance.below(5) * 250, delta: (chance.below(9) - 4) / 4, vega: chance.below(9) - 4 },
    quantityIncrement: UNIT,
    minimumBlock: quantity(chance.oneOf(['1', '4'])),
    ...(label === undefined ? {} : { label }),
    ...(chance.happens(0.2) ? { isArriving: true as const } : {}),
  }
}

function limitBy(chance: Chance): ProtectionLimit {
  const all: Record<Measure, number> = {
    orders: 1 + chance.below(4),
    executions: 1 + chance.below(6),
    quantity: quantity(String(5 + chance.below(60))),
    notional: 1_000 * (1 + chance.below(40)),
    delta: 1 + chance.below(20),
    vega: 1 + chance.below(60),
  }
  const label = chance.oneOf(labels)
  return {
    id: chance.oneOf(['a', 'b', 'c']),
    product: chance.oneOf(['DO', 'CF']),
    windowMs: chance.oneOf([500, 30_000, 10 * MINUTE]),
    most: Object.fromEntries(Object.entries(all).filter(() => chance.happens(0.3))),
    ...(label === undefined ? {} : { label }),
  }
}

const executionBy = ({ order, side, products: traded, unit, label, isArriving }: GuardedOrder, size: number, at: Instant): Execution => {
  const units = (size / UNIT) * (side === 'BUY' ? 1 : -1)
  const figures = { notional: Math.abs(unit.notional! * units), delta: unit.delta! * units, vega: unit.vega! * units }
  const optional = { ...(label === undefined ? {} : { label }), ...(isArriving ? { isArriving } : {}) }
  return { at, order, products: traded, quantity: size as Quantity, ...figures, ...optional }
}

/** The largest block that exceeds no limit, now or after any number of the oldest executions have left the window. */
function allowedPlainly({ limits, frozen, executions }: Plain, order: GuardedOrder, wanted: number, now: Instant): number {
  if ([...frozen.values()].some((one) => coversPlainly(one, order))) return 0
  const mmp = (product: string): ProtectionLimit => ({ id: 'MMP', product, windowMs: 1_000, most: { orders: 2 } })
  // Market maker protection covers only resting orders.
  const always = order.isArriving ? [] : order.products.map(mmp)
  const all = [...always, ...limits.values()].filter((limit) => coversPlainly(limit, order))
  for (let size = wanted; size >= order.minimumBlock; size -= UNIT)
    if (all.every((limit) => isKept(limit, [...executions, executionBy(order, size, now)], now))) return size
  return 0
}

function isKept(limit: ProtectionLimit, executions: readonly Execution[], now: Instant): boolean {
  const counted = executions.filter(
    (one) => one.at > now - limit.windowMs && coversPlainly(limit, one) && one.lookedAt?.includes(`${limit.id} ${limit.product}`) !== true,
  )
  return counted.every((_, first) => {
    const left = counted.slice(first)
    const sum = (of: 'quantity' | 'notional' | 'delta' | 'vega') => Math.abs(left.reduce((total, one) => total + one[of], 0))
    const used = { orders: new Set(left.filter((one) => !one.isArriving).map((one) => one.order)).size, executions: left.length }
    const sums = { quantity: sum('quantity'), notional: sum('notional'), delta: sum('delta'), vega: sum('vega') }
    // A figure that exceeds its limit since before the limit was set does not block a trade that adds nothing to it.
    return Object.entries({ ...used, ...sums }).every(
      ([measure, figure]) => figure <= (limit.most[measure as Measure] ?? Infinity) || addsNothing(measure, left),
    )
  })
}

function addsNothing(measure: string, left: readonly Execution[]): boolean {
  if (measure === 'orders' && left.at(-1)!.isArriving) return true
  if (measure !== 'notional' && measure !== 'delta' && measure !== 'vega') return false
  const newest = left.at(-1)![measure]
  const total = left.reduce((sum, one) => sum + one[measure], 0)
  return newest === 0 || Math.sign(newest) !== Math.sign(total)
}

/** An event between two questions: a limit is set, changed, removed, triggered or reset. */
function change(plain: Plain, chance: Chance, at: Instant): ProtectionEvent {
  const roll = chance.next()
  const limit = limitBy(chance)
  if (roll < 0.5) {
    plain.limits.set(limit.id, limit)
    return { kind: 'LimitSet', desk: DESK, limit, at }
  }
  if (roll < 0.8) {
    plain.limits.delete(limit.id)
    return { kind: 'LimitRemoved', desk: DESK, id: limit.id, at }
  }
  const { id, product, label } = limit
  if (roll < 0.85) {
    const frozen = { limit: id, product, measure: 'orders' as const, at, ...(label === undefined ? {} : { label }) }
    plain.frozen.set(JSON.stringify([id, product, label]), frozen)
    return { kind: 'ProtectionTriggered', desk: DESK, frozen }
  }
  const held = [...plain.frozen]
  // Only a frozen limit is reset, and usually none is frozen.
  if (held.length === 0) return change(plain, chance, at)
  const [key, frozen] = chance.oneOf(held)
  plain.frozen.delete(key)
  plain.executions = plain.executions.map((one) =>
    coversPlainly(frozen, one) ? { ...one, lookedAt: [...(one.lookedAt ?? []), `${frozen.limit} ${frozen.product}`] } : one,
  )
  return { kind: 'ProtectionReset', desk: DESK, frozen, at }
}

describe('11.3 the guard lets trade the largest block that exceeds no limit', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(`as the plain rule does, ${STEPS} times over hours (PARLEY_SEED=${seed})`, { timeout: 120_000 }, () => {
    const chance = chanceFrom(seed)
    const plain: Plain = { limits: new Map(), frozen: new Map(), executions: [] }
    let protections: Protections = noProtections()
    const answers = { whole: 0, cut: 0, nothing: 0 }
    for (let step = 0, now = 1_800_000_000_000; step < STEPS; step++) {
      now += chance.happens(0.02) ? chance.below(10 * MINUTE) : chance.below(2_000)
      const at = now as Instant
      plain.executions = plain.executions.filter((one) => one.at > now - 10 * MINUTE)
      if (chance.happens(0.1)) evolveProtections(protections, change(plain, chance, at))
      if (chance.happens(0.01)) protections = restoreProtections(JSON.parse(JSON.stringify(saveProtections(protections))))
      const guard = guardOf(protections, at)
      // A sweep through up to three of its orders, in which every allowed quantity counts at once.
      const swept = Array.from({ length: 1 + chance.below(3) }, () => {
        const order = orderBy(chance)
        const wanted = quantity(String(4 + chance.below(30)))
        const allowed = order.isArriving ? guard.allowed(undefined, wanted, order) : guard.allowed(order, wanted)
        const [before, expected] = [plain.executions, allowedPlainly(plain, order, wanted, at)]
        expect(allowed, JSON.stringify({ order, wanted, limits: [...plain.limits.values()], before })).toBe(expected)
        answers[allowed === 0 ? 'nothing' : allowed < wanted ? 'cut' : 'whole']++
        if (allowed > 0) plain.executions = [...before, executionBy(order, allowed, at)]
        return { order, quantity: allowed }
      })
      for (const one of swept) if (one.quantity > 0) remember(protections, one, at)
    }
    for (const [what, count] of Object.entries(answers)) expect(count, `${what} never came about`).toBeGreaterThan(STEPS / 100)
  })
})
