/**
 * Runs one command of the operator after another for the process that forked it, each as the command line does, which has tests of its own: a process
 * for every command would spend most of its time on reading the same modules.
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
