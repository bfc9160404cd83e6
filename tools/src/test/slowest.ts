/** The slowest test files of a run, for authors of new tests. */
import { relative } from 'node:path'

export type ReportedTimes = { readonly name: string; readonly startTime: number; readonly endTime: number }

const SHOWN = 10

/** One line each, slowest first. */
export function slowestFiles(files: readonly ReportedTimes[], root: string): readonly string[] {
  return files
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
}
