/** A taker creates an RFQ for named makers, or sends a draft of one. */
import {
  askedByGroups,
  isRefusal,
  minimumBlock,
  parseQuantity,
  quantityIncrement,
  refuse,
  type CreateRfq,
  type Refusal,
  type Rfq,
  type Side,
  type VenueCode,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { renewed, structureOf, type AskedLeg } from '../catalogue/structures.ts'
import type { ShardName } from '../engine/engine.ts'
import { marketShardOf, shardAt } from '../shards/shards.ts'
import { actorOf } from './actor.ts'
import { withCreatedRfq, withRfq, type Reply } from './answers.ts'
import { noShard } from './eligibility.ts'
import { accountFor, createFacts, desksNamed } from './facts.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import { withoutApproval } from './pre-trade-checks.ts'

export type AskedRfq = {
  readonly venue: VenueCode
  readonly quantity: string
  readonly legs: readonly AskedLeg[]
  readonly account: string | undefined
  /** By ticker or by name. If empty, the RFQ goes to the groups, or without groups to every eligible maker. */
  readonly makers: readonly string[]
  readonly groups: readonly string[]
  readonly isTakerAnonymous: boolean
  readonly label: string | undefined
  /** The taker's side, if the RFQ is one-sided. */
  readonly side: Side | undefined
  /** The default time of the audience if the taker specifies none. */
  readonly goodForMs: number | undefined
  readonly alsoAsksVenue: boolean
  readonly as: 'OPEN' | 'DRAFT'
}

type CreateNeeds = Pick<
  AudienceNeeds,
  'audience' | 'engine' | 'store' | 'marketData' | 'directory' | 'guards' | 'eligibility' | 'ids' | 'now'
>

/** The command that creates the RFQ, with the shard that decides it. */
export async function createCommand(
  { audience, engine, store, marketData, directory, guards, eligibility, ids, now }: CreateNeeds,
  caller: Caller,
  asked: AskedRfq,
): Promise<{ readonly shard: ShardName; readonly command: CreateRfq } | Refusal> {
  const { venue } = asked
  const structure = structureOf(asked.legs, venue, marketData)
  if (isRefusal(structure)) return structure
  const ineligible = eligibility(caller, audience, structure) ?? (asked.as === 'OPEN' ? guards.paused(venue) : undefined)
  if (ineligible !== undefined) return ineligible
  const { baseCurrency } = structure.legs[0]!.instrument
  const shard = shardAt(venue, baseCurrency, engine.shards)
  if (shard === undefined) return noShard(venue, baseCurrency)
  const quantity = parseQuantity(asked.quantity)
  if (quantity === undefined)
    return refuse('QuantityOffIncrement', '4.3', 'A quantity must have at most 6 decimals and be less than 9 billion.', 'quantity')
  const block = { quantityIncrement: quantityIncrement(structure), minimumBlock: minimumBlock(structure) }
  const bounded = guards.bounded(caller, { structure, venue, baseCurrency, ...block }, { quantity })
  const unbounded = asked.as === 'DRAFT' ? withoutApproval(bounded) : bounded
  if (unbounded !== undefined) return unbounded
  const account = accountFor(caller.desk, venue, asked.account, directory)
  if (typeof account === 'object') return account
  if (account === undefined) return refuse('AccountUnknown', '4.1', `Your desk has no account at ${venue}; add one first.`, 'account_name')
  const draftsOfDesk = asked.as === 'DRAFT' ? await store.draftsOf(caller.desk) : 0
  const facts = createFacts({ desk: caller.desk, venue, structure, draftsOfDesk }, directory)
  const named = desksNamed(asked.makers, directory)
  const byGroups = askedByGroups({ groups: asked.groups, makers: named }, directory.groups(caller.desk), facts.eligibleMakers)
  if (isRefusal(byGroups)) return byGroups
  const { groups, makers } = byGroups
  const command: CreateRfq = {
    kind: 'CreateRfq',
    actor: actorOf(caller),
    audience,
    id: ids.rfq(now()),
    ...{ venue, baseCurrency, structure, quantity, makers },
    ...(groups.length === 0 ? {} : { groups }),
    isTakerAnonymous: asked.isTakerAnonymous,
    account,
    ...(asked.label ? { label: asked.label } : {}),
    ...(asked.side === undefined ? {} : { side: asked.side }),
    ...(asked.goodForMs === undefined ? {} : { goodForMs: asked.goodForMs }),
    as: asked.as,
    ...(asked.alsoAsksVenue ? { alsoAsksVenue: true } : {}),
    facts,
  }
  return { shard: shard.name, command }
}

export function createCreateCommands(needs: AudienceNeeds) {
  const { audience, engine, marketData, directory, guards, eligibility } = needs
  return {
    async create<View extends object>(caller: Caller, asked: AskedRfq, { view, idempotency }: Reply<Rfq, View>): Promise<View | Refusal> {
      const made = await createCommand(needs, caller, asked)
      if (isRefusal(made)) return made
      const decided = await engine.submit(made.shard, made.command, idempotency, { view: withCreatedRfq(view) })
      return isRefusal(decided) ? decided : decided.answer
    },

    async sendDraft<View extends object>(caller: Caller, rfq: Rfq, { view, idempotency }: Reply<Rfq, View>): Promise<View | Refusal> {
      const structure = renewed(rfq.structure, marketData)
      if (isRefusal(structure) && rfq.state === 'DRAFT') return structure
      const unbounded =
        eligibility(caller, audience, rfq.structure) ?? guards.paused(rfq.venue) ?? guards.bounded(caller, rfq, { quantity: rfq.quantity! })
      if (unbounded !== undefined) return unbounded
      const facts = createFacts({ desk: caller.desk, venue: rfq.venue, structure: rfq.structure, draftsOfDesk: 0 }, directory)
      const command = { kind: 'SendDraft', actor: actorOf(caller), audience, id: rfq.id, facts } as const
      const decided = await engine.submit(marketShardOf(rfq).name, command, idempotency, { view: withRfq(view, rfq.id) })
      return isRefusal(decided) ? decided : decided.answer
    },
  }
}
