/** Opens an RFQ that has no creator (rulebook 10.1). There is one for each structure; opening it again joins it. */
import type { Quantity } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { refuse } from '../../refusal.ts'
import { structureKey } from '../../structure/key.ts'
import type { Structure } from '../../structure/structure.ts'
import { marketModels } from '../model/market-model.ts'
import type { OpenRfq } from '../model/commands.ts'
import { MAX_OPEN_BOOKS } from '../model/limits.ts'
import type { DecisionContext, Decision } from '../model/decision.ts'
import type { Rfq } from '../model/rfq.ts'
import { rfqIdOf } from '../model/rfqs.ts'

const firstExpiry = ({ legs }: Structure): Instant | undefined => {
  const expiries = legs.flatMap(({ instrument }) => (instrument.expiresAt === undefined ? [] : [instrument.expiresAt]))
  return expiries.length === 0 ? undefined : (Math.min(...expiries) as Instant)
}

export function openRfq(
  { actor, audience, venue, baseCurrency, structure, ...command }: OpenRfq,
  { rfqs, now, numberIn }: DecisionContext,
): Decision {
  const key = keyOf(audience, structure)
  if (rfqs.byKey.has(key)) return []
  if (rfqs.byKey.size >= MAX_OPEN_BOOKS)
    return refuse(
      'TooManyMarkets',
      '9.5',
      `${MAX_OPEN_BOOKS} markets are already open here. Join one of them, or try again when some have ended.`,
    )
  const expiresAt = firstExpiry(structure)
  if (isQuoteWindowClosed(audience, expiresAt, now))
    return refuse('QuoteWindowClosed', '10.4', 'The first leg expires within a minute. Choose a structure with later expiries.', 'legs')
  const number = numberIn(command.shard, rfqs.nextNumber)
  const rfq: Rfq = {
    id: rfqIdOf(number),
    number,
    audience,
    state: 'OPEN',
    venue,
    baseCurrency,
    structure,
    key,
    minimumBlock: command.minimumBlock,
    quantityIncrement: command.quantityIncrement,
    ...(command.priceTick === undefined ? {} : { priceTick: command.priceTick }),
    creator: actor,
    isTakerAnonymous: false,
    makers: [],
    createdAt: now,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    lastUpdatedAt: now,
    lastActivityAt: now,
    filled: 0 as Quantity,
    pending: 0 as Quantity,
    tradesAtVenue: 0,
    makerTotals: [],
    declines: [],
  }
  return [{ kind: 'RfqCreated', id: rfq.id, rfq }]
}

/** The same two futures can be an order-book market and a listed spread. */
const keyOf = (audience: Rfq['audience'], structure: Structure): string =>
  marketModels[audience].opener === 'PLATFORM' ? `${audience} ${structureKey(structure)}` : structureKey(structure)

/** Rulebook 10.4: quotes are accepted until shortly before the first leg expires. */
export function isQuoteWindowClosed(audience: Rfq['audience'], expiresAt: Instant | undefined, now: Instant): boolean {
  const { life } = marketModels[audience]
  return life.until !== 'FIXED' && expiresAt !== undefined && now >= expiresAt - life.quotesEndBeforeMs
}
