/** One run of Vitest, counted from its own report. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { Tally } from './checks.ts'
import type { ReportedFailures } from './failures.ts'
import type { ReportedTimes } from './slowest.ts'
import type { TimeSpent } from './time-spent.ts'

export type ReportedFile = ReportedTimes & ReportedFailures
export type Run = Tally & { readonly files: readonly ReportedFile[]; readonly spent: readonly TimeSpent[] }
type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; testResults: readonly ReportedFile[] }

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']

/** `vitest.config.ts` writes the reports there. */
function reportAt(name: string): { readonly path: string; readonly env: NodeJS.ProcessEnv } {
  const path = `.cache/test-run-${name}`
  mkdirSync('.cache', { recursive: true })
  for (const file of filesOf(path)) rmSync(file, { force: true })
  return { path, env: { ...process.env, PARLEY_TEST_REPORT: path } }
}

const filesOf = (path: string): readonly [report: string, times: string] => [`${path}.json`, `${path}-times.json`]
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** An aborted run counts as a failure. */
function runOf(path: string, isGood: boolean): Run {
  const [results, times] = filesOf(path)
  if (!existsSync(results) || !existsSync(times)) return { passed: 0, failed: 1, files: [], spent: [] }
  const report = read<Report>(results)
  const failed = report.numFailedTests + (!isGood && report.numFailedTests === 0 ? Math.max(1, report.numFailedTestSuites) : 0)
  return { passed: report.numPassedTests, failed, files: report.testResults, spent: read<TimeSpent[]>(times) }
}

export async function runInFront(selection: readonly string[], name: string): Promise<Run> {
  const { path, env } = reportAt(name)
  const running = spawn(process.execPath, [...VITEST, ...selection], { stdio: 'inherit', env })
  const isGood = await new Promise<boolean>((resolve) => {
    running.on('error', () => resolve(false))
    running.on('close', (code) => resolve(code === 0))
  })
  return runOf(path, isGood)
}
