/** Opens the market of a structure, or goes to the existing one. */
import { useMemo } from 'react'
import { createRfq } from '@parley/client'
import { productsOf } from '@parley/core'
import { goToRfq, type RfqChoice } from '../../../live/screen-state.ts'
import { navigate } from '../../../components/router.ts'
import { toast } from '../../../components/toasts.ts'
import { useAttempt } from '../../../components/use-attempt.ts'
import { send } from '../../../live/api.ts'
import { useFlag } from '../../../live/feature-flags.ts'
import { orderBookBase } from '../../../live/order-book-base.ts'
import { useRfqs } from '../../../live/use-live.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { refreshUser, useUser } from '../../../live/session.ts'
import { useNewRfqReason } from '../../../live/trade-reasons.ts'
import { type BuilderFacts, type BuilderSummary, unreadLine } from './builder-summary.ts'
import { summariseMarket } from './market-summary.ts'
import { useRequestKey } from './use-request-key.ts'

export type Opening = ReturnType<typeof useMarketOpening>

export function useMarketOpening(summary: BuilderSummary, facts: BuilderFacts, onClose: () => void) {
  const rfqs = useRfqs()
  const altCoins = useFlag('feature_alt_coins') ? 'on' : 'off'
  const { restricted_ip_rfqs_left: left } = useUser()
  const cannotOpen = useNewRfqReason(summary.structure && { audience: 'ORDER_BOOK', products: productsOf(summary.structure) })
  const known = useMemo(
    () => summariseMarket(summary, { instruments: facts.instruments, now: facts.now, rfqs: rfqs.values(), altCoins }),
    [summary, facts.instruments, facts.now, rfqs, altCoins],
  )
  // Joining an existing market sends nothing.
  const reason = unreadLine(summary) ?? known.problem ?? summary.unready ?? (known.existing === undefined ? cannotOpen : undefined)
  const request = useRequestKey()
  const { isBusy, run } = useAttempt((error) => {
    toast({ tone: 'refused', title: 'Market rejected', text: errorMessage(error) })
    request.failed(error)
  })
  const open = async () => {
    if (isBusy || reason !== undefined) return
    if (known.existing !== undefined) return goTo(known.existing, onClose)
    await run(async () => {
      const terms = { audience: 'ORDER_BOOK', venue: facts.venue, legs: summary.legTerms } as const
      const market = await send(createRfq(terms, orderBookBase()), { idempotencyKey: request.keyOf(terms) })
      goTo(market, onClose)
      // The remaining RFQs of a restricted IP address have decreased by one.
      if (left !== null) void refreshUser().catch(() => undefined)
    })
  }
  return { ...known, reason, isBusy, open }
}

function goTo(market: RfqChoice, onClose: () => void): void {
  onClose()
  navigate('/rfqs')
  goToRfq(market)
}
