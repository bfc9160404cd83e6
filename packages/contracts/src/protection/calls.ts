/** The protections of a desk, over every shard and every kind of RFQ. */
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
  TradingStop,
  unreached,
} from './entities.ts'

const BASE = '/v2/protection'
const id = z.object({ id: Text(64) })

export const getProtection = call({
  method: 'GET',
  path: `${BASE}/status/`,
  summary:
    "Your desk's protections: limits with their use, what is frozen, stops, the dead man's time of your key, and what was cancelled when a key went or its time ran out.",
  who: 'member',
  answer: z.object({
    rate_limit_hit: z.boolean(),
    limits: z.array(ProtectionState),
    stops: z.array(TradingStop),
    cancel_all_at: z.number().int().nullable(),
    fired: z.array(Firing).meta({
      description:
        'The last of each kind for each key, of the last day, the newest first: what its fences say was cancelled while it was gone.',
    }),
    server_time: z.number().int(),
  }),
})
export const setLimit = call({
  method: 'PUT',
  path: `${BASE}/limits/{id}/`,
  summary:
    'Set a limit under a name of your own, for a product or the quotes in it that carry a label. It counts at once, for quotes that rest and for those that come and cross; an order or IOC quote of yours, which takes, is not counted. It fires when it is reached, or when it keeps a quote from trading and leaves no room for another block of it. A name that stands in another market moves; where that market is away both guard, and the older one is taken away when it is back, whether you ask again or not.',
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
  summary: 'Thaw what a protection has frozen: everything, or one product, or one limit.',
  who: 'trader',
  effect: 'protect',
  refusesUnknown: true,
  body: z.object({ product: Text(8).nullish(), limit: Text(64).nullish() }).optional(),
  answer: FencedReport,
  partly: PartlyReached,
  refusals: ['ProductDisabled'],
})
export const cancelAll = call({
  method: 'POST',
  path: `${BASE}/cancel_all/`,
  summary: 'Cancel everything of your desk that fits all that is named, in every flow. Nothing of it fills after the fences in the answer.',
  who: 'trader',
  effect: 'cancel',
  refusesUnknown: true,
  body: z
    .object({
      flow: z.enum(['drfq', 'ob', 'fs']).nullish(),
      product: Text(8).nullish(),
      rfq_id: z.union([Text(64), z.number().int()]).nullish(),
      side: Side.nullish(),
      price: DecimalIn.nullish(),
      label: Text(limits.labelCharacters).nullish(),
      key: Text(64).nullish().meta({
        description:
          'own: only what came through the calling key or session; mine: all of the calling person, in every sign-in; or the id of a key of your desk.',
      }),
      include_rfqs: z.boolean().nullish().meta({ description: 'Open requests of your desk too.' }),
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
    "The dead man's switch of your key or session: everything that came through it is cancelled after `timeout` ms, unless it is set anew; 0 ends it.",
  who: 'trader',
  effect: 'protect',
  body: z.object({ timeout: IntegerIn }),
  answer: z.object({ cancel_all_at: z.number().int().nullable(), server_time: z.number().int(), unreached }),
  partly: PartlyReached,
  refusals: ['LimitInvalid'],
})
export const stopTrading = call({
  method: 'POST',
  path: `${BASE}/stop/`,
  summary:
    'The kill switch: cancel everything of the desk, or of one person or key of it, and take nothing more until it is allowed again.',
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
    'The kill switch for oneself: cancel everything of the calling person or key, and take nothing more of it until an administrator allows it again.',
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
  summary: 'Allow trading again after a stop.',
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
    'How often your desk may call: the published rates, or those that the operator has set for this installation or for your desk. Each is a window that rolls.',
  who: 'member',
  answer: z.object({ results: z.array(DeskRate) }),
})
export const getMarketIntegrity = call({
  method: 'GET',
  path: `${BASE}/integrity/`,
  summary:
    'What your desk has quoted and traded today, and the rules of market integrity that its quotes are held to (rulebook 11.12, 11.13).',
  who: 'member',
  answer: MarketIntegrity,
})
export const getDeskBounds = call({
  method: 'GET',
  path: `${BASE}/bounds/`,
  summary: "Your desk's own bounds against slips of the finger.",
  who: 'member',
  answer: DeskBounds,
})
export const setDeskBounds = call({
  method: 'PUT',
  path: `${BASE}/bounds/`,
  summary: "Set the desk's bounds; they count at once and the change is in the audit log.",
  who: 'administrator',
  stepUp: 'password',
  body: z.object({
    most_notional: DecimalIn.nullable(),
    most_deviation_percent: DecimalIn.nullable(),
    own_orders: OwnOrdersIn.meta({ description: 'Stays as it is unless said.' }),
  }),
  answer: DeskBounds,
  refusals: ['LimitInvalid'],
})
export const getPersonLimits = call({
  method: 'GET',
  path: `${BASE}/bounds/people/`,
  summary: 'The most notional of one order of each member and each API key of your desk.',
  who: 'administrator',
  answer: z.object({ results: z.array(PersonLimit) }),
})
export const setPersonLimit = call({
  method: 'PUT',
  path: `${BASE}/bounds/people/{id}/`,
  summary: "Limit one order of a member or an API key, beside the desk's bounds; null lifts it. It counts at once and is in the audit log.",
  who: 'administrator',
  stepUp: 'password',
  params: id,
  body: z.object({ most_notional: DecimalIn.nullable() }),
  answer: PersonLimit,
  refusals: ['LimitInvalid', 'NotFound'],
})
