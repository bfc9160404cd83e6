/** `npm run cluster`: the demo on many processes. `npm run cluster -- start ROLE` starts a process again that has died. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartProblem } from '@parley/server'
import { readOptions } from '../demo/options.ts'
import { settingOf } from '../demo/setting.ts'
import { readClusterFile } from './cluster-file.ts'
import { startCluster } from './cluster.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const STOP_WITHIN_MS = 45_000
const USAGE = 'npm run cluster -- start gateway|shards|workers'

async function startAgain([role, ...more]: readonly string[]): Promise<void> {
  if (role === undefined || more.length > 0) throw new StartProblem('SettingWrong', `Name one role: ${USAGE}`)
  const file = readClusterFile(resolve(root, process.env['DATA_DIR'] || 'data'))
  if (file === undefined) throw new StartProblem('NoInstallation', 'No cluster runs in this DATA_DIR. Start one with npm run cluster.')
  const answer = await fetch(`${file.control}/start/${encodeURIComponent(role)}`, { method: 'POST' }).catch(() => undefined)
  if (answer === undefined)
    throw new StartProblem('NoInstallation', 'The cluster of this DATA_DIR is not running. Start it with npm run cluster.')
  if (answer.status === 404) throw new StartProblem('SettingWrong', `${role} is not a role of a cluster. Usage: ${USAGE}`)
  if (!answer.ok) throw new StartProblem('SettingWrong', await answer.text())
  const { pid, url } = (await answer.json()) as { readonly pid: number; readonly url: string }
  console.log(`Started ${role} as process ${pid} at ${url}`)
}

async function run(args: readonly string[]): Promise<void> {
  const setting = settingOf({ ...readOptions(args, process.env), pastDays: 0 }, process.env)
  const stopped = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve())
  const listeners = { onProgress: (sentence: string) => console.log(sentence), onProblem: (sentence: string) => console.error(sentence) }
  const cluster = await startCluster({ ...setting, ...listeners }, { natsUrl: process.env['NATS_URL'] })
  console.log(`\nParley is ready at ${cluster.baseUrl}\n`)
  console.log(`Processes: ${resolve(setting.dataDir, 'cluster.json')}. API keys and sign-ins: ${resolve(setting.dataDir, 'demo.json')}.`)
  await stopped.promise
  console.log('Stopping…')
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  await cluster.close()
}

const [first, ...rest] = process.argv.slice(2)
const work = first === 'start' ? startAgain(rest) : run(process.argv.slice(2))
work.then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof StartProblem ? error.message : error)
    process.exit(1)
  },
)
