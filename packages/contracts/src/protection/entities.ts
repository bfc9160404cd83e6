import { z } from 'zod'
import { Decimal, Milliseconds, Word } from '../wire-types.ts'

export const ProtectionLimit = z
  .object({
    id: z.string(),
    product: z.string(),
    label: z.string().nullable(),
    window_ms: z.number().int(),
    frozen_ms: z.number().int().nullable().meta({ description: 'Null: until the desk resets it.' }),
    orders: z.number().int().nullable().meta({ description: 'Of MMP alone: resting orders that executed, each counted once.' }),
    executions: z.number().int().nullable(),
    quantity: Decimal.nullable(),
    notional: Decimal.nullable().meta({ description: 'US dollars.' }),
    delta: Decimal.nullable().meta({ description: 'Coins, net.' }),
    vega: Decimal.nullable().meta({ description: 'US dollars for a volatility point, net.' }),
  })
  .meta({ id: 'ProtectionLimit' })

const Use = z.object({
  used: Decimal.meta({
    description: 'Of delta and vega, which are net: the furthest they stand, now or as older trades leave the window.',
  }),
  most: Decimal,
  net: Decimal.optional().meta({ description: 'Of delta and vega alone: where they stand now.' }),
})

export const ProtectionState = z
  .object({
    limit: ProtectionLimit,
    is_removed: z.boolean().meta({
      description:
        'The limit is removed, or set for another product or label, and what it has frozen is not yet free: its name, product and label are told as they were then.',
    }),
    state: z.enum(['READY', 'FROZEN']),
    fired_by: z.string().nullable(),
    fired_at: Milliseconds.nullable(),
    frozen_until: Milliseconds.nullable(),
    use: z.record(z.string(), Use).meta({ description: 'By measure: what counts in the window now, and the most.' }),
  })
  .meta({ id: 'ProtectionState', description: 'One limit with what of it is used; MMP is market maker protection of a product.' })

export const TradingStop = z
  .object({ user: z.string().nullable(), user_name: z.string().nullable(), by: z.string(), why: z.string().nullable(), at: Milliseconds })
  .meta({ id: 'TradingStop', description: 'Trading stopped for the desk (user null) or for one person or key.' })

export const Fence = z
  .object({ seq_group: z.number().int(), seq_num: z.number().int() })
  .meta({ id: 'Fence', description: 'Nothing that was covered fills after this number of this shard.' })

export const Unreached = z
  .object({ seq_group: z.number().int(), market: z.string().meta({ description: '`DBT-BTC`: the venue and the base currency.' }) })
  .meta({ id: 'Unreached', description: 'A market that did not decide: nothing is known to have changed there.' })

export const PartlyReached = z.object({ unreached: z.array(Unreached) }).meta({
  id: 'PartlyReached',
  description:
    'What a call to several markets did not reach. The same request with the same Idempotency-Key goes on with these, and does nothing twice in the others.',
})

/** In answers of calls to several markets. */
export const unreached = z.array(Unreached).optional().meta({ description: 'Only with 207: the markets that did not decide.' })

/** On the channel of either flow. */
export const ProtectionChange = z.looseObject({
  kind: z.enum(['TRIGGERED', 'RESET']),
  rate_limit_hit: z.boolean(),
  limit: z.string().meta({ description: 'The name of the limit; MMP is market maker protection.' }),
  product: z.string(),
  label: z.string().nullable(),
  measure: z.string().meta({ description: 'What reached its most, or left no room for another block of a quote that was to trade.' }),
  until: Milliseconds.nullable().meta({ description: 'Null: until the desk resets it.' }),
})

/** On the channel of every flow, once for each market. */
export const TradingStopChange = z.object({
  kind: z.enum(['STOPPED', 'ALLOWED']),
  seq_group: z.number().int().meta({ description: 'The market in which it counts, from the number of the notification on.' }),
  user: z.string().nullable().meta({ description: 'Null: the whole desk.' }),
  user_name: z.string().nullable(),
  by: z.string(),
  why: z.string().nullable(),
  at: Milliseconds,
})

/** On the channel of every flow. */
export const LimitChange = z.object({
  kind: z.enum(['SET', 'REMOVED']),
  seq_group: z.number().int().meta({ description: 'The market of its product: a limit is known by its name there.' }),
  id: z.string(),
  limit: ProtectionLimit.nullable().meta({ description: 'Null: it is removed.' }),
})

/** On the channel of every flow. */
export const RefusedFill = z
  .object({
    kind: z.literal('REFUSED'),
    limit: z.string().meta({ description: 'The name of the limit, MMP for market maker protection.' }),
    product: z.string(),
    label: z.string().nullable(),
    measure: z.string(),
    used: Decimal.meta({ description: 'Of the measure, as the limit counted it when the fill came.' }),
    most: Decimal,
    flow: z.enum(['drfq', 'grfq', 'fs']).meta({ description: 'Of the quote: direct RFQs, the order book, or listed spreads.' }),
    rfq_id: z
      .union([z.string(), z.number().int()])
      .meta({ description: 'A text in the direct flow, a number in the order book; of a listed spread the id of the strategy.' }),
    order_id: z.union([z.string(), z.number().int()]).meta({ description: 'Your quote, by the id that it has in its flow.' }),
    side: z.enum(['BUY', 'SELL']).meta({ description: 'Of your quote.' }),
    price: Decimal,
    quantity: Decimal.meta({ description: 'Of the fill that came.' }),
    allowed_quantity: Decimal.meta({ description: 'As much as the limit has room for, in blocks; zero where it has none for a block.' }),
    at: Milliseconds,
  })
  .meta({ id: 'RefusedFill', description: 'A fill of your quote that a limit of yours made smaller or kept from being made.' })

export const FencedReport = z
  .object({
    fences: z.array(Fence),
    canceled: z.object({ count: z.number().int(), order_ids: z.array(z.union([z.string(), z.number()])) }),
    unreached,
  })
  .meta({ id: 'FencedReport' })

export const Firing = z
  .object({
    kind: z.enum(['DISCONNECT', 'DEAD_MAN']).meta({
      description: 'DISCONNECT: the last socket of the key was gone. DEAD_MAN: the time of cancel_all_after ran out.',
    }),
    key: z
      .string()
      .meta({ description: 'The key or session. Everything that came through it was covered: orders, quotes, open requests.' }),
    at: Milliseconds,
    canceled: z
      .object({ orders: z.number().int(), quotes: z.number().int(), rfqs: z.number().int() })
      .meta({ description: "How many of the desk's own were open in either flow." }),
    fences: z.array(Fence),
  })
  .meta({ id: 'Firing', description: 'What was cancelled while its key was not there to hear of it.' })

const ownOrders = ['REFUSE', 'CANCEL_RESTING', 'CANCEL_ARRIVING'] as const
const OwnOrders = z.enum(ownOrders)
export const OwnOrdersIn = Word(...ownOrders)

export const DeskBounds = z
  .object({
    most_notional: Decimal.nullable().meta({ description: 'US dollars of one order; null is no limit.' }),
    most_deviation_percent: Decimal.nullable().meta({
      description: 'How far from the mark a price may be, per cent of the mark of the larger leg.',
    }),
    requests_per_second: z.number().int().nullable(),
    own_orders: OwnOrders.meta({
      description:
        'What becomes of an order of a listed spread that would meet one of your desk and does not say: it is refused, cancels that one first, or ends before it.',
    }),
    own_most_notional: Decimal.optional().meta({
      description:
        'US dollars of one order of your own, where an administrator has limited you beside the desk; the smaller of the two holds.',
    }),
  })
  .meta({ id: 'DeskBounds' })

export const DeskRate = z
  .object({
    name: z.string().meta({ description: 'As in [the rates](README.md): `requestsPerDesk`, `rfqsPerDesk` and others.' }),
    most: z.number().int().meta({ description: 'Calls within any such time.' }),
    within_ms: z.number().int(),
    meaning: z.string().meta({ description: 'Which calls count.' }),
  })
  .meta({ id: 'DeskRate' })

export const MarketIntegrity = z
  .object({
    quotes: z.number().int().meta({ description: 'Quotes placed and replaced since 00:00 UTC, or since the server started.' }),
    trades: z.number().int().meta({ description: 'Trades of your quotes in the same time.' }),
    rules: z
      .object({
        most_width_percent: z.number().meta({
          description:
            'From bid to ask, per cent of the mark, or of a fifth of the largest leg’s where that is more; ten ticks are never too wide.',
        }),
        free_quotes: z.number().int().meta({ description: 'Quotes of a day that need no trade.' }),
        quotes_per_trade: z
          .number()
          .int()
          .meta({ description: 'Beyond the free ones, each trade of the day makes room for so many quotes.' }),
        quotes_left: z.number().int().meta({ description: 'How many more may be placed or replaced today.' }),
      })
      .nullable()
      .meta({ description: 'Null where they are off for your desk.' }),
  })
  .meta({ id: 'MarketIntegrity' })

export const PersonLimit = z
  .object({
    user: z.string().meta({ description: 'A member or an API key of the desk.' }),
    user_name: z.string(),
    is_key: z.boolean(),
    most_notional: Decimal.nullable().meta({ description: 'US dollars of one order; null where the desk alone limits it.' }),
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
