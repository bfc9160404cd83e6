/** The listed spreads, as any bot can read them. All simulated desks share one list, like their market view. */
import type { Client, StrategyView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { limits } from './limits.ts'
import type { DeskMarket } from './market-view.ts'

export interface SpreadList {
  /** The active spreads of the desks' venues, sorted by name. */
  strategies(): readonly StrategyView[]
  /** A desk's own block size in it, in minimum blocks of the venue. */
  ownBlock(strategy: StrategyView): number
  stop(): void
}

/** An empty list fills soon: the platform opens its spreads once it knows what a venue lists. */
export function watchSpreads(client: Client, markets: readonly DeskMarket[], onProblem: (error: unknown) => void): SpreadList {
  const venues = new Set<string>(markets.map(({ venue }) => venue))
  let known: readonly StrategyView[] = []
  let again: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function list(): Promise<void> {
    const found: StrategyView[] = []
    for await (const page of client.pages(spreadCalls.listStrategies, { query: { state: 'ACTIVE', page_size: limits.instrumentPageSize } }))
      found.push(...page.results.filter(({ venue }) => venues.has(venue)))
    known = found.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  }

  async function listNow(): Promise<void> {
    const before = known.length
    await list().catch(onProblem)
    // The lists of venues arrive one after another.
    const waitMs = known.length > before || known.length === 0 ? limits.spreadsSettleMs : limits.relistMs
    if (!isStopped) again = setTimeout(() => void listNow(), waitMs)
  }

  void listNow()
  return {
    strategies: () => known,
    ownBlock: ({ venue, base_currency: currency }) => markets.find((one) => one.venue === venue && one.currency === currency)?.blocks ?? 1,
    stop() {
      isStopped = true
      clearTimeout(again)
    },
  }
}

/** Equal on every day and in every database, unlike its id. */
export const nameOf = ({ venue, description, settlement_currency: settled }: StrategyView): string => `${venue} ${settled} ${description}`
