/** Requests are created, sent and cancelled: parse, gather facts, submit, present. */
import {
  isRefusal,
  parseQuantity,
  minimumBlock,
  quantityIncrement,
  refuse,
  seatOf,
  type Actor,
  type DeclineReason,
  type Refusal,
  type RfqId,
  type VenueCode,
} from '@parley/core'
import type { RfqView } from '@parley/contracts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { accountFor, createFacts, desksNamed, renewed, structureOf, type AskedLeg } from './facts.ts'
import type { Needs } from './needs.ts'
import { marketShardOf, shardAt } from '../market/shards.ts'
import { presentRfq } from './wire.ts'

export type CreateRfqBody = {
  readonly venue: VenueCode
  readonly quantity: string
  readonly legs: readonly AskedLeg[]
  readonly account_name?: string | null | undefined
  readonly counterparties?: readonly string[] | null | undefined
  readonly is_taker_anonymous?: boolean | null | undefined
  readonly label?: string | null | undefined
  readonly state?: 'OPEN' | 'DRAFT' | null | undefined
}

export type DeclineBody = { readonly reason: DeclineReason; readonly text?: string | null | undefined }

export const actorOf = ({ desk, user, via }: Caller): Actor => ({ desk, user, via })

export const notFound = (what: string): Refusal => refuse('NotFound', '', `There is no ${what} of this id that your desk may see.`, 'id')

export function createRfqCommands({ engine, store, marketData, directory, guards, ids, now }: Needs) {
  return {
    async createRfq(caller: Caller, body: CreateRfqBody, idempotency?: Idempotency): Promise<RfqView | Refusal> {
      const { venue } = body
      const structure = structureOf(body.legs, venue, marketData)
      if (isRefusal(structure)) return structure
      const { baseCurrency } = structure.legs[0]!.instrument
      const shard = shardAt(venue, baseCurrency)
      if (shard === undefined) return refuse('ProductDisabled', '3.1', `There is no market in ${baseCurrency} at ${venue}.`, 'legs')
      const quantity = parseQuantity(body.quantity)
      if (quantity === undefined)
        return refuse('QuantityOffIncrement', '4.3', 'A quantity has at most 6 decimals and is below 9 thousand million.', 'quantity')
      const asked = {
        structure,
        venue,
        baseCurrency,
        quantityIncrement: quantityIncrement(structure),
        minimumBlock: minimumBlock(structure),
      }
      const unbounded = guards.bounded(caller.desk, asked, { quantity })
      if (unbounded !== undefined) return unbounded
      const account = accountFor(caller.desk, venue, body.account_name, directory)
      if (typeof account === 'object') return account
      if (account === undefined)
        return refuse('AccountUnknown', '4.1', `Your desk has no account at ${venue}; add one first.`, 'account_name')
      const draftsOfDesk = body.state === 'DRAFT' ? await store.draftsOf(caller.desk) : 0
      const decided = await engine.submit(
        shard.name,
        {
          kind: 'CreateRfq',
          actor: actorOf(caller),
          id: ids.rfq(now()),
          venue,
          baseCurrency,
          structure,
          quantity,
          makers: desksNamed(body.counterparties ?? [], directory),
          isTakerAnonymous: body.is_taker_anonymous ?? false,
          account,
          ...(body.label ? { label: body.label } : {}),
          as: body.state ?? 'OPEN',
          facts: createFacts({ desk: caller.desk, venue, structure, draftsOfDesk }, directory),
        },
        idempotency,
      )
      if (isRefusal(decided)) return decided
      const created = decided.events.find((event) => event.kind === 'RfqCreated')
      if (created === undefined) throw new Error('a request was created without an event that says so')
      return presentRfq(created.rfq, caller.desk)!
    },

    async sendDraft(caller: Caller, id: string, idempotency?: Idempotency): Promise<RfqView | Refusal> {
      const rfq = await store.rfq(id)
      if (rfq === undefined || seatOf(rfq, caller.desk) === undefined) return notFound('RFQ')
      const structure = renewed(rfq.structure, marketData)
      if (isRefusal(structure) && rfq.state === 'DRAFT') return structure
      const unbounded = guards.bounded(caller.desk, rfq, { quantity: rfq.quantity })
      if (unbounded !== undefined) return unbounded
      const facts = createFacts({ desk: caller.desk, venue: rfq.venue, structure: rfq.structure, draftsOfDesk: 0 }, directory)
      const command = { kind: 'SendDraft', actor: actorOf(caller), id: rfq.id, facts } as const
      const decided = await engine.submit(marketShardOf(rfq).name, command, idempotency)
      if (isRefusal(decided)) return decided
      return presentRfq((await store.rfq(id)) ?? rfq, caller.desk)!
    },

    async declineRfq(caller: Caller, id: string, { reason, text }: DeclineBody, idempotency?: Idempotency): Promise<RfqView | Refusal> {
      const rfq = await store.rfq(id)
      if (rfq === undefined || seatOf(rfq, caller.desk) === undefined) return notFound('RFQ')
      const said = text?.trim()
      const command = { kind: 'DeclineRfq', actor: actorOf(caller), id: rfq.id, reason, ...(said ? { text: said } : {}) } as const
      const decided = await engine.submit(marketShardOf(rfq).name, command, idempotency)
      if (isRefusal(decided)) return decided
      return presentRfq((await store.rfq(id)) ?? rfq, caller.desk)!
    },

    async cancelRfq(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const rfq = await store.rfq(id)
      if (rfq === undefined || seatOf(rfq, caller.desk) === undefined) return notFound('RFQ')
      const decided = await engine.submit(
        marketShardOf(rfq).name,
        { kind: 'CancelRfq', actor: actorOf(caller), id: id as RfqId },
        idempotency,
      )
      return isRefusal(decided) ? decided : undefined
    },
  }
}
