/**
 * Runs one operator command after another for the process that forked it, like the command line, which has its own tests. A process for every command
 * would spend most of its time on loading the same modules.
 */
import { runOperator } from '../src/cli/run-operator.ts'

type Command = { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly input: string }

process.on('message', ({ words, env, input }: Command) => {
  runOperator(words, env, { isTerminal: false, read: async () => input }).then(
    (said) => process.send?.({ said: 'done', words: said }),
    (error: unknown) => process.send?.({ said: 'failed', words: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
