/** A market is opened (rulebook 10.1): one for each structure, whoever asks for it. */
import type { Instant, MarketId } from '../ids.ts'
import { refuse } from '../refusal.ts'
import { structureKey } from '../structure/key.ts'
import type { Structure } from '../structure/structure.ts'
import type { GroupCommand, GroupDecision, GroupMarket } from './group-rfq.ts'
import { MAX_OPEN_MARKETS, QUOTES_END_BEFORE_EXPIRY_MS, SHARDS_MOST } from './limits.ts'
import type { GroupMarkets } from './markets.ts'

export const firstExpiry = ({ legs }: Structure): Instant | undefined => {
  const expiries = legs.flatMap(({ instrument }) => (instrument.expiresAt === undefined ? [] : [instrument.expiresAt]))
  return expiries.length === 0 ? undefined : (Math.min(...expiries) as Instant)
}

export const quotesEnd = ({ expiresAt }: Pick<GroupMarket, 'expiresAt'>): number => (expiresAt ?? Infinity) - QUOTES_END_BEFORE_EXPIRY_MS

export function openMarket(markets: GroupMarkets, command: Extract<GroupCommand, { kind: 'OpenMarket' }>, now: Instant): GroupDecision {
  const { actor, venue, baseCurrency, structure, minimumBlock, quantityIncrement, shard } = command
  const key = structureKey(structure)
  if (markets.byKey.has(key)) return []
  if (markets.open.size >= MAX_OPEN_MARKETS)
    return refuse(
      'TooManyMarkets',
      '9.5',
      `There are ${MAX_OPEN_MARKETS} markets open here; join one of them, or come back when some have ended.`,
    )
  const expiresAt = firstExpiry(structure)
  if (expiresAt !== undefined && now >= expiresAt - QUOTES_END_BEFORE_EXPIRY_MS)
    return refuse('QuoteWindowClosed', '10.4', 'The first leg expires within a minute; a structure of later expiries is accepted.', 'legs')
  const market: GroupMarket = {
    id: (markets.nextNumber * SHARDS_MOST + shard) as MarketId,
    state: 'ACTIVE',
    venue,
    baseCurrency,
    structure,
    key,
    minimumBlock,
    quantityIncrement,
    createdBy: actor,
    createdAt: now,
    latestActivityAt: now,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
  return [{ kind: 'MarketOpened', market }]
}
