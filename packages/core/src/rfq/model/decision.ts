/** A decision, and its context in addition to the RFQ: the shard's other RFQs, the time, the protections' guard, and how numbers are assigned. */
import type { Instant } from '../../ids.ts'
import type { Guard } from '../../protection/guard.ts'
import type { RfqEvent } from './events.ts'
import type { RfqRefusal } from './refusal-codes.ts'
import type { NumberIn, Rfqs } from './rfqs.ts'

export type DecisionContext = { readonly rfqs: Rfqs; readonly now: Instant; readonly guard: Guard; readonly numberIn: NumberIn }
export type Decision = readonly RfqEvent[] | RfqRefusal
