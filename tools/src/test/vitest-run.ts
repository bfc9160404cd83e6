/** One run of Vitest, counted from its own report. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import type { Tally } from './checks.ts'
import type { ReportedFailures } from './failures.ts'
import type { HookErrors } from './hook-errors.ts'
import type { ReportedTimes } from './slowest.ts'
import type { TimeSpent } from './time-spent.ts'

type ReportedFile = ReportedTimes & Omit<ReportedFailures, 'hookErrors'>
export type RanFile = ReportedFile & ReportedFailures
export type Run = Tally & { readonly files: readonly RanFile[]; readonly spent: readonly TimeSpent[] }
type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; testResults: readonly ReportedFile[] }

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']

/** `vitest.config.ts` writes the reports there. */
function reportAt(name: string): { readonly path: string; readonly env: NodeJS.ProcessEnv } {
  const path = `.cache/test-run-${name}`
  mkdirSync('.cache', { recursive: true })
  for (const file of filesOf(path)) rmSync(file, { force: true })
  return { path, env: { ...process.env, PARLEY_TEST_REPORT: path } }
}

const filesOf = (path: string): readonly [report: string, times: string, hookErrors: string] => [
  `${path}.json`,
  `${path}-times.json`,
  `${path}-hook-errors.json`,
]
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** An aborted run counts as a failure. */
function runOf(path: string, isGood: boolean): Run {
  const [results, times, errors] = filesOf(path)
  if (![results, times, errors].every((file) => existsSync(file))) return { passed: 0, failed: 1, files: [], spent: [] }
  const report = read<Report>(results)
  const failed = report.numFailedTests + (!isGood && report.numFailedTests === 0 ? Math.max(1, report.numFailedTestSuites) : 0)
  const hookErrors = read<HookErrors>(errors)
  const files = report.testResults.map((file) => ({ ...file, hookErrors: hookErrors[file.name] ?? [] }))
  return { passed: report.numPassedTests, failed, files, spent: read<TimeSpent[]>(times) }
}

export async function runInFront(selection: readonly string[], name: string): Promise<Run> {
  const { path, env } = reportAt(name)
  const running = spawn(process.execPath, [...VITEST, ...selection], { stdio: 'inherit', env })
  return runOf(path, await endsWell(running))
}

export type BackgroundRun = {
  /** Prints the output so far, and from now on as it comes. */
  show(): void
  readonly ended: Promise<Run>
}

/** A little of the processor goes to the background while another run needs all of it. */
const backgroundPriority = (): number => Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL)

/** Uses the processor time that another run leaves. Its output waits, so that the two do not mix on a terminal. */
export function runInBackground(selection: readonly string[], name: string): BackgroundRun {
  const { path, env } = reportAt(name)
  const running = spawn(process.execPath, [...VITEST, ...selection], { stdio: ['ignore', 'pipe', 'pipe'], env })
  if (running.pid !== undefined) setPriority(running.pid, backgroundPriority())
  const held: Buffer[] = []
  let print = (piece: Buffer): void => void held.push(piece)
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (piece: Buffer) => print(piece))
  return {
    show() {
      print = (piece) => void process.stdout.write(piece)
      held.splice(0).forEach(print)
    },
    ended: endsWell(running).then((isGood) => runOf(path, isGood)),
  }
}

const endsWell = (running: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    running.on('error', () => resolve(false))
    running.on('close', (code) => resolve(code === 0))
  })
