/** A day of random commands about protections, from desks, administrators and the operator. */
import { OPERATOR, quantity, type DeskId, type ShardCommand, type ProtectionLimit, type UserId } from '@parley/core'
import type { Chance } from './chance.ts'
import { actorOf, DESKS, labelOf, type Seen } from './desks.ts'

const PRODUCT = 'DO'

const mostBy = (chance: Chance): ProtectionLimit['most'] =>
  chance.oneOf<ProtectionLimit['most']>([
    { executions: 1 + chance.below(4) },
    { quantity: quantity(String(30 + chance.below(200))) },
    { notional: 150_000 + chance.below(900_000) },
    { delta: 4 + chance.below(40) },
    { vega: 400 + chance.below(3_000) },
    { executions: 3, quantity: quantity('120'), delta: 15 },
    { executions: 0 },
  ])

function limitBy(desk: DeskId, chance: Chance): ProtectionLimit {
  const label = chance.happens(0.3) ? { label: labelOf(desk) } : {}
  const frozen = chance.happens(0.8) ? { frozenMs: chance.below(20_000) } : {}
  return { id: `limit-${chance.below(3)}`, product: PRODUCT, ...label, windowMs: 1 + chance.below(60_000), ...frozen, most: mostBy(chance) }
}

const kinds = [
  'reset',
  'reset',
  'reset',
  'limit',
  'limit',
  'limit',
  'limit',
  'remove',
  'dead man',
  'dead man',
  'stop',
  'allow',
  'allow',
  'allow',
  'cancel',
  'key gone',
] as const

/** The next random command about protections. */
export function somebodyGuarding({ chance }: Seen): ShardCommand {
  const kind = chance.oneOf(kinds)
  // Occasionally one desk in three is stopped, so that the others continue.
  const desk = chance.oneOf(kind === 'stop' || kind === 'allow' ? DESKS.slice(0, 3) : DESKS)
  const actor = actorOf(desk, chance)
  const user = chance.happens(0.45) ? { user: `${desk}-user` as UserId } : {}
  const administrator = `${desk}-administrator`
  switch (kind) {
    case 'reset':
      return { kind: 'ResetProtection', desk, ...(chance.happens(0.5) ? { limit: 'MMP' } : {}) }
    case 'limit':
      return { kind: 'SetLimit', desk, limit: limitBy(desk, chance) }
    case 'remove':
      return { kind: 'RemoveLimit', desk, id: `limit-${chance.below(3)}` }
    case 'dead man':
      // A key belongs to one desk, as real ones do.
      return { kind: 'SetDeadMan', desk, via: actor.via, ...(chance.happens(0.3) ? {} : { inMs: 1_000 + chance.below(60_000) }) }
    case 'stop':
      return { kind: 'StopTrading', desk, ...user, by: chance.happens(0.3) ? OPERATOR : administrator }
    case 'allow':
      return { kind: 'AllowTrading', desk, ...user, by: chance.happens(0.8) ? OPERATOR : administrator }
    case 'cancel':
      return {
        kind: 'CancelEverything',
        actor: { desk },
        what: 'ORDERS',
        cause: 'MASS_CANCEL',
        ...(chance.happens(0.5) ? { audience: chance.oneOf(['DIRECT', 'ORDER_BOOK'] as const) } : {}),
        ...(chance.happens(0.3) ? { side: chance.oneOf(['BUY', 'SELL'] as const) } : {}),
        ...(chance.happens(0.3) ? { label: labelOf(desk) } : {}),
        ...(chance.happens(0.3) ? { product: PRODUCT } : {}),
      }
    case 'key gone':
      // The last of its sockets has closed, and it had requested cancel-on-disconnect.
      return { kind: 'CancelEverything', cause: 'DISCONNECT', actor: { desk, via: actor.via }, what: 'ORDERS_AND_RFQS' }
  }
}
