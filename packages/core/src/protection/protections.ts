/** The protections of one shard: their queries, their events and their deadlines. */
import { addDeadline, removeSoonest } from '../deadlines.ts'
import type { DeskId, Instant, UserId } from '../ids.ts'
import { addExecution, executionsOf, lookAt } from './executions.ts'
import { asExecution, type QuoteExecution } from './decision-guard.ts'
import type { DeskProtection, Frozen, ProtectionCommand, ProtectionEvent, Protections, Stop } from './protection.ts'
import { covers, frozenKey, limitKey } from './tally.ts'

export const noProtections = (): Protections => ({ desks: new Map(), stops: new Map(), deadMen: new Map(), deadlines: [] })

function deskOf({ desks }: Protections, desk: DeskId): DeskProtection {
  let found = desks.get(desk)
  if (found === undefined) desks.set(desk, (found = { limits: new Map(), executions: executionsOf([]), frozen: new Map() }))
  return found
}

/** Rulebook 11.6: the stop of the whole desk, or of this user. */
export function stopOf({ stops }: Protections, desk: DeskId, user: UserId): Stop | undefined {
  const own = stops.get(desk)
  return own?.get('') ?? own?.get(user)
}

export function remember(protections: Protections, one: QuoteExecution, at: Instant): void {
  addExecution(deskOf(protections, one.order.desk).executions, asExecution(one, at))
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
    case 'FillRefused':
    case 'OthersCanceled':
      // They change nothing that a rule reads.
      return
    case 'ProtectionReset': {
      const { executions, frozen } = deskOf(protections, event.desk)
      frozen.delete(frozenKey(event.frozen))
      lookAt(executions, limitKey(event.frozen), (execution) => covers(event.frozen, execution))
      return
    }
    case 'TradingStopped':
      stopsOf(protections, event.desk).set(event.user ?? '', event.stop)
      return
    case 'TradingAllowed':
      stopsOf(protections, event.desk).delete(event.user ?? '')
      return
    case 'DeadManSet':
      protections.deadMen.set(event.via, { desk: event.desk, at: event.triggersAt })
      addDeadline(protections.deadlines, { at: event.triggersAt, id: `via ${event.via}` })
      return
    case 'DeadManCleared':
      protections.deadMen.delete(event.via)
      return
  }
}

/** Keeps the map in the order of its keys, as after a restore, so that the first of two limits to trigger depends on the state alone. */
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
  if (frozen.until !== undefined) addDeadline(protections.deadlines, { at: frozen.until, id: `reset ${desk} ${frozenKey(frozen)}` })
}

function stopsOf({ stops }: Protections, desk: DeskId): Map<UserId | '', Stop> {
  let own = stops.get(desk)
  if (own === undefined) stops.set(desk, (own = new Map()))
  return own
}

/** The soonest live entry. Stale entries are removed on the way, which has no visible effect. */
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
    return protections.deadMen.get(via)?.at === at ? { kind: 'TriggerDeadMan', via } : undefined
  }
  const [desk, ...key] = rest
  const frozen = protections.desks.get(desk as DeskId)?.frozen.get(key.join(' '))
  return frozen?.until === at ? { kind: 'ResetDue', desk: desk as DeskId, key: key.join(' ') } : undefined
}

export function dueProtection(protections: Protections, now: Instant): ProtectionCommand | undefined {
  const next = soonest(protections)
  return next === undefined || next.at > now ? undefined : next.command
}

export const nextProtectionDeadline = (protections: Protections): Instant | undefined => soonest(protections)?.at
