/** The calls that pull the quotes shown, and nothing else. Pure. */
import type { Audience, CancelScope, Order } from '@parley/client'
import type { BodyOf, protectionCalls } from '@parley/contracts'
import { audiences } from '../../live/audiences.ts'
import { type FlowChoice, isChosen } from './flow-choice.ts'

type Side = 'BUY' | 'SELL'
export type PullScope = { readonly choice: FlowChoice; readonly currency: string; readonly side?: Side }

export type PullCall =
  | { readonly kind: 'ALL'; readonly body: NonNullable<BodyOf<typeof protectionCalls.cancelAll>> }
  | { readonly kind: 'IN_CURRENCY'; readonly scope: CancelScope }

/** The published name of an audience in a command over all of them. */
export const flowName: Readonly<Record<Audience, 'drfq' | 'ob'>> = { DIRECT: 'drfq', ORDER_BOOK: 'ob' }

/** One command for everything; where one currency is shown, one for each audience, which alone know currencies. */
export function pullPlan({ choice, currency, side }: PullScope): readonly PullCall[] {
  const ofSide = side === undefined ? {} : { side }
  if (currency === 'ALL') return [{ kind: 'ALL', body: { ...(choice === 'ALL' ? {} : { flow: flowName[choice] }), ...ofSide } }]
  return audiences
    .filter((audience) => isChosen(choice, audience))
    .map((audience) => ({ kind: 'IN_CURRENCY', scope: { audience, baseCurrency: currency, ...ofSide } }))
}

/** Whether the call pulls the order, if it still rests. */
export function isCovered({ audience, side, baseCurrency }: Pick<Order, 'audience' | 'side' | 'baseCurrency'>, call: PullCall): boolean {
  const scope = call.kind === 'ALL' ? call.body : call.scope
  if (scope.side !== undefined && scope.side !== side) return false
  if (call.kind === 'ALL') return call.body.flow === undefined || call.body.flow === flowName[audience]
  return call.scope.audience === audience && (baseCurrency === undefined || call.scope.baseCurrency === baseCurrency)
}
