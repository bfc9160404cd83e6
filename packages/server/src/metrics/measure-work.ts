/** The time and the outcome of one round of a worker. */
import type { Meter, Worker } from './meter.ts'

export async function measureWork<Done>(meter: Meter | undefined, worker: Worker, work: () => Promise<Done>): Promise<Done> {
  if (meter === undefined) return work()
  const began = performance.now()
  const ended = (outcome: 'done' | 'failed') => meter.worked(worker, outcome, (performance.now() - began) / 1_000)
  try {
    const done = await work()
    ended('done')
    return done
  } catch (error) {
    ended('failed')
    throw error
  }
}
