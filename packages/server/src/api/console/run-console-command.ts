/** Runs a command of the operator for a person at the console: the same function as on the command line, with the person as the author. */
import { consoleApi } from '@parley/contracts'
import { personAt } from '../../audit/author.ts'
import type { CommandServices } from '../../operator/commands.ts'
import { runCommand } from '../../operator/operator-command.ts'
import { createOperator } from '../../operator/operator.ts'
import { OperatorProblem } from '../../operator/operator-problem.ts'
import type { OperatorServices } from '../../operator/operator-services.ts'
import type { SecretInput } from '../../operator/secret-input.ts'
import { ConsoleFault } from './console-fault.ts'

type Options = Readonly<Record<string, string | boolean>>
export type ConsoleCommandRun = {
  readonly command: string
  readonly options: Options
  readonly why?: string | undefined
  /** The person at the console. */
  readonly name: string
  /** Whether the second factor was given again just now. */
  readonly isProved: boolean
}
/** Returns the sentence that the command prints. */
export type RunConsoleCommand = (run: ConsoleCommandRun) => Promise<string>

/** No command of the console reads a secret. */
const noInput: SecretInput = { isTerminal: false, read: () => Promise.reject(new OperatorProblem('The console enters no secrets.')) }

type Services = OperatorServices & Omit<CommandServices, 'operator' | 'author'>

export const createConsoleCommands =
  (services: Services): RunConsoleCommand =>
  async ({ command, options, why, name, isProved }) => {
    if (!Object.hasOwn(consoleApi.consoleCommands, command))
      throw new ConsoleFault(404, 'NotFound', `The console has no command ${command}.`)
    const { hurts, options: schema } = consoleApi.consoleCommands[command as keyof typeof consoleApi.consoleCommands]
    if (hurts && !isProved) throw new ConsoleFault(403, 'StepUpRequired', 'Enter the code of your authenticator app first.')
    if (hurts && (why ?? '') === '') throw new ConsoleFault(400, 'ReasonRequired', 'Give a reason. It is written to the audit log.')
    const read = schema.safeParse(options)
    if (!read.success) throw new ConsoleFault(400, 'InvalidRequest', sentenceOf(read.error.issues[0]!))
    const author = personAt(name, why === '' ? undefined : why)
    const operator = createOperator({ ...services, author })
    try {
      return await runCommand({ ...services, operator, author }, [command, ...argumentsOf(read.data, why)], noInput)
    } catch (error) {
      throw error instanceof OperatorProblem ? new ConsoleFault(422, 'Refused', plain(error.message)) : error
    }
  }

/** One argument for each option, so that a value can begin with a hyphen. */
function argumentsOf(options: Readonly<Record<string, string | true | undefined>>, why = ''): readonly string[] {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}=${value}`],
  )
  return why === '' ? given : [...given, `--why=${why}`]
}

const sentenceOf = ({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string =>
  `${path.join('.') || 'The options'}: ${message}.`

/** The command line's own message without its usage and without the hyphens of its options. */
const plain = (message: string): string => message.split('\n\n')[0]!.replaceAll(/--(?=[a-z])/g, '')
