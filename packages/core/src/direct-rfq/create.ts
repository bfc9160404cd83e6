/** A request comes to be, or a draft is sent; both pass the same checks in the same order (rulebook 4.1 to 4.7). */
import { formatQuantity, type Quantity } from '../decimal.ts'
import type { DeskId, Instant } from '../ids.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import type { CreateFacts, Decision, DirectRfq, DirectRfqCommand, DirectRfqRefusal, Moment } from './direct-rfq.ts'
import { LEAST_MAKERS_FOR_ANONYMOUS, MAX_DRAFTS_PER_DESK, MAX_OPEN_RFQS_PER_DESK, RFQ_LIFETIME_MS } from './limits.ts'
import { similarTo } from './similar.ts'

type Command<Kind extends DirectRfqCommand['kind']> = Extract<DirectRfqCommand, { kind: Kind }>
type Asked = { readonly desk: DeskId; readonly quantity: Quantity; readonly makers: readonly DeskId[]; readonly isTakerAnonymous: boolean }
type CreateRefusal = Refusal<DirectRfqRefusal>

export function createRfq(command: Command<'CreateRfq'>, moment: Moment): Decision {
  const { actor, facts, quantity, isTakerAnonymous, label } = command
  const makers = askedMakers({ desk: actor.desk, quantity, makers: command.makers, isTakerAnonymous }, facts)
  if (isRefusal(makers)) return makers
  const full = command.as === 'DRAFT' ? draftsFull(facts) : openRfqsFull(moment)
  if (full !== undefined) return full
  const rfq: DirectRfq = {
    id: command.id,
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
    createdAt: moment.now,
    expiresAt: expiryFrom(moment.now),
    lastUpdatedAt: moment.now,
    orders: [],
    trades: [],
  }
  const similar = command.as === 'OPEN' ? similarTo(rfq, moment.requestsOfDesk?.() ?? []) : undefined
  const labelled = label === undefined ? rfq : { ...rfq, label }
  return [{ kind: 'RfqCreated', rfq: similar === undefined ? labelled : { ...labelled, similar } }]
}

export function sendDraft(rfq: DirectRfq, command: Command<'SendDraft'>, moment: Moment): Decision {
  const { facts } = command
  const makers = askedMakers({ ...rfq, desk: rfq.creator.desk }, facts)
  if (isRefusal(makers)) return makers
  const full = openRfqsFull(moment)
  if (full !== undefined) return full
  const { minimumBlock, quantityIncrement } = facts
  const at = moment.now
  const sent = { kind: 'DraftSent', id: rfq.id, makers, minimumBlock, quantityIncrement, at, expiresAt: expiryFrom(at) } as const
  const similar = similarTo({ ...rfq, makers }, moment.requestsOfDesk?.() ?? [])
  return [similar === undefined ? sent : { ...sent, similar }]
}

const expiryFrom = (now: Instant): Instant => (now + RFQ_LIFETIME_MS) as Instant

/** The desks this request goes to, or the first thing that is wrong with it. */
function askedMakers(asked: Asked, facts: CreateFacts): readonly DeskId[] | CreateRefusal {
  if (asked.makers.includes(asked.desk)) return refuse('OwnDesk', '4.1', 'A desk does not ask itself; name other desks.', 'counterparties')
  const badQuantity = quantityRefusal(asked.quantity, facts)
  if (badQuantity !== undefined) return badQuantity
  const strangers = asked.makers.filter((desk) => !facts.eligibleMakers.includes(desk))
  if (strangers.length > 0) return notEligible(strangers, facts)
  const makers = asked.makers.length > 0 ? eachOnce(asked.makers) : facts.eligibleMakers.filter((desk) => desk !== asked.desk)
  if (makers.length === 0) return refuse('CounterpartyMissing', '4.5', 'At least one counterparty must be specified', 'counterparties')
  if (asked.isTakerAnonymous && makers.length < LEAST_MAKERS_FOR_ANONYMOUS)
    return refuse('AnonymousNeedsThreeMakers', '4.6', 'To send an Anonymous RFQ, please select at least 3x LPs', 'counterparties')
  return makers
}

/** Mostly nobody is named twice. */
const eachOnce = (makers: readonly DeskId[]): readonly DeskId[] => {
  const named = new Set(makers)
  return named.size === makers.length ? makers : [...named]
}

function notEligible(strangers: readonly DeskId[], facts: CreateFacts): CreateRefusal {
  const choice = facts.eligibleMakers.length > 0 ? `choose among ${facts.eligibleMakers.join(', ')}` : 'no desk is, at present'
  const message = `Not an approved market maker with an account at this venue: ${strangers.join(', ')}; ${choice}.`
  return refuse('CounterpartyNotEligible', '4.4', message, 'counterparties')
}

function quantityRefusal(quantity: Quantity, { minimumBlock, quantityIncrement }: CreateFacts): CreateRefusal | undefined {
  if (quantity <= 0 || quantity < minimumBlock)
    return refuse(
      'QuantityBelowBlockMinimum',
      '4.2',
      `The smallest block of this structure is ${formatQuantity(minimumBlock)}.`,
      'quantity',
    )
  if (quantity % quantityIncrement !== 0)
    return refuse('QuantityOffIncrement', '4.3', `The quantity comes in steps of ${formatQuantity(quantityIncrement)}.`, 'quantity')
  return undefined
}

const draftsFull = (facts: CreateFacts): CreateRefusal | undefined =>
  facts.draftsOfDesk < MAX_DRAFTS_PER_DESK
    ? undefined
    : refuse('TooManyDrafts', '9.1', `A desk keeps at most ${MAX_DRAFTS_PER_DESK} drafts; send or delete one first.`)

const openRfqsFull = (moment: Moment): CreateRefusal | undefined =>
  moment.openRfqsOfDesk < MAX_OPEN_RFQS_PER_DESK
    ? undefined
    : refuse('TooManyOpenRfqs', '9.2', `A desk has at most ${MAX_OPEN_RFQS_PER_DESK} requests open in one market; let one end first.`)
