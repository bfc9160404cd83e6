/** `npm start`: the product, the simulated venues and a market that trades on its own, in one process and one folder. */
import { join } from 'node:path'
import { StartProblem, TAKEN_OVER_EXIT } from '@parley/server'
import { readDemoFile } from './demo-file.ts'
import { startDemo } from './demo.ts'
import { readOptions } from './options.ts'
import { settingOf } from './setting.ts'
import { operatorLine, signIns } from './sign-ins.ts'

const STOP_WITHIN_MS = 15_000

const stopped = new AbortController()

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  const setting = settingOf(options, process.env)
  const isFirst = readDemoFile(setting.dataDir) === undefined
  if (isFirst) console.log('First start: creating the database and ten desks. Later starts are faster.')

  const starting = startDemo({
    ...setting,
    onProgress: (sentence) => console.log(sentence),
    // A stopping server refuses the last calls of desks that are still trading. Those are not problems.
    onProblem: (sentence) => stopped.signal.aborted || console.error(sentence),
    signal: stopped.signal,
  })
  stopOnSignals(async () => (await starting).close())
  const demo = await starting
  void demo.takenOver.then(() => {
    console.error('Another Parley has taken over the database of this one, which ends.')
    demo.close().then(() => process.exit(TAKEN_OVER_EXIT), fail)
  })
  if (stopped.signal.aborted) return
  console.log(`\nParley is ready at ${demo.file.baseUrl}\n`)
  console.log(`Sign in as Amber Road to send RFQs and as Linden to quote them, in two windows. The other desks trade by themselves.\n`)
  console.log(signIns(demo.file))
  if (options.mail.kind === 'mailbox') console.log(`\nDemo mail: ${demo.file.baseUrl}/dev/mail`)
  console.log(operatorLine(demo.file))
  console.log(`\nAPI keys for bots: ${join(options.dataDir, 'demo.json')}. Press Ctrl-C to stop everything.`)
}

function stopOnSignals(close: () => Promise<void>): void {
  const stop = (): void => {
    // One Ctrl-C may reach us twice, from the terminal and from npm.
    if (stopped.signal.aborted) return
    stopped.abort()
    console.log('Stopping…')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

function fail(error: unknown): never {
  // The start was aborted.
  if (stopped.signal.aborted && error === stopped.signal.reason) process.exit(0)
  console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
}

// If a reader closes the output after the first lines, the market must continue.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

await main().catch(fail)
