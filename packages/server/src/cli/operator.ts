/** `npm run operator -- <command>`: firms, desks and users of an installation, whether or not Parley is running. */
import { asStartProblem, StartProblem } from '../database/start-problem.ts'
import { OperatorProblem } from '../operator/operator-problem.ts'
import { secretInputOf } from '../operator/secret-input.ts'
import { readPlace } from '../settings.ts'
import { runOperator } from './run-operator.ts'

try {
  let place: string | undefined
  const input = secretInputOf(process.stdin, process.stderr)
  process.stdout.write(`${await runOperator(process.argv.slice(2), process.env, input, (found) => void (place = found))}\n`)
  // On standard error, so that what a command prints can be piped.
  if (place !== undefined) process.stderr.write(`Installation: ${place}\n`)
} catch (error) {
  const problem = asStartProblem(error, readPlace(process.env).dataDir) as Error
  const isPlain = problem instanceof OperatorProblem || problem instanceof StartProblem
  process.stderr.write(`${isPlain ? problem.message : problem.stack}\n`)
  process.exitCode = 1
}
