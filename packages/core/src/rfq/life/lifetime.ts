/** The lifetime of an RFQ with a fixed time: the default of its kind, or the one that its taker chose (rulebook 4.8). */
import { refuse } from '../../refusal.ts'
import { marketModels, type Life } from '../model/market-model.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import type { Rfq } from '../model/rfq.ts'

export type Timed = Pick<Rfq, 'audience' | 'goodForMs'>

function fixedLife(audience: Rfq['audience']): Extract<Life, { until: 'FIXED' }> {
  const { life } = marketModels[audience]
  if (life.until !== 'FIXED') throw new Error(`an RFQ of kind ${audience} is opened, and has no lifetime of its own`)
  return life
}

/** In milliseconds. Accepts the server's RFQ and that of the SDK. */
export const lifetimeOf = ({ audience, goodForMs }: Pick<Rfq, 'audience'> & { readonly goodForMs?: number | undefined }): number =>
  goodForMs ?? fixedLife(audience).ms

export function lifetimeRefusal({ audience, goodForMs }: Timed): RfqRefusal | undefined {
  const { choicesMs } = fixedLife(audience)
  if (goodForMs === undefined || choicesMs.includes(goodForMs)) return undefined
  const texts = choicesMs.map(lifetimeText)
  const message = `The lifetime of an RFQ must be ${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}.`
  return refuse('LifetimeNotOffered', '4.8', message, 'good_for_seconds')
}

const MINUTE = 60_000

/** `5 minutes`. Only whole minutes are available. */
export function lifetimeText(ms: number): string {
  const minutes = ms / MINUTE
  return minutes === 60 ? '1 hour' : minutes === 1 ? '1 minute' : `${minutes} minutes`
}
