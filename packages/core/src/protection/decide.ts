/** Sets limits, resets protections, stops trading and allows it again (rulebook 11.2, 11.5, 11.6). */
import type { ChangeOrigin } from '../change-origin.ts'
import type { Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { LEAST_DEAD_MAN_MS, MAX_DEAD_MAN_MS, MAX_FROZEN_MS, MAX_LIMITS_PER_DESK, MAX_WINDOW_MS } from './limits.ts'
import {
  OPERATOR,
  measures,
  type ProtectionCommand,
  type ProtectionDecision,
  type ProtectionEvent,
  type ProtectionLimit,
  type ProtectionRefusalCode,
  type Protections,
} from './protection.ts'

type Of<Kind extends ProtectionCommand['kind']> = Extract<ProtectionCommand, { kind: Kind }>

export function decideProtection(protections: Protections, command: ProtectionCommand, now: Instant): ProtectionDecision {
  switch (command.kind) {
    case 'SetLimit':
      return setLimit(protections, command, now)
    case 'RemoveLimit':
      return isThere(protections, command)
        ? [{ kind: 'LimitRemoved', desk: command.desk, id: command.id, at: now, ...originOf(command) }]
        : refuse('LimitUnknown', '11.2', 'Your desk has no limit with this name.', 'id')
    case 'ResetProtection':
      return resetProtection(protections, command, now)
    case 'StopTrading':
      return stopTrading(protections, command, now)
    case 'AllowTrading':
      return allowTrading(protections, command, now)
    case 'SetDeadMan':
      return setDeadMan(protections, command, now)
    case 'ResetDue': {
      const frozen = protections.desks.get(command.desk)?.frozen.get(command.key)
      return frozen?.until === undefined || frozen.until > now ? [] : [{ kind: 'ProtectionReset', desk: command.desk, frozen, at: now }]
    }
    case 'TriggerDeadMan': {
      const deadMan = protections.deadMen.get(command.via)
      return deadMan === undefined || deadMan.at > now
        ? []
        : [{ kind: 'DeadManCleared', desk: deadMan.desk, via: command.via, isTriggered: true, at: now }]
    }
  }
}

function isThere({ desks }: Protections, { desk, id, olderThan = Infinity }: Of<'RemoveLimit'>): boolean {
  const limit = desks.get(desk)?.limits.get(id)
  return limit !== undefined && (limit.turn ?? 0) < olderThan
}

const originOf = ({ asked }: { readonly asked?: ChangeOrigin }): { readonly asked?: ChangeOrigin } => (asked === undefined ? {} : { asked })

/** A stop by the operator remains the operator's, and stopping oneself does not replace an existing stop (rulebook 11.6). */
function stopTrading(protections: Protections, command: Of<'StopTrading'>, at: Instant): ProtectionDecision {
  const { desk, user, by, why } = command
  const held = protections.stops.get(desk)?.get(user ?? '')
  const isKept = held !== undefined && held.by !== by && (held.by === OPERATOR || by === user)
  const stop = isKept ? held : { by, at, ...(why === undefined ? {} : { why }) }
  return [{ kind: 'TradingStopped', desk, ...(user === undefined ? {} : { user }), stop, ...originOf(command) }]
}

function allowTrading(protections: Protections, command: Of<'AllowTrading'>, at: Instant): ProtectionDecision {
  const { desk, user, by } = command
  const held = protections.stops.get(desk)?.get(user ?? '')
  if (held === undefined) return []
  if (held.by === OPERATOR && by !== OPERATOR)
    return refuse('TradingIsStopped', '11.6', 'Trading was stopped by the operator. Only the operator can resume it.')
  return [{ kind: 'TradingAllowed', desk, by, at, ...(user === undefined ? {} : { user }), ...originOf(command) }]
}

function setLimit(protections: Protections, command: Of<'SetLimit'>, now: Instant): ProtectionDecision {
  const { desk, limit, limitsElsewhere = 0 } = command
  const refusal = limitRefusal(limit)
  if (refusal !== undefined) return refusal
  const own = protections.desks.get(desk)?.limits
  const others = (own?.size ?? 0) - Number(own?.has(limit.id) ?? false) + limitsElsewhere
  // The number of limits never prevents a change of an existing one.
  if (others >= MAX_LIMITS_PER_DESK && own?.has(limit.id) !== true)
    return refuse('TooManyLimits', '11.2', `A desk can have at most ${MAX_LIMITS_PER_DESK} limits. Remove one first.`)
  return [{ kind: 'LimitSet', desk, limit, at: now, ...originOf(command) }]
}

/** The first problem of a limit; screens check it before they send the limit. */
export function limitRefusal({ id, windowMs, frozenMs, most }: ProtectionLimit): Refusal<ProtectionRefusalCode> | undefined {
  if (id === 'MMP' || id === '' || id.includes(' '))
    return refuse('LimitInvalid', '11.2', 'The name of a limit must not contain spaces and must not be MMP.', 'id')
  if (!Number.isInteger(windowMs) || windowMs < 1 || windowMs > MAX_WINDOW_MS)
    return refuse('LimitInvalid', '11.2', `The window must be 1 to ${MAX_WINDOW_MS} ms.`, 'window_ms')
  if (frozenMs !== undefined && (!Number.isInteger(frozenMs) || frozenMs < 0 || frozenMs > MAX_FROZEN_MS))
    return refuse(
      'LimitInvalid',
      '11.2',
      `The frozen time must be 0 to ${MAX_FROZEN_MS} ms. Without it, quotes stay frozen until the desk resets the limit.`,
      'frozen_ms',
    )
  const given = measures.filter((measure) => most[measure] !== undefined)
  if (given.length === 0)
    return refuse('LimitInvalid', '11.2', 'A limit needs at least one of executions, quantity, notional, delta and vega.', 'executions')
  const wrong = given.find((measure) => !(most[measure]! > 0) || !Number.isFinite(most[measure]))
  return wrong === undefined ? undefined : refuse('LimitInvalid', '11.2', `The maximum of ${wrong} must be above zero.`, wrong)
}

function resetProtection(
  protections: Protections,
  { desk, product, limit }: Of<'ResetProtection'>,
  at: Instant,
): readonly ProtectionEvent[] {
  return [...(protections.desks.get(desk)?.frozen.values() ?? [])]
    .filter((frozen) => (product === undefined || frozen.product === product) && (limit === undefined || frozen.limit === limit))
    .map((frozen) => ({ kind: 'ProtectionReset', desk, frozen, at }))
}

function setDeadMan(protections: Protections, { desk, via, inMs }: Of<'SetDeadMan'>, now: Instant): ProtectionDecision {
  if (inMs === undefined) return protections.deadMen.has(via) ? [{ kind: 'DeadManCleared', desk, via, isTriggered: false, at: now }] : []
  if (!Number.isInteger(inMs) || inMs < LEAST_DEAD_MAN_MS || inMs > MAX_DEAD_MAN_MS)
    return refuse(
      'LimitInvalid',
      '11.5',
      `The timeout must be ${LEAST_DEAD_MAN_MS} to ${MAX_DEAD_MAN_MS} ms, or 0 to switch it off.`,
      'timeout',
    )
  return [{ kind: 'DeadManSet', desk, via, triggersAt: (now + inMs) as Instant }]
}
