/** The process that writes the past. It ends when the demo disconnects, which is after the work, or when the demo itself has ended. */
import { asStartProblem, StartProblem } from '@parley/server'
import { writeDemoPast, type DemoPastSetting } from './write-demo-past.ts'
import type { FromPast, ToPast } from './past-messages.ts'

const stopped = new AbortController()
let outcome: Promise<FromPast> | undefined

async function outcomeOf(setting: DemoPastSetting): Promise<FromPast> {
  try {
    return { kind: 'WRITTEN', seeded: await writeDemoPast({ ...setting, signal: stopped.signal }) }
  } catch (error) {
    const problem = asStartProblem(error, setting.dataDir)
    const startProblem = problem instanceof StartProblem ? problem.kind : undefined
    return { kind: 'FAILED', startProblem, sentence: problem instanceof Error ? problem.message : String(problem) }
  }
}

process.on('message', async (message: ToPast) => {
  if (message.kind === 'STOP') return stopped.abort()
  outcome = outcomeOf(message.setting)
  const found = await outcome
  if (process.connected) process.send!(found)
})
process.on('disconnect', async () => {
  stopped.abort()
  await outcome
  // If the past took too long or was stopped, its services are still open. Their timers would keep this process alive forever, and the demo
  // would wait for it.
  process.exit()
})
// A terminal sends its interrupt to every process of the group. The demo decides when to stop, and sends this process a message.
process.on('SIGINT', () => undefined)
