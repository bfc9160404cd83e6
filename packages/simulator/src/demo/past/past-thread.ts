/** Writes the past in a worker of its own: what the work allocates, about 85 MiB, would otherwise stay in the heap of the demo. */
import { Worker } from 'node:worker_threads'
import { StartProblem } from '@parley/server'
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
    const outcome = await new Promise<FromPast>((resolve, reject) => {
      let received: FromPast | undefined
      worker.on('message', (message: FromPast) => (received = message))
      worker.once('error', reject)
      worker.once('exit', () =>
        received === undefined ? reject(new Error('The worker that writes the past has stopped.')) : resolve(received),
      )
      send({ kind: 'WRITE', setting })
    })
    signal?.throwIfAborted()
    if (outcome.kind === 'WRITTEN') return outcome.seeded
    throw outcome.startProblem === undefined ? new Error(outcome.sentence) : new StartProblem(outcome.startProblem, outcome.sentence)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
