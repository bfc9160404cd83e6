import type { ConsoleOverviewView, WaitingSettlementView } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { calmOverview } from '../../../test/console.ts'
import { consoleAlerts } from './alerts.ts'

const NOON = calmOverview.at
const MINUTE = 60_000

const waiting = (change: Partial<WaitingSettlementView>): WaitingSettlementView => ({
  ...{ trade_id: 't_1', venue: 'DBT', taker: 'AMBR', maker: 'LIND', structure: 'Call Spread', agreed_at: NOON - MINUTE, route: 'BLOCK' },
  ...{ state: 'AGREED', attempts: 2, next_attempt_at: NOON + MINUTE, venue_message: null, dispute: null },
  ...change,
})
const venue = { ...calmOverview.venues[0]! }
const dispute = { taker: 'booked it as 7', maker: 'could not book it: no limit' }

const table: readonly (readonly [what: string, change: Partial<ConsoleOverviewView>, alerts: readonly string[]])[] = [
  ['nothing', {}, []],
  ['a settlement of a minute, which is retried', { settlements: [waiting({})] }, []],
  ['a settlement of six minutes', { settlements: [waiting({ agreed_at: NOON - 6 * MINUTE })] }, ['danger Settlement waiting 6 min']],
  ['a trade that its desks book for days', { settlements: [waiting({ agreed_at: 0, next_attempt_at: null })] }, []],
  ['two desks that disagree', { settlements: [waiting({ next_attempt_at: null, dispute })] }, ['danger The desks disagree']],
  ['a shard without an owner', { shards: [{ ...calmOverview.shards[0]!, is_serving: false }] }, ['danger DBT-BTC takes no commands']],
  ['a shard of another process', { shards: [{ ...calmOverview.shards[0]!, is_serving: null }] }, []],
  [
    'a process that is silent',
    { processes: [{ ...calmOverview.processes[0]!, is_silent: true }] },
    ['warn Everything localhost:4000 is silent'],
  ],
  ['a venue that is away', { venues: [{ ...venue, state: 'DISCONNECTED' }] }, ['danger DBT is not connected']],
  [
    'an account with a rejected key',
    { venues: [{ ...venue, failing: [{ desk: 'AMBR', account: 'prop-1', reason: 'Key rejected.' }] }] },
    ['warn 1 of 2 accounts failing at DBT'],
  ],
  ['an email of eleven minutes', { mail: { waiting: 3, oldest_at: NOON - 11 * MINUTE, sent: 0, failed: 0 } }, ['warn Emails do not leave']],
  ['a rejected email', { mail: { waiting: 0, oldest_at: null, sent: 5, failed: 1 } }, ['warn Emails have failed']],
  ['a difference', { reconciliation: { breaks: 1, waiting: 0 } }, ['warn 1 open difference']],
  [
    'a difference and a dispute, the dispute first',
    { reconciliation: { breaks: 2, waiting: 0 }, settlements: [waiting({ dispute, next_attempt_at: null })] },
    ['danger The desks disagree', 'warn 2 open differences'],
  ],
]

describe('what needs a person', () => {
  it.each(table)('of %s', (_what, change, expected) => {
    const alerts = consoleAlerts({ ...calmOverview, ...change })
    expect(alerts.map(({ tone, title }) => `${tone} ${title}`)).toEqual(expected)
  })
})
