/** The leaderboard (rulebook 20): who trades and makes how much, and how makers respond. */
import { z } from 'zod'
import { call } from '../call.ts'
import { IntegerIn, TextList, Word, Words } from '../wire-types.ts'
import { LeaderFillsAnswer, LeaderPreferences, LeaderResponsesAnswer, LeaderStrength, LeaderVolumes } from './entities.ts'

const BASE = '/v1/leaderboard'

const filters = {
  currencies: TextList,
  venues: Words('DBT', 'BIT', 'BYB'),
  instrument_kinds: Words('OPTION', 'FUTURE'),
  protocols: Words('D1', 'OB', 'RFQ'),
  strategies: TextList.meta({ description: 'Codes of strategies, as in `strategy_code`.' }),
  start: IntegerIn.optional().meta({ description: 'ms: the day in UTC that it is on counts whole; thirty days without it.' }),
  end: IntegerIn.optional().meta({ description: 'ms: the last day is that before it, today without it.' }),
}

export const leaderVolumes = call({
  method: 'GET',
  path: `${BASE}/trade_volume/`,
  summary: 'Firms by the volume of their settled trades, as makers and as takers together or one of them alone.',
  who: 'member',
  query: z.object({ ...filters, role: Word('MAKER', 'TAKER') }),
  answer: LeaderVolumes,
  refusals: ['PeriodInvalid'],
})

export const leaderFills = call({
  method: 'GET',
  path: `${BASE}/liquidity/fills/`,
  summary: 'Firms by the number of their fills as makers, with hit rates and price improvement.',
  who: 'member',
  query: z.object(filters),
  answer: LeaderFillsAnswer,
  refusals: ['PeriodInvalid'],
})

export const leaderResponses = call({
  method: 'GET',
  path: `${BASE}/liquidity/responses/`,
  summary: 'Firms by how often they responded to requests to them, and how quickly.',
  who: 'member',
  query: z.object(filters),
  answer: LeaderResponsesAnswer,
  refusals: ['PeriodInvalid'],
})

export const leaderStrengths = call({
  method: 'GET',
  path: `${BASE}/strengths/`,
  summary: 'What your firm is best at, over the last sixty days: for your own eyes.',
  who: 'member',
  answer: z.object({ results: z.array(LeaderStrength) }),
})

export const getLeaderPreferences = call({
  method: 'GET',
  path: `${BASE}/preferences/`,
  summary: 'Whether your firm stands on the leaderboard under its name.',
  who: 'member',
  answer: LeaderPreferences,
})

export const setLeaderPreferences = call({
  method: 'PUT',
  path: `${BASE}/preferences/`,
  summary: 'Show your firm under its name, or no longer: from the next day in UTC on.',
  who: 'administrator',
  body: z.object({ disabled_leaderboard_anonymity: z.boolean() }),
  answer: LeaderPreferences,
})
