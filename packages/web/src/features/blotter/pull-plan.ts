/** Which calls pull what is shown, and nothing else. Pure. */
import type { BodyOf, protectionCalls } from '@parley/contracts'
import { type FlowChoice, isChosen } from './flow-choice.ts'

type Side = 'BUY' | 'SELL'
export type PullScope = { readonly choice: FlowChoice; readonly currency: string; readonly side?: Side }

export type PullCall =
  | { readonly kind: 'EVERYWHERE'; readonly body: NonNullable<BodyOf<typeof protectionCalls.cancelAll>> }
  | { readonly kind: 'DIRECT'; readonly query: { readonly base_currency: string; readonly side?: Side } }
  | { readonly kind: 'GROUP'; readonly query: { readonly currency: string; readonly side?: Side } }

/** One command for everything; where one currency is shown, one for each flow, which alone know currencies. */
export function pullPlan({ choice, currency, side }: PullScope): readonly PullCall[] {
  const ofSide = side === undefined ? {} : { side }
  if (currency === 'ALL') {
    const flow = choice === 'ALL' ? {} : { flow: choice === 'DIRECT' ? ('drfq' as const) : ('ob' as const) }
    return [{ kind: 'EVERYWHERE', body: { ...flow, ...ofSide } }]
  }
  return [
    ...(isChosen(choice, 'DIRECT') ? [{ kind: 'DIRECT' as const, query: { base_currency: currency, ...ofSide } }] : []),
    ...(isChosen(choice, 'ORDER_BOOK') ? [{ kind: 'GROUP' as const, query: { currency, ...ofSide } }] : []),
  ]
}
