/** The operator's command line: reads its words, does one thing, and says what came of it. */
import type { Sql } from '../../postgres/sql.ts'
import type { Book } from '../book.ts'
import type { Platform } from '../../operations/platform.ts'
import { auditCommands } from './audit-commands.ts'
import { accessCommands } from './access-commands.ts'
import { firmCommands } from './firm-commands.ts'
import { readGiven, type Given } from './given.ts'
import { marketCommands } from './market-commands.ts'
import { OperatorProblem } from './operator-problem.ts'
import type { Operator } from './operator.ts'
import { peopleCommands } from './people-commands.ts'
import { usage } from './usage.ts'

export type CommandParts = { readonly operator: Operator; readonly book: Book; readonly sql: Sql; readonly platform: Platform }

/** What each command answers, by its word. */
export type Commands = Readonly<Record<string, (given: Given) => Promise<string>>>

export async function runCommand(parts: CommandParts, args: readonly string[]): Promise<string> {
  const commands: Commands = {
    ...firmCommands(parts),
    ...peopleCommands(parts),
    ...accessCommands(parts),
    ...auditCommands(parts),
    ...marketCommands(parts),
  }
  const given = readGiven(args)
  if (!Object.hasOwn(commands, given.command)) throw new OperatorProblem(`There is no command ${given.command}.\n\n${usage}`)
  return commands[given.command]!(given)
}
