/** `npm test`: what every check needs, then every check, then one line that says how many passed. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { execFile, spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.ts'
import { slowestFiles, type ReportedFile } from './slowest.ts'

type Tally = { passed: number; failed: number }
type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; testResults: readonly ReportedFile[] }

const REPORT = '.cache/test-report.json'
const BIN = 'node_modules'

/** A check that is one command: it passes or fails as a whole. */
function step(name: string, args: readonly string[]): Promise<Tally> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    execFile(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${error === null ? '✓' : '✗'} ${name} (${seconds} s)`)
      if (error !== null) console.log(`${stdout}\n${stderr}`)
      resolve(error === null ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
    })
  })
}

/** All of vitest's tests, live on the terminal and counted from its own report; a run that broke off counts as a failure. */
function vitest(selection: readonly string[]): Tally {
  mkdirSync('.cache', { recursive: true })
  rmSync(REPORT, { force: true })
  const run = spawnSync(
    process.execPath,
    [`${BIN}/vitest/vitest.mjs`, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...selection],
    {
      stdio: 'inherit',
    },
  )
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  const failed = report.numFailedTests + (run.status !== 0 && report.numFailedTests === 0 ? Math.max(1, report.numFailedTestSuites) : 0)
  console.log(`\nThe slowest files\n${slowestFiles(report.testResults, process.cwd()).join('\n')}\n`)
  return { passed: report.numPassedTests, failed }
}

async function main(): Promise<void> {
  const selection = process.argv.slice(2)
  const tallies: Tally[] = []
  if (selection.length === 0) {
    // A download waits for the network while the checks have the cores.
    const chromium = ensureChromium()
    const types = step('types', [`${BIN}/typescript/bin/tsc`, '-b'])
    const format = step('format', [
      `${BIN}/prettier/bin/prettier.cjs`,
      '--check',
      '--log-level',
      'warn',
      '{packages,e2e,bench,tools,examples}/**/*.{ts,tsx,mjs,css}',
    ])
    const hooks = step('hooks', [`${BIN}/oxlint/bin/oxlint`, 'packages/web'])
    tallies.push(...(await Promise.all([types, format, hooks])))
    await chromium
  }
  tallies.push(vitest(selection))
  const total = tallies.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}

await main()
