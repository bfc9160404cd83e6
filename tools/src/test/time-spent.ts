/** The time of a run by folder: importing modules, hooks that open and close products, databases and browsers, and the tests themselves. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

export type TimeSpent = {
  readonly path: string
  readonly tests: number
  readonly importMs: number
  readonly hooksMs: number
  readonly testsMs: number
}

/** Vitest reports the times of a file's hooks and imports only to reporters. They are written to a file when the run ends. */
export class TimeReporter implements Reporter {
  readonly #into: string
  readonly #spent: TimeSpent[] = []

  constructor(into: string) {
    this.#into = into
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, duration } = module.diagnostic()
    const durations = [...module.children.allTests()].map((test) => test.diagnostic()?.duration ?? 0)
    const testsMs = durations.reduce((sum, one) => sum + one, 0)
    const path = relative(process.cwd(), module.moduleId)
    this.#spent.push({ path, tests: durations.length, importMs: collectDuration, hooksMs: Math.max(0, duration - testsMs), testsMs })
  }

  onTestRunEnd(): void {
    writeFileSync(this.#into, JSON.stringify(this.#spent))
  }
}

/** `e2e/src/account`, `packages/server/src`, `tools/src`: the three outermost folders, or the two outermost for unit tests. */
const folderOf = (path: string): string => path.split('/').slice(0, path.endsWith('.e2e.ts') ? 3 : 2).join('/') // prettier-ignore
const kindOf = (path: string): string => /\.(?<kind>db\.test|e2e|test)\.tsx?$/.exec(path)?.groups?.['kind'] ?? 'test'

const WIDTHS = [30, 7, 7, 9, 9, 9] as const
const lineOf = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[at] ?? 9))).join('')

/** One line for each folder, slowest first, with the numbers of files and tests and three times in seconds. */
export function timeByFolder(spent: readonly TimeSpent[]): readonly string[] {
  const groups = Map.groupBy(spent, ({ path }) => `${folderOf(path)} .${kindOf(path)}`)
  const rows = [...groups].map(([name, files]) => {
    const sum = (of: (one: TimeSpent) => number): number => files.reduce((total, one) => total + of(one), 0)
    const times = [sum(({ importMs }) => importMs), sum(({ hooksMs }) => hooksMs), sum(({ testsMs }) => testsMs)]
    return { name, files: files.length, tests: sum(({ tests }) => tests), times, total: times.reduce((a, b) => a + b, 0) }
  })
  return [
    lineOf(['', 'files', 'tests', 'imports', 'hooks', 'running']),
    ...rows
      .toSorted((a, b) => b.total - a.total)
      .map(({ name, files, tests, times }) => lineOf([name, String(files), String(tests), ...times.map((ms) => (ms / 1_000).toFixed(1))])),
  ]
}
