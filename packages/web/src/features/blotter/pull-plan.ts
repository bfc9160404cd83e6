/** The calls that cancel exactly the quotes shown. Pure. */
import type { AnyOrder, CancelScope, TradingFlow } from '@parley/client'
import type { BodyOf, protectionCalls } from '@parley/contracts'
import { product, products } from '@parley/core'
import { audiences } from '../../live/audiences.ts'
import { type FlowChoice, isChosen } from './flow-choice.ts'

type Side = 'BUY' | 'SELL'
export type PullScope = {
  readonly choice: FlowChoice
  readonly currency: string
  readonly side?: Side
  /** The resting orders. Spreads are cancelled by product, and a market without orders may not exist. */
  readonly shown: readonly Pick<AnyOrder, 'audience' | 'venue'>[]
}

export type PullCall =
  | { readonly kind: 'ALL'; readonly body: NonNullable<BodyOf<typeof protectionCalls.cancelAll>> }
  | { readonly kind: 'IN_CURRENCY'; readonly scope: CancelScope }

/** The published name of a flow in a cross-flow command. */
export const flowName: Readonly<Record<TradingFlow, 'drfq' | 'ob' | 'fs'>> = { DIRECT: 'drfq', ORDER_BOOK: 'ob', SPREADS: 'fs' }

/** One command for everything. If a currency is chosen, one for each audience that has currencies, and one for each product with resting spreads. */
export function pullPlan({ choice, currency, side, shown }: PullScope): readonly PullCall[] {
  const ofSide = side === undefined ? {} : { side }
  if (currency === 'ALL') return [{ kind: 'ALL', body: { ...(choice === 'ALL' ? {} : { flow: flowName[choice] }), ...ofSide } }]
  const inAudiences = audiences
    .filter((audience) => isChosen(choice, audience))
    .map((audience): PullCall => ({ kind: 'IN_CURRENCY', scope: { audience, baseCurrency: currency, ...ofSide } }))
  const venues = new Set(shown.filter(({ audience }) => audience === 'SPREADS').map(({ venue }) => venue))
  const inProducts = products
    .filter((one) => one.currency === currency && one.spreadTick !== undefined && venues.has(one.venue))
    .map(({ code }): PullCall => ({ kind: 'ALL', body: { flow: flowName.SPREADS, product: code, ...ofSide } }))
  return [...inAudiences, ...inProducts]
}

type Covered = Pick<AnyOrder, 'audience' | 'side' | 'baseCurrency' | 'venue'>

/** Whether the call cancels the order if it still rests. */
export function isCovered({ audience, side, baseCurrency, venue }: Covered, call: PullCall): boolean {
  const scope = call.kind === 'ALL' ? call.body : call.scope
  if (scope.side !== undefined && scope.side !== side) return false
  if (call.kind === 'IN_CURRENCY')
    return call.scope.audience === audience && (baseCurrency === undefined || call.scope.baseCurrency === baseCurrency)
  const of = call.body.product ? product(call.body.product) : undefined
  const isOfProduct = of === undefined || (of.venue === venue && of.currency === baseCurrency)
  return isOfProduct && (call.body.flow === undefined || call.body.flow === flowName[audience])
}
