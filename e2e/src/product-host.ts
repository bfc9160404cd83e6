/**
 * A process that runs one product after another, as `npm start` would, for the process that forked it. Its modules are loaded and its code is
 * compiled only once, so that a start needs half the processor time. The command itself is tested in `start/`.
 */
import type { FromHost } from './host.ts'
import { type Demo, readOptions, settingOf, startDemo } from '@parley/simulator'

export type ToHost =
  | { readonly do: 'start'; readonly flags: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly do: 'stop' }

const say = (message: FromHost): void => void process.send?.(message)

let running: Demo | undefined

async function start(flags: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  running = await startDemo({
    // A test makes its own world: it begins without a past unless it asks for one.
    ...settingOf(readOptions(['--past', '0', ...flags], env), env),
    onProgress: () => undefined,
    onProblem: (sentence) => console.error(sentence),
  })
}

async function stop(): Promise<void> {
  await running?.close()
  running = undefined
}

process.on('message', (asked: ToHost) => {
  const done = asked.do === 'start' ? start(asked.flags, asked.env) : stop()
  done.then(
    () => say({ said: 'done', words: '' }),
    (error: unknown) => say({ said: 'failed', words: error instanceof Error ? error.message : String(error) }),
  )
})
// The test process is gone, so nothing else would stop the product.
process.on('disconnect', () => void stop().finally(() => process.exit()))
