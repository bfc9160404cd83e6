/** A separate process, controlled by messages, which ends with the test process. */
import { fork } from 'node:child_process'
import type { Socket } from 'node:net'

/** Handles the messages in order. */
export type FromHost = { readonly said: 'done' | 'failed'; readonly words: string }

export type Host<Message> = {
  readonly pid: number
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** The output of the response; throws `EndedEarly` if it reports a failure or its process ends. */
  readonly ask: (message: Message, withinMs: number) => Promise<string>
  /** SIGKILL: nothing gets a chance to tidy up. */
  readonly kill: () => Promise<void>
}

export class EndedEarly extends Error {}

/** Starts a module that answers messages. */
export function openHost<Message extends object>(entry: string): Host<Message> {
  const child = fork(entry, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  // A test process ends when its tests do, and the host with it.
  child.unref()
  child.channel?.unref()
  let output = ''
  for (const stream of [child.stdout, child.stderr] as Socket[]) stream.on('data', (chunk: Buffer) => (output += chunk.toString())).unref()
  let last: Promise<string> = Promise.resolve('')
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const asked = (message: Message, withinMs: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const answer = (said: FromHost): void =>
        finish(() => (said.said === 'failed' ? reject(new EndedEarly(`${said.words}\n${output}`)) : resolve(said.words)))
      const end = (): void => finish(() => reject(new EndedEarly(`the process ended:\n${output}`)))
      const late = setTimeout(
        () => finish(() => reject(new Error(`no answer to ${JSON.stringify(message)} in time:\n${output}`))),
        withinMs,
      )
      const finish = (then: () => void): void => {
        clearTimeout(late)
        child.off('message', answer)
        child.off('exit', end)
        then()
      }
      child.on('message', answer)
      child.on('exit', end)
      child.send(message)
    })
  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    // One message at a time, because a response does not name its message.
    ask: (message, withinMs) => (last = last.catch(() => '').then(() => asked(message, withinMs))),
    kill: async () => {
      if (hasEnded()) return
      // Otherwise a program that waits for nothing else would end here, without reporting why it killed the process.
      child.ref()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
