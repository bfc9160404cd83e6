/** The operator's command line: parses its arguments, does one thing, and prints the result. */
import type { CommandServices, Commands } from './commands.ts'
import { announcementCommands } from './announcement-commands.ts'
import { auditCommands } from './audit-commands.ts'
import { accessCommands } from './access-commands.ts'
import { disputeCommands } from './dispute-commands.ts'
import { firmCommands } from './firm-commands.ts'
import { readCliArguments } from './cli-arguments.ts'
import { marketCommands } from './market-commands.ts'
import { OperatorProblem } from './operator-problem.ts'
import { operatorPeopleCommands } from './operator-people-commands.ts'
import { peopleCommands } from './people-commands.ts'
import type { SecretInput } from './secret-input.ts'
import { signOnCommands } from './sign-on-commands.ts'
import { stateCommands } from './state-commands.ts'
import { usage } from './usage.ts'

export async function runCommand(services: CommandServices, args: readonly string[], input: SecretInput): Promise<string> {
  const commands: Commands = {
    ...firmCommands(services),
    ...peopleCommands(services),
    ...accessCommands(services),
    ...auditCommands(services),
    ...marketCommands(services),
    ...announcementCommands(services),
    ...disputeCommands(services),
    ...signOnCommands(services),
    ...operatorPeopleCommands(services),
    ...stateCommands(services),
  }
  const given = readCliArguments(args, input)
  if (!Object.hasOwn(commands, given.command)) throw new OperatorProblem(`There is no command ${given.command}.\n\n${usage}`)
  return commands[given.command]!(given)
}
