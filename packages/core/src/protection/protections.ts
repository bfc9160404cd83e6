/** One shard's protections: what they are asked, and what becomes of them. */
import { addDeadline, removeSoonest } from '../deadlines.ts'
import { QUANTITY_DECIMALS, type Quantity } from '../decimal.ts'
import type { DeskId, Instant, UserId } from '../ids.ts'
import type { Guard, GuardedOrder } from './guard.ts'
import { MAX_WINDOW_MS } from './limits.ts'
import type {
  DeskProtection,
  Execution,
  Frozen,
  ProtectionCommand,
  ProtectionEvent,
  ProtectionLimit,
  Protections,
  Stop,
} from './protection.ts'
import { covers, executionOf, frozenKey, marketMakerProtection, reached, roomFor, tally } from './tally.ts'

const QUANTITY_UNIT = 10 ** QUANTITY_DECIMALS

export const noProtections = (): Protections => ({ desks: new Map(), stops: new Map(), deadMen: new Map(), deadlines: [] })

function deskOf({ desks }: Protections, desk: DeskId): DeskProtection {
  let found = desks.get(desk)
  if (found === undefined) desks.set(desk, (found = { limits: new Map(), executions: [], frozen: new Map() }))
  return found
}

/** Market maker protection in every product of the order, then the desk's own limits that cover it. */
function limitsOn(order: Pick<GuardedOrder, 'products' | 'label'>, protection: DeskProtection | undefined): readonly ProtectionLimit[] {
  const own = protection === undefined ? [] : [...protection.limits.values()].filter((limit) => covers(limit, order))
  return [...order.products.map(marketMakerProtection), ...own]
}

/** What keeps the desk from resting such an order now (rulebook 11.1, 11.2). */
export function frozenBy(protections: Protections, desk: DeskId, order: Pick<GuardedOrder, 'products' | 'label'>): Frozen | undefined {
  for (const frozen of protections.desks.get(desk)?.frozen.values() ?? []) if (covers(frozen, order)) return frozen
  return undefined
}

/** Rulebook 11.6: the whole desk's stop, or this person's. */
export function stopOf({ stops }: Protections, desk: DeskId, user: UserId): Stop | undefined {
  const own = stops.get(desk)
  return own?.get('') ?? own?.get(user)
}

/** Rulebook 11.3. What it allows it counts, so that a sweep through several quotes of one desk stops at the limit too. */
export function guardOf(protections: Protections, now: Instant): Guard {
  const planned = new Map<DeskId, Execution[]>()
  return {
    allowed(order, wanted) {
      const protection = protections.desks.get(order.desk)
      if (frozenBy(protections, order.desk, order) !== undefined) return 0 as Quantity
      const executions = [...(protection?.executions ?? []), ...(planned.get(order.desk) ?? [])]
      let units = wanted / QUANTITY_UNIT
      for (const limit of limitsOn(order, protection))
        units = Math.min(
          units,
          roomFor(order, limit, tally(limit, executions, now), (quantity) => quantity / QUANTITY_UNIT),
        )
      const steps = Math.floor((units * QUANTITY_UNIT) / order.quantityIncrement + 1e-9)
      const quantity = Math.min(wanted, steps * order.quantityIncrement) as Quantity
      if (quantity < order.minimumBlock) return 0 as Quantity
      const execution = executionOf(order, quantity, quantity / QUANTITY_UNIT, now)
      const before = planned.get(order.desk)
      if (before === undefined) planned.set(order.desk, [execution])
      else before.push(execution)
      return quantity
    },
  }
}

/** A match of a resting order, as the flows report it. */
export type Executed = {
  readonly order: GuardedOrder
  readonly quantity: Quantity
  /** A further account's part of the execution before it. */
  readonly isSameFill?: true
}

/** What the matches of a decision trigger, each limit once (rulebook 11.1, 11.2). */
export function triggeredBy(protections: Protections, executed: readonly Executed[], now: Instant): readonly ProtectionEvent[] {
  const events: ProtectionEvent[] = []
  const added = new Map<DeskId, Execution[]>()
  const fired = new Set<string>()
  for (const one of executed) {
    const { order } = one
    const protection = protections.desks.get(order.desk)
    const own = added.get(order.desk) ?? []
    own.push(asExecution(one, now))
    added.set(order.desk, own)
    for (const limit of limitsOn(order, protection)) {
      const key = `${order.desk} ${frozenKey({ limit: limit.id, product: limit.product })}`
      const measure = reached(limit, tally(limit, [...(protection?.executions ?? []), ...own], now))
      if (measure === undefined || fired.has(key)) continue
      fired.add(key)
      events.push({ kind: 'ProtectionTriggered', desk: order.desk, frozen: frozenOf(limit, measure, now) })
    }
  }
  return events
}

function frozenOf({ id: limit, product, label, frozenMs }: ProtectionLimit, measure: Frozen['measure'], at: Instant): Frozen {
  return {
    limit,
    product,
    measure,
    at,
    ...(label === undefined ? {} : { label }),
    ...(frozenMs === undefined ? {} : { until: (at + frozenMs) as Instant }),
  }
}

function asExecution({ order, quantity, isSameFill }: Executed, at: Instant): Execution {
  const execution = executionOf(order, quantity, quantity / QUANTITY_UNIT, at)
  return isSameFill ? { ...execution, isSameFill } : execution
}

/** Counts an execution; what is older than any window may be is forgotten: a limit that is set now counts what was before, too. */
export function remember(protections: Protections, one: Executed, at: Instant): void {
  const protection = deskOf(protections, one.order.desk)
  const execution = asExecution(one, at)
  const first = protection.executions.findIndex((one) => one.at > at - MAX_WINDOW_MS)
  protection.executions.splice(0, first === -1 ? protection.executions.length : first)
  protection.executions.push(execution)
}

export function evolveProtections(protections: Protections, event: ProtectionEvent): void {
  switch (event.kind) {
    case 'LimitSet':
      putInOrder(deskOf(protections, event.desk).limits, event.limit.id, event.limit)
      return
    case 'LimitRemoved':
      deskOf(protections, event.desk).limits.delete(event.id)
      return
    case 'ProtectionTriggered':
      freeze(protections, event.desk, event.frozen)
      return
    case 'ProtectionReset':
      deskOf(protections, event.desk).frozen.delete(frozenKey(event.frozen))
      lookedAt(protections, event)
      return
    case 'TradingStopped':
      stopsOf(protections, event.desk).set(event.user ?? '', event.stop)
      return
    case 'TradingAllowed':
      stopsOf(protections, event.desk).delete(event.user ?? '')
      return
    case 'DeadManSet':
      protections.deadMen.set(event.via, { desk: event.desk, at: event.firesAt })
      addDeadline(protections.deadlines, { at: event.firesAt, id: `via ${event.via}` })
      return
    case 'DeadManCleared':
      protections.deadMen.delete(event.via)
      return
  }
}

/** What has been looked at does not make this limit fire again; to every other limit it counts as before. */
function lookedAt(protections: Protections, { desk, frozen }: Extract<ProtectionEvent, { kind: 'ProtectionReset' }>): void {
  const protection = deskOf(protections, desk)
  const key = frozenKey(frozen)
  protection.executions = protection.executions.map((execution) =>
    execution.products.includes(frozen.product) && execution.lookedAt?.includes(key) !== true
      ? { ...execution, lookedAt: [...(execution.lookedAt ?? []), key] }
      : execution,
  )
}

/** In the order of the keys, as what is read from a snapshot is: which of two limits speaks first is told by the state alone. */
function putInOrder<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const isNew = !map.has(key)
  map.set(key, value)
  if (!isNew) return
  const later = [...map].filter(([other]) => other > key)
  for (const [other, held] of later) {
    map.delete(other)
    map.set(other, held)
  }
}

function freeze(protections: Protections, desk: DeskId, frozen: Frozen): void {
  putInOrder(deskOf(protections, desk).frozen, frozenKey(frozen), frozen)
  if (frozen.until !== undefined) addDeadline(protections.deadlines, { at: frozen.until, id: `thaw ${desk} ${frozenKey(frozen)}` })
}

function stopsOf({ stops }: Protections, desk: DeskId): Map<UserId | '', Stop> {
  let own = stops.get(desk)
  if (own === undefined) stops.set(desk, (own = new Map()))
  return own
}

/** The soonest entry that still means something; the others are dropped on the way, which changes nothing anyone can see. */
function soonest(protections: Protections): { readonly at: Instant; readonly command: ProtectionCommand } | undefined {
  for (;;) {
    const entry = protections.deadlines[0]
    if (entry === undefined) return undefined
    const command = commandOf(protections, entry.id, entry.at)
    if (command !== undefined) return { at: entry.at, command }
    removeSoonest(protections.deadlines)
  }
}

function commandOf(protections: Protections, id: string, at: Instant): ProtectionCommand | undefined {
  const [what, ...rest] = id.split(' ')
  if (what === 'via') {
    const via = rest.join(' ')
    return protections.deadMen.get(via)?.at === at ? { kind: 'FireDeadMan', via } : undefined
  }
  const [desk, ...key] = rest
  const frozen = protections.desks.get(desk as DeskId)?.frozen.get(key.join(' '))
  return frozen?.until === at ? { kind: 'ThawDue', desk: desk as DeskId, key: key.join(' ') } : undefined
}

export function dueProtection(protections: Protections, now: Instant): ProtectionCommand | undefined {
  const next = soonest(protections)
  return next === undefined || next.at > now ? undefined : next.command
}

export const nextProtectionDeadline = (protections: Protections): Instant | undefined => soonest(protections)?.at
