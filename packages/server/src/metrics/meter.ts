/** Counters and durations of what happens in the parts of the server. Every label has a closed set of values (decision 1009). */
import { Counter, Histogram, type Registry } from 'prom-client'
import { outcomeOf } from './call-outcome.ts'

export type CommandOutcome = 'decided' | 'refused' | 'unavailable'
export type WorkOutcome = 'done' | 'failed'
export type VenueStep = 'verify' | 'execute' | 'find'
export type Worker = 'settlement' | 'reconciliation' | 'mail' | 'leaderboard'

/** The interface through which the parts of the server report. */
export type Meter = {
  /** `call` is the method and the path of a call, without ids. */
  answered(call: string, status: number, seconds: number): void
  commanded(shard: string, outcome: CommandOutcome, seconds: number): void
  committed(shard: string, seconds: number, rows: number): void
  published(channel: string): void
  atVenue(venue: string, step: VenueStep, outcome: string, seconds: number): void
  worked(worker: Worker, outcome: WorkOutcome, seconds: number): void
}

/** A meter that does nothing, for installations and tests that do not measure. */
export const unmeasured: Meter = {
  answered: () => undefined,
  commanded: () => undefined,
  committed: () => undefined,
  published: () => undefined,
  atVenue: () => undefined,
  worked: () => undefined,
}

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const SLOW = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMeter(registry: Registry): Meter {
  const registers = [registry]
  const requests = new Counter({ name: 'parley_requests_total', help: 'Answered requests', labelNames: ['call', 'outcome'], registers })
  const requestSeconds = new Histogram({
    ...{ name: 'parley_request_seconds', help: 'The time from a request to its answer', labelNames: ['call'], buckets: FAST, registers },
  })
  const commands = new Counter({ name: 'parley_commands_total', help: 'Commands of a shard', labelNames: ['shard', 'outcome'], registers })
  const commandSeconds = new Histogram({
    ...{ name: 'parley_command_seconds', help: 'The time until a decision is durable', labelNames: ['shard'], buckets: FAST, registers },
  })
  const commitSeconds = new Histogram({
    ...{ name: 'parley_commit_seconds', help: 'The time of one commit of a shard', labelNames: ['shard'], buckets: FAST, registers },
  })
  const rows = new Counter({ name: 'parley_journal_rows_total', help: 'Rows written to the journal', labelNames: ['shard'], registers })
  const notifications = new Counter({
    ...{
      name: 'parley_notifications_total',
      help: 'Notifications published, before they reach their readers',
      labelNames: ['channel'],
      registers,
    },
  })
  const steps = new Counter({
    ...{
      name: 'parley_settlement_steps_total',
      help: 'Steps of settlements at a venue',
      labelNames: ['venue', 'step', 'outcome'],
      registers,
    },
  })
  const stepSeconds = new Histogram({
    ...{
      name: 'parley_settlement_step_seconds',
      help: 'The time of a step at a venue',
      labelNames: ['venue', 'step'],
      buckets: SLOW,
      registers,
    },
  })
  const work = new Counter({ name: 'parley_work_total', help: 'Rounds of a worker', labelNames: ['worker', 'outcome'], registers })
  const workSeconds = new Histogram({
    ...{ name: 'parley_work_seconds', help: 'The time of one round of a worker', labelNames: ['worker'], buckets: SLOW, registers },
  })
  return {
    answered(call, status, seconds) {
      requests.inc({ call, outcome: outcomeOf(status) }, 1)
      requestSeconds.observe({ call }, seconds)
    },
    commanded(shard, outcome, seconds) {
      commands.inc({ shard, outcome }, 1)
      commandSeconds.observe({ shard }, seconds)
    },
    committed(shard, seconds, count) {
      commitSeconds.observe({ shard }, seconds)
      rows.inc({ shard }, count)
    },
    published: (channel) => notifications.inc({ channel }, 1),
    atVenue(venue, step, outcome, seconds) {
      steps.inc({ venue, step, outcome }, 1)
      stepSeconds.observe({ venue, step }, seconds)
    },
    worked(worker, outcome, seconds) {
      work.inc({ worker, outcome }, 1)
      workSeconds.observe({ worker }, seconds)
    },
  }
}
