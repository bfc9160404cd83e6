/** Opens the market of a structure, or goes to the one there is. */
import { useMemo, useState } from 'react'
import { chooseFlow, selectMarket, useScreen } from '../../../app/screen-state.ts'
import { toast } from '../../../components/toasts.ts'
import { write } from '../../../live/api.ts'
import { useFlag } from '../../../live/flags.ts'
import { groupCalls } from '../../../live/group-base.ts'
import { useGroupLive } from '../../../live/group-store.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { refreshUser, useUser } from '../../../live/session.ts'
import { marketName } from '../../group-rfq/market-shape.ts'
import { useNewRfqReason } from '../../protection/use-protection.ts'
import { type BuilderFacts, type BuilderSummary, unreadLine } from './builder-summary.ts'
import { summariseMarket } from './market-summary.ts'
import { useRequestKey } from './use-request-key.ts'

export type Opening = ReturnType<typeof useMarketOpening>

export function useMarketOpening(summary: BuilderSummary, facts: BuilderFacts, onClose: () => void) {
  const markets = useGroupLive((live) => live.markets)
  const altCoins = useFlag('feature_alt_coins') ? 'on' : 'off'
  const { restricted_ip_rfqs_left: left } = useUser()
  const cannotOpen = useNewRfqReason()
  const [isBusy, setIsBusy] = useState(false)
  const known = useMemo(
    () => summariseMarket(summary, { instruments: facts.instruments, now: facts.now, markets: markets.values(), altCoins }),
    [summary, facts.instruments, facts.now, markets, altCoins],
  )
  // Who joins the market that is there asks for nothing.
  const reason = unreadLine(summary) ?? known.problem ?? (known.existing === undefined ? cannotOpen : undefined)
  const request = useRequestKey()
  const open = async () => {
    if (isBusy || reason !== undefined) return
    if (known.existing !== undefined) return goTo(known.existing.id, onClose)
    setIsBusy(true)
    try {
      const legs = summary.wireLegs.map(({ price, ...leg }) => (price === null ? leg : { ...leg, price }))
      const body = { venue: 'DBT', legs } as const
      const market = await write(groupCalls().createRfq, { body, idempotencyKey: request.keyOf(body) })
      toast({ tone: 'done', title: `Market ${marketName(market.id)} is open`, text: market.description.replaceAll('\n', ' ') })
      goTo(market.id, onClose)
      // The allowance of a restricted address has become one less.
      if (left !== null) void refreshUser().catch(() => undefined)
    } catch (error) {
      toast({ tone: 'refused', title: 'Market refused', text: wordsOf(error) })
      request.failed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { ...known, reason, isBusy, open }
}

function goTo(id: number, onClose: () => void): void {
  onClose()
  if (useScreen.getState().flow === 'DIRECT') chooseFlow('ORDER_BOOK')
  selectMarket(id)
}
