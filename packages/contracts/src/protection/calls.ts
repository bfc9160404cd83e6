/** The protections of a desk, over all shards and kinds of RFQ. */
import { z } from 'zod'
import { call } from '../call.ts'
import { limits } from '../limits.ts'
import { DecimalIn, IntegerIn, Side, Text } from '../wire-types.ts'
import {
  DeskBounds,
  DeskRate,
  FencedReport,
  MarketIntegrity,
  OwnOrdersIn,
  Firing,
  PartlyReached,
  PersonLimit,
  ProtectionLimit,
  ProtectionState,
  StillCancelling,
  TradingStop,
  unreached,
} from './entities.ts'

const BASE = '/v2/protection'
const id = z.object({ id: Text(64) })

export const getProtection = call({
  method: 'GET',
  path: `${BASE}/status/`,
  summary:
    "Your desk's protections: limits and how much of each is used, what is frozen, trading stops, your key's dead man's switch, and what was cancelled when a key disconnected or its timeout expired.",
  who: 'member',
  answer: z.object({
    rate_limit_hit: z.boolean(),
    limits: z.array(ProtectionState),
    stops: z.array(TradingStop),
    cancel_all_at: z.number().int().nullable(),
    fired: z.array(Firing).meta({
      description:
        'The last cancellation of each kind for each key in the last day, newest first. The fences show what was cancelled while the key was away.',
    }),
    still_cancelling: z.array(StillCancelling).meta({
      description:
        'Cancellations after a stop or the end of access that could not be carried out yet, because a market, the venue or the database did not answer. They are tried again until they are done. Until then, what they cover may still fill.',
    }),
    server_time: z.number().int(),
  }),
})
export const setLimit = call({
  method: 'PUT',
  path: `${BASE}/limits/{id}/`,
  summary:
    'Set a limit under your own name, for a product or for the quotes in it with a given label. It takes effect immediately. It covers quotes that rest and quotes that cross on arrival; your aggressor orders and IOC quotes are not counted. It triggers when it is reached, or when it stops a quote from trading and has no room for another block of it. A limit whose name exists in another market moves to the new one. If that market is unavailable, both limits protect, and the older one is removed when the market is back, whether or not you call again.',
  who: 'trader',
  effect: 'protect',
  params: id,
  body: z.object({
    product: Text(8),
    label: Text(limits.labelCharacters).nullish(),
    window_ms: IntegerIn,
    frozen_ms: IntegerIn.nullish(),
    executions: IntegerIn.nullish(),
    quantity: DecimalIn.nullish(),
    notional: DecimalIn.nullish(),
    delta: DecimalIn.nullish(),
    vega: DecimalIn.nullish(),
  }),
  answer: ProtectionLimit,
  partly: PartlyReached,
  refusals: ['LimitInvalid', 'TooManyLimits', 'ProductDisabled'],
})
export const removeLimit = call({
  method: 'DELETE',
  path: `${BASE}/limits/{id}/`,
  summary: 'Remove a limit.',
  who: 'trader',
  effect: 'protect',
  params: id,
  status: 204,
  answer: z.undefined(),
  partly: PartlyReached,
  refusals: ['LimitUnknown'],
})
export const resetProtection = call({
  method: 'POST',
  path: `${BASE}/reset/`,
  summary: 'Reset what a protection has frozen: everything, one product or one limit.',
  who: 'trader',
  effect: 'protect',
  refusesUnknown: true,
  body: z
    .object({ product: Text(8).nullish(), limit: Text(64).nullish().meta({ description: 'The name of a limit, or MMP.' }) })
    .optional(),
  answer: FencedReport,
  partly: PartlyReached,
  refusals: ['ProductDisabled', 'LimitUnknown'],
})
export const cancelAll = call({
  method: 'POST',
  path: `${BASE}/cancel_all/`,
  summary:
    'Cancel everything of your desk that matches all given filters, in every flow. Nothing that was cancelled fills after the fences in the response.',
  who: 'trader',
  effect: 'cancel',
  refusesUnknown: true,
  body: z
    .object({
      flow: z.enum(['drfq', 'ob', 'fs']).nullish(),
      product: Text(8).nullish(),
      rfq_id: z
        .union([Text(64), z.number().int()])
        .nullish()
        .meta({ description: 'As its flow publishes it: the id of a direct RFQ, the number of an order-book RFQ or the id of a spread.' }),
      side: Side.nullish(),
      price: DecimalIn.nullish(),
      label: Text(limits.labelCharacters).nullish(),
      key: Text(64).nullish().meta({
        description:
          'own: only orders sent by the calling key or session. mine: all orders of the calling user, in every session. Or the id of a key or a user of your desk.',
      }),
      include_rfqs: z.boolean().nullish().meta({ description: "Also cancels your desk's open RFQs." }),
    })
    .optional(),
  answer: FencedReport,
  partly: PartlyReached,
  refusals: ['NotFound', 'ProductDisabled', 'PriceOffTick'],
})
export const cancelAllAfter = call({
  method: 'POST',
  path: `${BASE}/cancel_all_after/`,
  summary:
    "Set the dead man's switch of your key or session: everything it has sent is cancelled after `timeout` ms, unless you repeat the call before then. 0 turns the switch off.",
  who: 'trader',
  effect: 'protect',
  body: z.object({ timeout: IntegerIn.meta({ description: 'ms: from 1,000 to 3,600,000, or 0.' }) }),
  answer: z.object({ cancel_all_at: z.number().int().nullable(), server_time: z.number().int(), unreached }),
  partly: PartlyReached,
  refusals: ['LimitInvalid'],
})
export const stopTrading = call({
  method: 'POST',
  path: `${BASE}/stop/`,
  summary: 'The kill switch: cancel everything of the desk, or of one user or key, and accept nothing more until trading is resumed.',
  who: 'administrator',
  effect: 'cancel',
  refusesUnknown: true,
  body: z.object({ user: Text(64).nullish(), why: Text(200).nullish() }).optional(),
  answer: FencedReport,
  partly: PartlyReached,
  refusals: ['NotFound'],
})
export const stopOwnTrading = call({
  method: 'POST',
  path: `${BASE}/stop_me/`,
  summary:
    'Your own kill switch: cancel everything of the calling user or key, and accept nothing more from it until an administrator resumes its trading.',
  who: 'trader',
  effect: 'cancel',
  refusesUnknown: true,
  body: z.object({ why: Text(200).nullish() }).optional(),
  answer: FencedReport,
  partly: PartlyReached,
  refusals: [],
})
export const allowTrading = call({
  method: 'POST',
  path: `${BASE}/allow/`,
  summary: 'Resume trading after a stop.',
  who: 'administrator',
  stepUp: 'password',
  refusesUnknown: true,
  body: z.object({ user: Text(64).nullish() }).optional(),
  answer: FencedReport,
  partly: PartlyReached,
  refusals: ['NotFound', 'TradingIsStopped'],
})
export const getRates = call({
  method: 'GET',
  path: `${BASE}/rates/`,
  summary:
    "Your desk's rate limits: the published ones, or those that the operator has set for this installation or your desk. Each one is a rolling window.",
  who: 'member',
  answer: z.object({ results: z.array(DeskRate) }),
})
export const getMarketIntegrity = call({
  method: 'GET',
  path: `${BASE}/integrity/`,
  summary:
    'The number of quotes and trades of your desk today, and the market integrity rules that apply to its quotes (rulebook 11.12, 11.13).',
  who: 'member',
  answer: MarketIntegrity,
})
export const getDeskBounds = call({
  method: 'GET',
  path: `${BASE}/bounds/`,
  summary: "Your desk's own pre-trade limits against input errors.",
  who: 'member',
  answer: DeskBounds,
})
export const setDeskBounds = call({
  method: 'PUT',
  path: `${BASE}/bounds/`,
  summary: "Set the desk's pre-trade limits. They take effect immediately, and the change is in the audit log.",
  who: 'administrator',
  stepUp: 'password',
  body: z.object({
    most_notional: DecimalIn.nullable(),
    most_deviation_percent: DecimalIn.nullable(),
    approval_above: DecimalIn.nullish().meta({
      description: 'The notional in US dollars above which a second person has to approve an order. null removes it; unchanged if omitted.',
    }),
    own_orders: OwnOrdersIn.meta({ description: 'Unchanged if omitted.' }),
  }),
  answer: DeskBounds,
  refusals: ['LimitInvalid'],
})
export const getPersonLimits = call({
  method: 'GET',
  path: `${BASE}/bounds/people/`,
  summary: 'The maximum notional of one order for each member and each API key of your desk.',
  who: 'administrator',
  answer: z.object({ results: z.array(PersonLimit) }),
})
export const setPersonLimit = call({
  method: 'PUT',
  path: `${BASE}/bounds/people/{id}/`,
  summary:
    "Set the maximum notional of one order for a member or an API key, in addition to the desk's limits. null removes it. It takes effect immediately and is in the audit log.",
  who: 'administrator',
  stepUp: 'password',
  params: id,
  body: z.object({ most_notional: DecimalIn.nullable() }),
  answer: PersonLimit,
  refusals: ['LimitInvalid', 'NotFound'],
})
