/** Every npm script starts here, on any Node from 20.19 and before anything is installed: `demo | serve | cluster | build | dev | test | run <file>`. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runInFront } from './child.mjs'
import { installIfNeeded } from './install.mjs'
import { fetchNatsIfNeeded } from './nats.mjs'
import { checkMail, startProblem, StartProblem } from './problem.mjs'
import { checkStartingNode, runtime } from './runtime.mjs'
import { buildApiPageIfNeeded, buildWebIfNeeded } from './web-build.mjs'

const DEMO = 'packages/simulator/src/demo/main.ts'
const CLUSTER = 'packages/simulator/src/cluster/main.ts'
const SERVE = 'packages/server/src/main.ts'
const RELEASE = 'tools/src/release/main.ts'
const TEST = 'tools/src/test/main.ts'
/** A small young heap: a user's laptop has better uses for its memory than the market's garbage. */
const SMALL_HEAP = '--max-semi-space-size=8'
/** A young heap large enough for the garbage of a burst of commands to be freed before it is copied (decision 0300). */
const LARGE_HEAP = '--max-semi-space-size=32'
/** The garbage collector uses four threads by default. On two cores they take time from the trading thread and the database. */
const COLLECTOR = `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`
const SERVING = [COLLECTOR, LARGE_HEAP]
const VITE = 'node_modules/vite/bin/vite.js'

/**
 * Returns the programs of a task, and whether they serve the built web app.
 * @param {string | undefined} task
 * @param {string[]} args
 * @returns {{ programs: string[][], servesWeb: boolean }}
 */
function plan(task, args) {
  const [file = '', ...rest] = args
  switch (task) {
    case 'demo':
      return { programs: [[COLLECTOR, SMALL_HEAP, DEMO, ...args]], servesWeb: true }
    case 'serve':
      return { programs: [[...SERVING, SERVE, ...args]], servesWeb: true }
    case 'cluster':
      return { programs: [[COLLECTOR, SMALL_HEAP, CLUSTER, ...args]], servesWeb: args[0] !== 'start' }
    case 'build':
      return { programs: [[RELEASE, ...args]], servesWeb: true }
    case 'test':
      // The whole run builds the web app while other checks run, and the rules do not need it.
      return { programs: [[TEST, ...args]], servesWeb: args.length > 0 && file !== 'rules' }
    case 'dev':
      // The development pages find the server through this variable.
      process.env['PARLEY_SERVER'] ??= `http://127.0.0.1:${process.env['PORT'] || 4000}`
      return {
        programs: [
          ['--watch', '--watch-preserve-output', DEMO, ...args],
          [VITE, 'packages/web'],
        ],
        servesWeb: false,
      }
    case 'run':
      // A benchmark runs the server with the settings of `serve`.
      return { programs: [[...(file.startsWith('bench/') ? SERVING : []), file, ...rest]], servesWeb: file.startsWith('e2e/') }
    default:
      throw new StartProblem('Name what to start: demo, serve, cluster, build, dev, test, or run with a file.')
  }
}

async function main() {
  process.chdir(fileURLToPath(new URL('../../..', import.meta.url)))
  const [task, ...args] = process.argv.slice(2)
  const { programs, servesWeb } = plan(task, args)
  checkStartingNode()
  // Only a process that sends email needs to know how.
  if (task === 'serve' && !/--role[ =](?:gateway|shards)\b/.test(args.join(' '))) checkMail(process.env)
  await installIfNeeded()
  if (task === 'cluster' || args[0]?.startsWith('e2e/src/cluster/')) await fetchNatsIfNeeded()
  const node = runtime()
  if (servesWeb) await buildWebIfNeeded(node)
  if (servesWeb || task === 'dev' || task === 'test') await buildApiPageIfNeeded(node)
  process.exitCode = await runInFront(node, programs)
}

try {
  await main()
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const problem = error instanceof StartProblem ? error : startProblem(words, 'Parley could not start. The reason:')
  console.error(problem.message)
  if (problem.details !== '') console.error(`\n${problem.details.trim()}`)
  process.exitCode = 1
}
