/** Writes the past in a worker of its own: what the work allocates, about 85 MiB, would otherwise stay in the heap of the demo. */
import { Worker } from 'node:worker_threads'
import { createDatabase, silent, StartProblem } from '@parley/server'
import type { Seeded } from '../seed.ts'
import type { FromPast, ToPast } from './past-messages.ts'
import type { DemoPastSetting } from './write-demo-past.ts'

/** Short-lived objects are many, and the worker ends soon. */
const HEAP = { maxYoungGenerationSizeMb: 96 }

/** Resolves when the worker has ended. */
export async function writePastInThread({ signal, ...setting }: DemoPastSetting): Promise<Seeded | undefined> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('past-worker.ts', import.meta.url), { resourceLimits: HEAP })
  const send = (message: ToPast): void => worker.postMessage(message)
  const stop = (): void => send({ kind: 'STOP' })
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // On this core, while the worker loads its modules on the other one.
    createDatabase({ dataDir: setting.dataDir, url: setting.databaseUrl, log: silent })
    send({ kind: 'WRITE', setting })
    const outcome = await outcomeOf(worker)
    signal?.throwIfAborted()
    if (outcome.kind === 'WRITTEN') return outcome.seeded
    throw outcome.startProblem === undefined ? new Error(outcome.sentence) : new StartProblem(outcome.startProblem, outcome.sentence)
  } finally {
    await worker.terminate()
    signal?.removeEventListener('abort', stop)
  }
}

const outcomeOf = (worker: Worker): Promise<FromPast> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The worker that writes the past has stopped.')))
  })
