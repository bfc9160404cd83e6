/** The leaderboard as published. Rows have no id, so that a firm without a name cannot be recognised again in another response. */
import { z } from 'zod'
import { Decimal, Milliseconds } from '../wire-types.ts'

const answered = {
  as_of: Milliseconds.nullable().meta({
    description: 'Everything that ended before this time is counted, and nothing later. Null while the figures are being recounted.',
  }),
  start: Milliseconds.meta({ description: 'The start of the first day, in UTC.' }),
  end: Milliseconds.meta({ description: 'The end of the last day.' }),
  ranked_among: z
    .enum(['ALL', 'SHOWN'])
    .meta({ description: 'ALL: anonymous firms also have ranks, whose rows are not shown. SHOWN: ranks cover only the rows shown.' }),
}
const row = {
  firm: z.string(),
  is_own: z.boolean(),
  rank: z.number().int().nullable().meta({ description: 'Null if there is too little data for a rank.' }),
  change: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Ranks gained since the previous period of the same length; null if one of the two has no rank.' }),
}
const together = 'The total of all anonymous firms, except your own; null if it is withheld.'

const volume = {
  trades: z.number().int(),
  volume_usd: Decimal,
  delta_usd: Decimal.meta({ description: 'The absolute delta of each trade in dollars.' }),
  vega_usd: Decimal.meta({ description: 'The absolute vega of each trade in dollars per volatility point.' }),
  share: Decimal.meta({ description: 'The share of the volume in dollars that is shown: "0.1984".' }),
}
const LeaderVolume = z
  .object({
    ...row,
    ...volume,
    volume_coin: z.array(z.object({ currency: z.string(), amount: Decimal })),
    line: z.array(Decimal).meta({ description: 'Dollars at each of `points`.' }),
  })
  .meta({ id: 'LeaderVolume' })

export const LeaderVolumes = z
  .object({
    ...answered,
    points: z.array(Milliseconds).meta({
      description: 'When each point of a line begins: a day, or four, sixteen or sixty-four days in a long or filtered period.',
    }),
    results: z.array(LeaderVolume),
    together: z.object(volume).nullable().meta({ description: together }),
  })
  .meta({ id: 'LeaderVolumes' })

const fills = {
  fills: z.number().int().meta({ description: 'Trades as a maker.' }),
  volume_usd: Decimal,
  quoted: z.number().int().meta({ description: 'RFQs that it responded to.' }),
  hits: z.number().int().meta({ description: 'The number of those in which a trade settled.' }),
  hit_rate: Decimal.nullable(),
  improvement_usd: Decimal.meta({ description: 'What takers saved compared with the best quote of another maker.' }),
  improvement_bps: Decimal.nullable().meta({ description: 'The same in basis points of the volume for which there was such a quote.' }),
}
const LeaderFills = z.object({ ...row, ...fills }).meta({ id: 'LeaderFills' })
export const LeaderFillsAnswer = z
  .object({ ...answered, results: z.array(LeaderFills), together: z.object(fills).nullable().meta({ description: together }) })
  .meta({ id: 'LeaderFillsAnswer' })

const responses = {
  asked: z.number().int().meta({ description: 'RFQs that named it as a maker.' }),
  quoted: z.number().int(),
  response_rate: Decimal.nullable(),
  median_ms: z.number().int().nullable().meta({ description: 'The time to the first quote, to within an eighth.' }),
  p90_ms: z.number().int().nullable().meta({ description: 'Nine of ten first quotes came within this time.' }),
}
const LeaderResponses = z.object({ ...row, ...responses }).meta({ id: 'LeaderResponses' })
export const LeaderResponsesAnswer = z
  .object({ ...answered, results: z.array(LeaderResponses), together: z.object(responses).nullable().meta({ description: together }) })
  .meta({ id: 'LeaderResponsesAnswer' })

export const LeaderStrength = z
  .object({
    measure: z.enum(['FASTEST', 'LARGEST']).meta({ description: 'By the average time to its quotes, or by its volume as a maker.' }),
    currency: z.string(),
    strategy_code: z.string(),
    rank: z.number().int(),
  })
  .meta({ id: 'LeaderStrength' })

export const LeaderPreferences = z
  .object({
    disabled_leaderboard_anonymity: z.boolean().meta({ description: "The firm's choice, in effect from `counts_from`." }),
    counts_from: Milliseconds.nullable().meta({
      description: 'The UTC day from which the last choice is in effect; null if there was none.',
    }),
    is_named_today: z.boolean(),
  })
  .meta({ id: 'LeaderPreferences' })

export type LeaderVolumesView = z.output<typeof LeaderVolumes>
export type LeaderVolumeView = z.output<typeof LeaderVolume>
export type LeaderFillsView = z.output<typeof LeaderFillsAnswer>
export type LeaderResponsesView = z.output<typeof LeaderResponsesAnswer>
export type LeaderStrengthView = z.output<typeof LeaderStrength>
export type LeaderPreferencesView = z.output<typeof LeaderPreferences>
