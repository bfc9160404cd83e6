/** A decision, and its context beside the RFQ: the shard's other RFQs, the time, and the protections' guard. */
import type { Instant } from '../ids.ts'
import type { Guard } from '../protection/guard.ts'
import type { RfqEvent } from './events.ts'
import type { RfqRefusal } from './refusal-codes.ts'
import type { Rfqs } from './rfqs.ts'

export type DecisionContext = { readonly rfqs: Rfqs; readonly now: Instant; readonly guard: Guard }
export type Decision = readonly RfqEvent[] | RfqRefusal
