/** Checks that are one command each, and the number of passed checks. */
import { execFile } from 'node:child_process'

export type Tally = { readonly passed: number; readonly failed: number }

const OUTPUT_BYTES = 64 * 1024 * 1024

export const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), { passed: 0, failed: 0 })

type Ended = { readonly isGood: boolean; readonly output: string }

/** Runs a Node program without a terminal. */
function quietly(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { encoding: 'utf8', maxBuffer: OUTPUT_BYTES, env }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, output: `${stdout}\n${stderr}` }),
    )
  })
}

/** A check passes or fails as a whole. Its output is printed only if it fails. */
async function check(name: string, ...work: Parameters<typeof quietly>): Promise<Tally> {
  const startedAt = performance.now()
  const { isGood, output } = await quietly(...work)
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (!isGood) console.log(output)
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Two projects at a time, each checked once. With the compiler's default of four checkers for each project, most types are checked four times, and
 * checking everything takes twice the processor time (decision 0840).
 */
const TYPES = ['node_modules/typescript/bin/tsc', '-b', '--builders', '2', '--checkers', '1']
const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--check']
const FORMATTED = '{packages,e2e,bench,tools,examples}/**/*.{ts,tsx,mjs,css}'

/** Makes the compiler's garbage collector run a quarter as often. */
export const checkTypes = (): Promise<Tally> => check('types', TYPES, { ...process.env, GOGC: '400' })
export const checkFormat = (files: readonly string[] = [FORMATTED]): Promise<Tally> => check('format', [...FORMAT, ...files])
export const checkHooks = (): Promise<Tally> => check('hooks', ['node_modules/oxlint/bin/oxlint', 'packages/web'])
