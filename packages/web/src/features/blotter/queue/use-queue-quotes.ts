/** The quotes of the selected rows, recalculated with every mark, and why none of them can be sent. */
import { isResting } from '@parley/client'
import { useMemo } from 'react'
import { ageText } from '../../../components/time-text.ts'
import { isDirect } from '../../../live/audiences.ts'
import { serverNow, useHealth } from '../../../live/connection.ts'
import { useInstrumentsOf } from '../../../live/instruments.ts'
import { limits } from '../../../live/limits.ts'
import { marketName, useOpenMarkets } from '../../../live/open-markets.ts'
import { useLive } from '../../../live/store.ts'
import { useStaleMarkets } from '../../../live/use-live.ts'
import { useVenueStates, venuePausedReason } from '../../../live/venue-states.ts'
import { useAccountNames } from '../../account/settings/use-default-account.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { useTradeReason } from '../../../live/trade-reasons.ts'
import { usePegs } from '../../rfq/ticket/peg-runner.ts'
import { useRules } from '../../rfq/rules/use-rules.ts'
import { takerLimits } from '../../rfq/ticket/taker-limits.ts'
import { openQuotes } from '../../rfq/ticket/use-quoting.ts'
import { knownStructure } from '../../structure/use-structure.ts'
import { type Chosen, type QueueKnobs, type QueueQuote, queueQuote } from './queue-prices.ts'
import type { QueueRow } from './queue-rows.ts'

const cannot = (reason: string): QueueQuote => ({ state: 'CANNOT', reason })

/** The RFQs with a peg in this window. */
export function usePegged(): ReadonlySet<string> {
  const pegs = usePegs((running) => running.pegs)
  return useMemo(() => new Set([...pegs].flatMap(([id, { state }]) => (state === 'ON' ? [id] : []))), [pegs])
}

export function useQueueQuotes(rows: readonly QueueRow[], knobs: QueueKnobs, pegged: ReadonlySet<string>): readonly Chosen[] {
  const instrumentsOf = useInstrumentsOf(useOpenMarkets())
  const accountOf = useAccountNames()
  const rules = useRules()
  const stale = useStaleMarkets().map(marketName).join(' ')
  const venues = useVenueStates()
  const marks = useLive((live) => live.marks)
  const markets = useLive((live) => live.markets)
  const orders = useLive((live) => live.ordersByRfq)
  const levels = useLive((live) => live.levelsByRfq)
  return useMemo(() => {
    const now = serverNow()
    const quoteOf = (queue: QueueRow): QueueQuote => {
      const { rfq } = queue.row
      const market = `${rfq.venue}.${rfq.baseCurrency}`
      const instruments = instrumentsOf(market)
      if (!isDirect(rfq)) return cannot('it is an order-book RFQ')
      if (pegged.has(rfq.id)) return cannot('a peg manages its quote; stop the peg first')
      const paused = venuePausedReason(rfq.productCodes, venues)
      if (paused !== undefined) return cannot(paused)
      if (stale.split(' ').includes(market)) return cannot('its marks are stale')
      if (instruments === undefined || rules.state === 'COMING') return cannot('its rules are still loading')
      const known = knownStructure(rfq, instruments)
      if (known.state !== 'KNOWN') return cannot('one of its instruments is no longer listed')
      const { structure, sizes } = known
      const own = orders.get(rfq.id) ?? []
      const index = Number(markets.get(market)?.index_price ?? 0)
      const facts = { rfq, structure, ...sizes, open: own.filter(isResting), limits: takerLimits(rfq, levels.get(rfq.id)), now }
      return queueQuote(queue, knobs, {
        ...{ rfq, structure, minimum: sizes.minimum, increment: sizes.increment },
        markOf: (id) => markFromWire(marks.get(id), index, now),
        open: openQuotes(own),
        account: accountOf(
          rfq.venue,
          structure.legs.map(({ instrument }) => instrument.productCode),
        ),
        check: (drafts) => (rules.state === 'HERE' ? rules.check.checkMaker(drafts, facts) : []),
      })
    }
    return rows.map((queue) => ({ queue, quote: quoteOf(queue) }))
  }, [rows, knobs, pegged, instrumentsOf, accountOf, rules, stale, venues, marks, markets, orders, levels])
}

/** Why nothing can be sent, whatever is selected. */
export function useQueueReason(): string | undefined {
  const closed = useTradeReason()
  const silentMs = useHealth((health) => health.silentMs)
  const isOld = silentMs !== undefined && silentMs > limits.oldMs
  return closed ?? (isOld ? `Prices are ${ageText(silentMs)} old.` : undefined)
}
