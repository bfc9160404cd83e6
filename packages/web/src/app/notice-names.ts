/** Gives messages the names of structures, prices and quantities that the tables use, and a button for the next step. */
import { priceText, product, quantityText } from '@parley/core'
import { nameOfDescription, structureName } from '../features/structure/structure-name.ts'
import { newRfqReasonNow } from '../live/trade-reasons.ts'
import { resetFrozen } from '../features/protection/resetting.ts'
import { askAgain, copiedOfRfq } from '../features/trade/actions.ts'
import type { NextPress } from '../components/toasts.ts'
import { nameNoticesBy, type NextStep, takeNextStepsBy } from '../live/notices.ts'
import { startBuilder } from '../live/screen-state.ts'

export function nameNotices(): void {
  takeNextStepsBy(pressOf)
  nameNoticesBy({
    ofRfq: structureName,
    ofDescription: nameOfDescription,
    price: (price, { productCodes }) => priceText(price, product(productCodes[0] ?? '')?.pricePrecision ?? 0),
    quantity: quantityText,
  })
}

function pressOf(step: NextStep): NextPress | undefined {
  switch (step.kind) {
    case 'ASK_AGAIN':
      if (newRfqReasonNow() !== undefined) return undefined
      return { label: 'Ask again', run: () => startBuilder({ kind: 'copy', copy: askAgain(copiedOfRfq(step.rfq)) }) }
    case 'RESET':
      return { label: 'Reset', run: () => void resetFrozen({ product: step.product, limit: step.limit }) }
  }
}
