/**
 * Checks that come before any other rule: it refuses commands of a stopped desk or user, and quotes that a protection has frozen (rulebook 11.1,
 * 11.2, 11.6).
 */
import { OPERATOR } from '../protection/protection.ts'
import { frozenBy, hasFrozen } from '../protection/decision-guard.ts'
import type { Frozen } from '../protection/protection.ts'
import { stopOf } from '../protection/protections.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { roleOf } from '../rfq/model/live-rfq.ts'
import { neverRests } from '../rfq/model/order.ts'
import { productsOf } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import type { Shard, ShardCommand, ShardRefusalCode } from './shard.ts'

/** The refusal of a stopped desk or user. A stop prevents everything that opens or trades; they can still cancel. */
export function stopRefusal({ protections }: Shard, command: ShardCommand): Refusal<ShardRefusalCode> | undefined {
  const isOpening =
    command.kind === 'CreateRfq' ||
    command.kind === 'SendDraft' ||
    command.kind === 'OpenRfq' ||
    command.kind === 'AgreeWithVenue' ||
    command.kind === 'PlaceOrder' ||
    command.kind === 'ReplaceOrder' ||
    command.kind === 'CreateList' ||
    command.kind === 'QuoteNet' ||
    command.kind === 'TradeList'
  if (!isOpening) return undefined
  const { desk, user } = command.actor
  const stop = stopOf(protections, desk, user)
  if (stop === undefined) return undefined
  const why = stop.why === undefined ? '' : `: ${stop.why}`
  const who = stop.by === user ? 'yourself' : 'an administrator of your desk'
  const words =
    stop.by === OPERATOR
      ? `Trading was stopped by the operator${why}. Only the operator can resume it.`
      : `Trading was stopped by ${who}${why}. An administrator or the operator can resume it.`
  return refuse('TradingIsStopped', '11.6', words)
}

/** The refusal of quotes that a protection has frozen. Aggressor orders are still accepted. */
export function frozenRefusal({ rfqs, protections }: Shard, command: ShardCommand): Refusal<ShardRefusalCode> | undefined {
  if (command.kind !== 'PlaceOrder' && command.kind !== 'ReplaceOrder') return undefined
  const { desk } = command.actor
  if (!hasFrozen(protections, desk)) return undefined
  const live = rfqs.live.get(command.id)
  if (live === undefined) return undefined
  const role = roleOf(live.rfq, desk)
  const isAggressor = command.kind === 'PlaceOrder' && (command.as === 'CROSS' || neverRests(command))
  if (role === 'TAKER' || (role === 'ANYONE' && isAggressor)) return undefined
  const label = command.label ?? (command.kind === 'ReplaceOrder' ? live.orders.get(command.orderId)?.label : undefined)
  const isOutsideMmp = command.kind === 'PlaceOrder' ? command.isOutsideMmp : undefined
  const frozen = frozenBy(protections, desk, {
    ...labelled(live.rfq.structure, label),
    ...(isOutsideMmp === undefined ? {} : { isOutsideMmp }),
  })
  return frozen === undefined ? undefined : isFrozen(frozen)
}

/** An empty label counts as no label. */
function labelled(structure: Structure, label: string | undefined) {
  const products = productsOf(structure)
  return label === undefined || label === '' ? { products } : { products, label }
}

function isFrozen({ limit, product, measure, until }: Frozen): Refusal<ShardRefusalCode> {
  const end = until === undefined ? 'until the desk resets it' : 'until the desk resets it or its frozen time ends'
  return refuse('ProtectionActive', '11.1', `${limit} was triggered in ${product} (${measure}); quotes there are rejected ${end}.`)
}
