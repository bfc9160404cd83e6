/** `npm test [rules | changed | …]`: prepares what the checks need, runs the checks, and prints one line with how many passed. */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fetchNatsIfNeeded } from '../bootstrap/nats.mjs'
import { buildWebIfNeeded } from '../bootstrap/web-build.mjs'
import { findChanged, formattedIn, productTestsIn } from './changed.ts'
import { checkFormat, checkHooks, checkTypes, sumOf, type Tally } from './checks.ts'
import { ensureChromium } from './chromium.ts'
import { failuresOf } from './failures.ts'
import { isQuiet } from './is-quiet.ts'
import { QUICK } from './slow-rules.ts'
import { slowestFiles } from './slowest.ts'
import { timeByFolder } from './time-spent.ts'
import { type BackgroundRun, type Run, runInBackground, runInFront } from './vitest-run.ts'

const RULES = ['--project', 'rules', '--project', 'presenters']
const PRODUCT = ['--project', 'product']
const cores = availableParallelism()
/** They wait more than product tests do: three run on two cores. */
const MORE_WORKERS = ['--maxWorkers', String(Math.ceil(1.5 * Math.max(2, cores)))]
const OTHERS = ['--project', '!product', ...MORE_WORKERS]
/** Tests that compute and do not wait: one process for each two cores fits into the time in which product tests wait. */
const COMPUTING = [...RULES, '--project', 'screens', '--maxWorkers', String(Math.max(1, Math.floor(cores / 2)))]
const DATABASE = ['--project', 'database', ...MORE_WORKERS]

/** Prints the time of each folder and of the slowest files, and writes it to a file for later runs. */
function reportOf(...runs: readonly Run[]): readonly Tally[] {
  const files = runs.flatMap((run) => run.files)
  writeFileSync('.cache/test-report.json', JSON.stringify({ ...sumOf(runs), testResults: files }))
  console.log(`\nTime by folder, added up over files\n${timeByFolder(runs.flatMap((run) => run.spent)).join('\n')}`)
  console.log(`\nThe slowest files\n${slowestFiles(files, process.cwd()).join('\n')}\n`)
  const failures = failuresOf(files, process.cwd())
  if (failures.length > 0) console.log(`Failed\n${failures.join('\n')}\n`)
  return runs
}

/**
 * The static checks run while the packages of Debian are fetched and the web app is built. Product tests follow, one process on each core. They wait
 * two fifths of the time, and on a quiet machine the tests that only compute use that time. All others come last (decision 0840).
 */
async function everything(): Promise<readonly Tally[]> {
  const quiet = await isQuiet()
  const packages = ensureChromium().then(fetchNatsIfNeeded)
  const checking = checksBeforeTests()
  await buildWebIfNeeded(process.execPath)
  await packages
  const checks = await checking
  const computing = quiet ? runInBackground(COMPUTING, 'computing') : undefined
  const product = await runInFront(PRODUCT, 'product')
  return [...checks, ...reportOf(product, ...(computing === undefined ? [await runInFront(OTHERS, 'others')] : await after(computing)))]
}

async function after(computing: BackgroundRun): Promise<readonly Run[]> {
  const database = await runInFront(DATABASE, 'database')
  computing.show()
  return [database, await computing.ended]
}

const checksBeforeTests = async (): Promise<readonly Tally[]> => [await checkTypes(), await checkFormat(), await checkHooks()]

async function changed(): Promise<readonly Tally[]> {
  const { since, files } = findChanged()
  const [format, tests] = [formattedIn(files), productTestsIn(files)]
  const checks = [await checkTypes(), await checkHooks(), ...(format.length === 0 ? [] : [await checkFormat(format)])]
  const related = await runInFront([...OTHERS, '--changed', since, '--passWithNoTests'], 'related')
  const product = tests.length === 0 ? [] : [await runInFront([...PRODUCT, ...tests], 'product')]
  return [...checks, ...reportOf(related, ...product)]
}

async function selected(selection: readonly string[]): Promise<readonly Tally[]> {
  return reportOf(await runInFront(selection, 'selected'))
}

async function quickRules(): Promise<readonly Tally[]> {
  process.env[QUICK] = 'yes'
  return selected(RULES)
}

function checksOf(selection: readonly string[]): Promise<readonly Tally[]> {
  const [first, ...more] = selection
  switch (first) {
    case undefined:
      return everything()
    case 'rules':
      return more.length === 0 ? quickRules() : selected([...RULES, ...more])
    case 'changed':
      return changed()
    default:
      return selected(selection)
  }
}

const { passed, failed } = sumOf(await checksOf(process.argv.slice(2)))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
