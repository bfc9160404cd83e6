/** An order and its outcome, in the words of the tabs. Pure. */
import { type AnyOrder, isAtVenue, type Order } from '@parley/client'
import type { Tone } from '../../components/Badge.tsx'
import { spreadDecimals } from './spread-decimals.ts'
import { flowLook } from '../../live/audiences.ts'

const roles: Readonly<Record<Order['kind'], string>> = { QUOTE: 'Quote', CROSS: 'Cross' }
export const orderRole = ({ kind }: AnyOrder): string => roles[kind]

/** A refused order has none: only what was taken says how long it stays. */
export const orderType = ({ isHidden, timeInForce, isPostOnly, refusal }: AnyOrder): string =>
  refusal !== undefined ? '' : [isHidden ? 'Hidden' : 'Limit', timeInForce, isPostOnly ? 'PO' : ''].filter(Boolean).join(' ')

/** Its outcome: settled and at the venue are both dealt; an order cut short says so. */
export function orderOutcome(order: AnyOrder): {
  readonly status: string
  readonly tone: Tone
} {
  if (order.refusal !== undefined) return { status: 'Refused', tone: 'danger' }
  const hasFilled = Number(filledOf(order)) > 0
  if (isAtVenue(order)) return { status: 'At the venue', tone: 'warn' }
  if (order.state === 'OPEN') return hasFilled ? { status: 'Partly filled', tone: 'mine' } : { status: 'Working', tone: 'open' }
  if (!hasFilled) return { status: 'Canceled', tone: 'faint' }
  return Number(order.canceled) > 0 ? { status: 'Partly filled', tone: 'mine' } : { status: 'Filled', tone: 'mine' }
}

/** The text of the column Filled. */
export const filledOf = ({ audience, agreed, filled }: AnyOrder): string => (flowLook[audience].filled === 'AGREED' ? agreed : filled)

/** Of its own text; of a listed spread those of its step. */
export const decimalsOfPrice = (order: AnyOrder): number =>
  (order.audience === 'SPREADS' ? spreadDecimals(order) : undefined) ?? order.price.split('.')[1]?.length ?? 0
