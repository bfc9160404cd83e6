/**
 * The whole state of a shard: the RFQs and the protections of one venue and base currency. A product trades in one shard only, so a desk's
 * protections for it are counted only there.
 */
import type { ProtectionCommand, ProtectionEvent, ProtectionRefusalCode, Protections } from '../protection/protection.ts'
import { noProtections } from '../protection/protections.ts'
import type { Refusal } from '../refusal.ts'
import type { CancelEverything, QuoteTwoWay, RfqCommand } from '../rfq/model/commands.ts'
import type { ListCommand } from '../rfq/model/list-commands.ts'
import type { RfqEvent } from '../rfq/model/events.ts'
import type { RfqRefusalCode } from '../rfq/model/refusal-codes.ts'
import { noRfqs, type Rfqs } from '../rfq/model/rfqs.ts'

export type Shard = { readonly rfqs: Rfqs; readonly protections: Protections }

export type ShardCommand = RfqCommand | QuoteTwoWay | ListCommand | CancelEverything | ProtectionCommand
export type ShardEvent = RfqEvent | ProtectionEvent
export type ShardRefusalCode = RfqRefusalCode | ProtectionRefusalCode
export type ShardDecision = readonly ShardEvent[] | Refusal<ShardRefusalCode>

export const emptyShard = (): Shard => ({ rfqs: noRfqs(), protections: noProtections() })
