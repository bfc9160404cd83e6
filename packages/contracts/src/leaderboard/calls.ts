/** The leaderboard (rulebook 20): who trades and makes how much, and how makers respond. */
import { z } from 'zod'
import { call } from '../call.ts'
import { MomentIn, TextList, Word, Words } from '../wire-types.ts'
import { LeaderFillsAnswer, LeaderPreferences, LeaderResponsesAnswer, LeaderStrength, LeaderVolumes } from './entities.ts'

const BASE = '/v1/leaderboard'

const filters = {
  currencies: TextList,
  venues: Words('DBT', 'BIT', 'BYB'),
  instrument_kinds: Words('OPTION', 'FUTURE'),
  protocols: Words('D1', 'OB', 'RFQ'),
  strategies: TextList.meta({ description: 'Codes of strategies, as in `strategy_code`.' }),
  start: MomentIn.optional().meta({ description: 'ms: the whole UTC day that contains it is included. The default is thirty days ago.' }),
  end: MomentIn.optional().meta({ description: 'ms: the period ends with the day before it. The default is today.' }),
}

export const leaderVolumes = call({
  method: 'GET',
  path: `${BASE}/trade_volume/`,
  summary: 'Firms by the volume of their settled trades: as maker, as taker, or both together.',
  who: 'member',
  query: z.object({ ...filters, role: Word('MAKER', 'TAKER') }),
  answer: LeaderVolumes,
  refusals: ['PeriodInvalid'],
})

export const leaderFills = call({
  method: 'GET',
  path: `${BASE}/liquidity/fills/`,
  summary: 'Firms by the number of their fills as maker, with hit rates and price improvement.',
  who: 'member',
  query: z.object(filters),
  answer: LeaderFillsAnswer,
  refusals: ['PeriodInvalid'],
})

export const leaderResponses = call({
  method: 'GET',
  path: `${BASE}/liquidity/responses/`,
  summary: 'Firms by how often and how quickly they responded to RFQs that named them.',
  who: 'member',
  query: z.object(filters),
  answer: LeaderResponsesAnswer,
  refusals: ['PeriodInvalid'],
})

export const leaderStrengths = call({
  method: 'GET',
  path: `${BASE}/strengths/`,
  summary: 'The best rankings of your firm over the last sixty days. Only your firm can see them.',
  who: 'member',
  answer: z.object({ results: z.array(LeaderStrength) }),
})

export const getLeaderPreferences = call({
  method: 'GET',
  path: `${BASE}/preferences/`,
  summary: 'Whether your firm appears on the leaderboard under its name.',
  who: 'member',
  answer: LeaderPreferences,
})

export const setLeaderPreferences = call({
  method: 'PUT',
  path: `${BASE}/preferences/`,
  summary: "Show or hide your firm's name. Takes effect from the next UTC day.",
  who: 'administrator',
  body: z.object({ disabled_leaderboard_anonymity: z.boolean() }),
  answer: LeaderPreferences,
})
