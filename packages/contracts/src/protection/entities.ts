import { z } from 'zod'
import { Decimal, Milliseconds, Word } from '../wire-types.ts'

export const ProtectionLimit = z
  .object({
    id: z.string(),
    product: z.string(),
    label: z.string().nullable(),
    window_ms: z.number().int(),
    frozen_ms: z.number().int().nullable().meta({ description: 'Null: until the desk resets it.' }),
    orders: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'For MMP only: the number of resting orders that executed, each counted once.' }),
    executions: z.number().int().nullable(),
    quantity: Decimal.nullable(),
    notional: Decimal.nullable().meta({ description: 'US dollars.' }),
    delta: Decimal.nullable().meta({ description: 'Coins, net.' }),
    vega: Decimal.nullable().meta({ description: 'US dollars per volatility point, net.' }),
  })
  .meta({ id: 'ProtectionLimit' })

const Use = z.object({
  used: Decimal.meta({
    description: 'For delta and vega, which are net: the largest absolute value, now or as older trades leave the window.',
  }),
  most: Decimal,
  net: Decimal.optional().meta({ description: 'For delta and vega only: the current value.' }),
})

export const ProtectionState = z
  .object({
    limit: ProtectionLimit,
    is_removed: z.boolean().meta({
      description:
        'The limit was removed, or set for another product or label, and what it froze is still frozen. Name, product and label are those at the time it triggered.',
    }),
    state: z.enum(['READY', 'FROZEN']),
    fired_by: z.string().nullable(),
    fired_at: Milliseconds.nullable(),
    frozen_until: Milliseconds.nullable(),
    use: z.record(z.string(), Use).meta({ description: 'For each measure, what counts in the window at present, and the maximum.' }),
  })
  .meta({ id: 'ProtectionState', description: 'One limit and its use. MMP is the market maker protection of a product.' })

export const TradingStop = z
  .object({ user: z.string().nullable(), user_name: z.string().nullable(), by: z.string(), why: z.string().nullable(), at: Milliseconds })
  .meta({ id: 'TradingStop', description: 'A trading stop of the desk (user null), or of one user or key.' })

export const StillCancelling = z
  .object({
    flow: z.enum(['rfqs', 'perpetuals', 'auctions']),
    user: z.string().nullable(),
    user_name: z.string().nullable(),
    since: Milliseconds,
  })
  .meta({ id: 'StillCancelling', description: 'A cancellation for the desk (user null), or for one user or key, that is not done yet.' })

export const Fence = z
  .object({ seq_group: z.number().int(), seq_num: z.number().int() })
  .meta({ id: 'Fence', description: 'Nothing that was covered fills after this sequence number of this shard.' })

export const Unreached = z
  .object({ seq_group: z.number().int(), market: z.string().meta({ description: '`DBT-BTC`: the venue and the base currency.' }) })
  .meta({ id: 'Unreached', description: 'A market that did not decide. No change there is known.' })

export const PartlyReached = z.object({ unreached: z.array(Unreached) }).meta({
  id: 'PartlyReached',
  description:
    'The markets that the call did not reach. Send the same request again with the same Idempotency-Key to continue with them. Nothing is done twice in the other markets.',
})

/** Part of the responses of calls to several markets. */
export const unreached = z.array(Unreached).optional().meta({ description: 'Only with status 207: the markets that did not decide.' })

/** Sent on the channels of both flows. */
export const ProtectionChange = z.looseObject({
  kind: z.enum(['TRIGGERED', 'RESET']),
  rate_limit_hit: z.boolean(),
  limit: z.string().meta({ description: 'The name of the limit. MMP is market maker protection.' }),
  product: z.string(),
  label: z.string().nullable(),
  measure: z
    .string()
    .meta({ description: 'The measure that reached its maximum, or had no room for another block of a quote that was about to trade.' }),
  until: Milliseconds.nullable().meta({ description: 'Null: until the desk resets it.' }),
})

/** Sent on the channels of every flow, once for each market. */
export const TradingStopChange = z.object({
  kind: z.enum(['STOPPED', 'ALLOWED']),
  seq_group: z.number().int().meta({ description: 'The market in which it applies, from the sequence number of this notification on.' }),
  user: z.string().nullable().meta({ description: 'Null: the whole desk.' }),
  user_name: z.string().nullable(),
  by: z.string(),
  why: z.string().nullable(),
  at: Milliseconds,
})

/** Sent on the channels of every flow. */
export const LimitChange = z.object({
  kind: z.enum(['SET', 'REMOVED']),
  seq_group: z.number().int().meta({ description: 'The market of its product. The name of a limit is unique there.' }),
  id: z.string(),
  limit: ProtectionLimit.nullable().meta({ description: 'Null: the limit was removed.' }),
})

/** Sent on the channels of every flow. */
export const RefusedFill = z
  .object({
    kind: z.literal('REFUSED'),
    limit: z.string().meta({ description: 'The name of the limit; MMP for market maker protection.' }),
    product: z.string(),
    label: z.string().nullable(),
    measure: z.string(),
    used: Decimal.meta({ description: 'The value of the measure when the fill arrived.' }),
    most: Decimal,
    flow: z.enum(['drfq', 'grfq', 'fs']).meta({ description: 'The flow of the quote: direct RFQs, the order book or listed spreads.' }),
    rfq_id: z
      .union([z.string(), z.number().int()])
      .meta({ description: 'A text in the direct flow, a number in the order book; for a listed spread, the id of the strategy.' }),
    order_id: z.union([z.string(), z.number().int()]).meta({ description: 'Your quote, by its id in its flow.' }),
    side: z.enum(['BUY', 'SELL']).meta({ description: 'The side of your quote.' }),
    price: Decimal,
    quantity: Decimal.meta({ description: 'The quantity of the fill that arrived.' }),
    allowed_quantity: Decimal.meta({
      description: 'The quantity for which the limit had room, in blocks; zero if there was no room for a block.',
    }),
    at: Milliseconds,
  })
  .meta({ id: 'RefusedFill', description: 'A fill of your quote that one of your limits reduced or prevented.' })

export const FencedReport = z
  .object({
    fences: z.array(Fence),
    canceled: z.object({
      count: z.number().int(),
      order_ids: z.array(z.union([z.string(), z.number()])).meta({ description: 'As the flow of each order publishes it.' }),
    }),
    unreached,
  })
  .meta({ id: 'FencedReport' })

export const Firing = z
  .object({
    kind: z.enum(['DISCONNECT', 'DEAD_MAN']).meta({
      description: 'DISCONNECT: the last socket of the key was closed. DEAD_MAN: the timeout of cancel_all_after ran out.',
    }),
    key: z.string().meta({ description: 'The key or session. Everything sent by it was covered: orders, quotes and open RFQs.' }),
    at: Milliseconds,
    canceled: z
      .object({ orders: z.number().int(), quotes: z.number().int(), rfqs: z.number().int() })
      .meta({ description: "How many of the desk's own were open in either flow." }),
    fences: z.array(Fence),
  })
  .meta({ id: 'Firing', description: 'What was cancelled while its key was not connected.' })

const ownOrders = ['REFUSE', 'CANCEL_RESTING', 'CANCEL_ARRIVING'] as const
const OwnOrders = z.enum(ownOrders)
export const OwnOrdersIn = Word(...ownOrders)

export const DeskBounds = z
  .object({
    most_notional: Decimal.nullable().meta({ description: 'US dollars per order; null for no limit.' }),
    most_deviation_percent: Decimal.nullable().meta({
      description: 'The maximum distance of a price from the mark, in per cent of the mark of the larger leg.',
    }),
    approval_above: Decimal.nullable().meta({
      description: 'US dollars per order: a second person of the desk has to approve an order above it. null if none is needed.',
    }),
    requests_per_second: z.number().int().nullable(),
    own_orders: OwnOrders.meta({
      description:
        "Self-trade prevention for orders of listed spreads that do not set their own: an order that would match one of your desk's own is refused, cancels the resting order first, or fills up to it and cancels its remainder.",
    }),
    own_most_notional: Decimal.optional().meta({
      description:
        "US dollars per order of your own, if an administrator has set a limit for you in addition to the desk's. The smaller of the two applies.",
    }),
  })
  .meta({ id: 'DeskBounds' })

export const DeskRate = z
  .object({
    name: z.string().meta({ description: 'As in [the rates](README.md): `requestsPerDesk`, `rfqsPerDesk` and others.' }),
    most: z.number().int().meta({ description: 'The number of calls within any window of this length.' }),
    within_ms: z.number().int(),
    meaning: z.string().meta({ description: 'The calls that count.' }),
  })
  .meta({ id: 'DeskRate' })

export const MarketIntegrity = z
  .object({
    quotes: z.number().int().meta({ description: 'Quotes placed and replaced since 00:00 UTC, or since the server started.' }),
    trades: z.number().int().meta({ description: 'Trades of your quotes in the same period.' }),
    rules: z
      .object({
        most_width_percent: z.number().meta({
          description:
            'From bid to ask, in per cent of the mark, or of a fifth of the largest leg’s mark if that is more. Ten ticks are always allowed.',
        }),
        free_quotes: z.number().int().meta({ description: 'The number of quotes per day that are allowed without trades.' }),
        quotes_per_trade: z.number().int().meta({ description: 'Above that number, each trade of the day allows this many quotes.' }),
        quotes_left: z.number().int().meta({ description: 'How many more quotes can be placed or replaced today.' }),
      })
      .nullable()
      .meta({ description: 'Null if they are switched off for your desk.' }),
  })
  .meta({ id: 'MarketIntegrity' })

export const PersonLimit = z
  .object({
    user: z.string().meta({ description: 'A member or an API key of the desk.' }),
    user_name: z.string(),
    is_key: z.boolean(),
    most_notional: Decimal.nullable().meta({ description: "US dollars per order; null if only the desk's limit applies." }),
  })
  .meta({ id: 'PersonLimit' })

export type FiringView = z.output<typeof Firing>
export type FenceView = z.output<typeof Fence>
export type UnreachedView = z.output<typeof Unreached>
export type ProtectionChangeView = z.output<typeof ProtectionChange>
export type ProtectionLimitView = z.output<typeof ProtectionLimit>
export type ProtectionStateView = z.output<typeof ProtectionState>
export type TradingStopView = z.output<typeof TradingStop>
export type LimitChangeView = z.output<typeof LimitChange>
export type RefusedFillView = z.output<typeof RefusedFill>
export type TradingStopChangeView = z.output<typeof TradingStopChange>
export type FencedReportView = z.output<typeof FencedReport>
export type MarketIntegrityView = z.output<typeof MarketIntegrity>
export type DeskBoundsView = z.output<typeof DeskBounds>
export type PersonLimitView = z.output<typeof PersonLimit>
