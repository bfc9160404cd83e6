/** An installation in which nothing needs the operator. */
import type { ConsoleOverviewView, ConsoleSessionView } from '@parley/client'

const NOON = 1_800_000_000_000

export const calmOverview: ConsoleOverviewView = {
  at: NOON,
  release: '1.2.3',
  platform: { state: 'AVAILABLE', next_state: null, next_state_time: 0, scheduled: [] },
  counts: { firms: 2, desks: 2, people: 3, sockets: 4, open_rfqs: 5, trades: 6 },
  settlements: [],
  venues: [{ venue: 'DBT', state: 'OPEN', delay_ms: 38, blocks: 4, rejected: 0, accounts: 2, failing: [] }],
  shards: [
    { shard: 'DBT-BTC', owner: 'process 1', epoch: 3, taken_at: NOON - 60_000, queue: 0, is_serving: true, snapshot_at: NOON - 5_000 },
  ],
  processes: [
    {
      ...{ id: 'p_1', role: 'ALL', url: 'http://localhost:4000', version: '1.2.3', started_at: NOON - 3_600_000 },
      ...{ last_seen_at: NOON - 2_000, is_silent: false, shards: ['DBT-BTC'], jobs: [] },
    },
  ],
  mail: { waiting: 0, oldest_at: null, sent: 9, failed: 0 },
  reconciliation: { breaks: 0, waiting: 0 },
  audit: [
    { id: 8, at: NOON - 1_000, actor: 'operator l.sand', desk: null, action: 'ConsoleSignIn', object: 'l.sand', address: null, detail: {} },
  ],
}

export const signedInOperator: ConsoleSessionView = { name: 'l.sand', signed_in_at: NOON, ends_at: NOON + 3_600_000, proved_until: null }
