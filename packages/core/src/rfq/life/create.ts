/** Creates an RFQ or sends a draft; both pass the same checks in the same order (rulebook 4.1 to 4.7). */
import type { Quantity } from '../../decimal.ts'
import type { DeskId, Instant } from '../../ids.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { lifetimeOf, lifetimeRefusal, type Timed } from './lifetime.ts'
import { requestedQuantityRefusal } from './quantity-rules.ts'
import type { CommandOf, CreateRfq } from '../model/commands.ts'
import { LEAST_MAKERS_FOR_ANONYMOUS, MAX_DRAFTS_PER_DESK, MAX_OPEN_RFQS_PER_DESK } from '../model/limits.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import type { DecisionContext, Decision } from '../model/decision.ts'
import type { CreateFacts, Rfq } from '../model/rfq.ts'
import { countOfOwn, ownRfqsOf } from '../model/rfqs.ts'
import { similarTo } from './similar.ts'
import { venueAskRefusal } from './venue-makers.ts'

type RfqTerms = {
  readonly desk: DeskId
  readonly quantity: Quantity
  readonly makers: readonly DeskId[]
  readonly isTakerAnonymous: boolean
} & Timed

export function createRfq(command: CreateRfq, context: DecisionContext): Decision {
  const { actor, facts, quantity, isTakerAnonymous, label, groups, list } = command
  const { now } = context
  const makers = makersOf(command, countOfOwn(context.rfqs, actor.desk))
  if (isRefusal(makers)) return makers
  const rfq: Rfq = {
    id: command.id,
    audience: command.audience,
    state: command.as,
    venue: command.venue,
    baseCurrency: command.baseCurrency,
    structure: command.structure,
    quantity,
    minimumBlock: facts.minimumBlock,
    quantityIncrement: facts.quantityIncrement,
    creator: actor,
    isTakerAnonymous,
    account: command.account,
    makers: command.as === 'DRAFT' ? command.makers : makers,
    createdAt: now,
    expiresAt: expiryFrom(command, now),
    lastUpdatedAt: now,
    lastActivityAt: now,
    filled: 0 as Quantity,
    pending: 0 as Quantity,
    tradesAtVenue: 0,
    makerTotals: [],
    declines: [],
  }
  const similar = command.as === 'OPEN' ? similarTo(rfq, ownRfqsOf(context.rfqs, actor.desk)) : undefined
  const sided = command.side === undefined ? rfq : { ...rfq, side: command.side }
  const timed = lifetimeOf(command) === lifetimeOf(rfq) ? sided : { ...sided, goodForMs: lifetimeOf(command) }
  const grouped = groups === undefined ? timed : { ...timed, groups }
  const asking = command.alsoAsksVenue === undefined ? grouped : { ...grouped, alsoAsksVenue: command.alsoAsksVenue }
  const named = label === undefined ? asking : { ...asking, label }
  const labelled = list === undefined ? named : { ...named, list }
  return [{ kind: 'RfqCreated', id: rfq.id, rfq: similar === undefined ? labelled : { ...labelled, similar } }]
}

/** The first problem of a new RFQ; screens check it before they send the RFQ. */
export function createRefusal(command: CreateRfq, openRfqsOfDesk: number): RfqRefusal | undefined {
  const makers = makersOf(command, openRfqsOfDesk)
  return isRefusal(makers) ? makers : undefined
}

function makersOf({ actor, as, facts, alsoAsksVenue, ...terms }: CreateRfq, openRfqsOfDesk: number): readonly DeskId[] | RfqRefusal {
  const asked = askedMakers({ ...terms, desk: actor.desk }, facts)
  if (isRefusal(asked)) return asked
  const notAtVenue = alsoAsksVenue === undefined ? undefined : venueAskRefusal(terms)
  return notAtVenue ?? (as === 'DRAFT' ? draftsFull(facts) : openRfqsFull(openRfqsOfDesk)) ?? asked
}

export function sendDraft(rfq: Rfq, { facts }: CommandOf<'SendDraft'>, context: DecisionContext): Decision {
  const { desk } = rfq.creator
  const makers = askedMakers({ ...rfq, quantity: rfq.quantity!, desk }, facts)
  if (isRefusal(makers)) return makers
  const full = openRfqsFull(countOfOwn(context.rfqs, desk))
  if (full !== undefined) return full
  const { minimumBlock, quantityIncrement } = facts
  const at = context.now
  const expiresAt = expiryFrom(rfq, at)
  const sent = { kind: 'DraftSent', id: rfq.id, makers, minimumBlock, quantityIncrement, at, expiresAt } as const
  const similar = similarTo({ ...rfq, makers }, ownRfqsOf(context.rfqs, desk))
  return [similar === undefined ? sent : { ...sent, similar }]
}

/** Rulebook 4.8. */
const expiryFrom = (rfq: Timed, now: Instant): Instant => (now + lifetimeOf(rfq)) as Instant

/** The desks that this RFQ is sent to, or the first refusal. */
function askedMakers(asked: RfqTerms, facts: CreateFacts): readonly DeskId[] | RfqRefusal {
  if (asked.makers.includes(asked.desk))
    return refuse('OwnDesk', '4.1', 'A desk cannot send an RFQ to itself. Choose other desks.', 'counterparties')
  const badQuantity = requestedQuantityRefusal(asked.quantity, facts)
  if (badQuantity !== undefined) return badQuantity
  const strangers = asked.makers.filter((desk) => !facts.eligibleMakers.includes(desk))
  if (strangers.length > 0) return notEligible(strangers, facts)
  const makers = asked.makers.length > 0 ? eachOnce(asked.makers) : facts.eligibleMakers.filter((desk) => desk !== asked.desk)
  if (makers.length === 0) return refuse('CounterpartyMissing', '4.5', 'At least one counterparty must be specified', 'counterparties')
  if (asked.isTakerAnonymous && makers.length < LEAST_MAKERS_FOR_ANONYMOUS)
    return refuse('AnonymousNeedsThreeMakers', '4.6', 'To send an Anonymous RFQ, please select at least 3x LPs', 'counterparties')
  return lifetimeRefusal(asked) ?? makers
}

/** Usually no maker is named twice, and the list is returned unchanged. */
const eachOnce = (makers: readonly DeskId[]): readonly DeskId[] => {
  const named = new Set(makers)
  return named.size === makers.length ? makers : [...named]
}

function notEligible(strangers: readonly DeskId[], facts: CreateFacts): RfqRefusal {
  const choice = facts.eligibleMakers.length > 0 ? `choose among ${facts.eligibleMakers.join(', ')}` : 'no desk is eligible at present'
  const message = `Not an approved market maker with an account at this venue: ${strangers.join(', ')}; ${choice}.`
  return refuse('CounterpartyNotEligible', '4.4', message, 'counterparties')
}

const draftsFull = (facts: CreateFacts): RfqRefusal | undefined =>
  facts.draftsOfDesk < MAX_DRAFTS_PER_DESK
    ? undefined
    : refuse('TooManyDrafts', '9.1', `A desk can have at most ${MAX_DRAFTS_PER_DESK} drafts. Send or delete one first.`)

export const openRfqsFull = (openRfqsOfDesk: number): RfqRefusal | undefined =>
  openRfqsOfDesk < MAX_OPEN_RFQS_PER_DESK
    ? undefined
    : refuse(
        'TooManyOpenRfqs',
        '9.2',
        `A desk can have at most ${MAX_OPEN_RFQS_PER_DESK} open RFQs in one market. Wait until one closes, or cancel one.`,
      )
