/** The form as the line that would build it. */
import { isHedge, parsePrice, parseQuantity, printLine, RFQ_LIFETIME_MS, type Structure } from '@parley/core'
import type { BuilderForm } from './builder-form.ts'

/** A hedge that follows the marks is said as one, and not as the leg it is at the moment. */
export function lineOf(form: BuilderForm, structure: Structure): string {
  const legs = form.isAutoHedged ? structure.legs.filter((leg) => !isHedge(leg)) : structure.legs
  return printLine({
    baseCurrency: form.currency,
    structure: { legs },
    quantity: (form.quantity ?? '') === '' ? undefined : parseQuantity(form.quantity ?? ''),
    isHedged: form.isAutoHedged ? true : undefined,
    hedgePrice: form.hedgeAt === undefined ? undefined : parsePrice(form.hedgeAt),
    isAnonymous: form.isAnonymous ? true : undefined,
    ...(form.takerSide === undefined ? {} : { side: form.takerSide, isOneWay: true }),
    goodForMs: form.goodForMs === RFQ_LIFETIME_MS ? undefined : form.goodForMs,
  })
}
