/** The process of a product, as the test process holds it: asked by messages, and gone when the test process is. */
import { fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FromHost, ToHost } from './product-host.ts'

const ENTRY = fileURLToPath(new URL('product-host.ts', import.meta.url))

export type Host = {
  readonly pid: number
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** Waits for the answer; throws `EndedEarly` where the product says that it failed, or its process ends. */
  readonly ask: (message: ToHost, withinMs: number) => Promise<void>
  /** SIGKILL: nothing gets a chance to tidy up. */
  readonly kill: () => Promise<void>
}

export class EndedEarly extends Error {}

export function openHost(): Host {
  const child = fork(ENTRY, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  // A test process ends when its tests do, and the host with it.
  child.unref()
  child.channel?.unref()
  let output = ''
  for (const stream of [child.stdout, child.stderr] as Socket[]) stream.on('data', (chunk: Buffer) => (output += chunk.toString())).unref()
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    ask: (message, withinMs) =>
      new Promise((resolve, reject) => {
        const answer = (said: FromHost): void =>
          finish(() => (said.said === 'failed' ? reject(new EndedEarly(`${said.words}\n${output}`)) : resolve()))
        const end = (): void => finish(() => reject(new EndedEarly(`the product's process ended:\n${output}`)))
        const late = setTimeout(() => finish(() => reject(new Error(`no answer to ${message.do} in time:\n${output}`))), withinMs)
        const finish = (then: () => void): void => {
          clearTimeout(late)
          child.off('message', answer)
          child.off('exit', end)
          then()
        }
        child.on('message', answer)
        child.on('exit', end)
        child.send(message)
      }),
    kill: async () => {
      if (hasEnded()) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
