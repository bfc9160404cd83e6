/** The worker that writes the past. It ends with its work, and takes the memory that the work needed with it. */
import { parentPort } from 'node:worker_threads'
import { asStartProblem, StartProblem } from '@parley/server'
import { writeDemoPast, type DemoPastSetting } from './write-demo-past.ts'
import type { FromPast, ToPast } from './past-messages.ts'

const port = parentPort!
const stopped = new AbortController()

async function outcomeOf(setting: DemoPastSetting): Promise<FromPast> {
  try {
    return { kind: 'WRITTEN', seeded: await writeDemoPast({ ...setting, signal: stopped.signal }) }
  } catch (error) {
    const problem = asStartProblem(error, setting.dataDir)
    const startProblem = problem instanceof StartProblem ? problem.kind : undefined
    return { kind: 'FAILED', startProblem, sentence: problem instanceof Error ? problem.message : String(problem) }
  }
}

port.on('message', async (message: ToPast) => {
  if (message.kind === 'STOP') return stopped.abort()
  port.postMessage(await outcomeOf(message.setting))
})
