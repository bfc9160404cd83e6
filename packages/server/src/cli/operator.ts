/** `npm run operator -- <command>`: firms, desks and people of an installation, whether the product is running or not. */
import { asStartProblem, StartProblem } from '../database/start-problem.ts'
import { OperatorProblem } from '../operator/operator-problem.ts'
import { readPlace } from '../settings.ts'
import { runOperator } from './run-operator.ts'

try {
  process.stdout.write(`${await runOperator(process.argv.slice(2), process.env)}\n`)
} catch (error) {
  const problem = asStartProblem(error, readPlace(process.env).dataDir) as Error
  const isPlain = problem instanceof OperatorProblem || problem instanceof StartProblem
  process.stderr.write(`${isPlain ? problem.message : problem.stack}\n`)
  process.exitCode = 1
}
