/** A child process of a benchmark: it reports that it is ready, receives its task, and answers once. */
import { fork } from 'node:child_process'

export type Child = {
  readonly pid: number
  send(message: object | string): void
  readonly answer: Promise<unknown>
}

export async function startChild(file: string): Promise<Child> {
  // The module that bootstrap imports into a program would let it exit while it waits for a message from its parent.
  const execArgv = process.execArgv.filter((flag) => !flag.startsWith('--import'))
  const child = fork(new URL(file, import.meta.url), { serialization: 'advanced', execArgv })
  const messages = queueOf((take) => child.on('message', take))
  const ended = new Promise<never>((_, reject) =>
    child.once('error', reject).once('exit', (code) => reject(new Error(`${file} ended: ${code}`))),
  )
  ended.catch(() => undefined)
  const next = () => Promise.race([messages.next(), ended])
  await next()
  const answer = next()
  answer.catch(() => undefined)
  return { pid: child.pid!, send: (message) => void child.send(message), answer }
}

/** In the child: the messages it receives, one after another. The listener stays, so that the process keeps running while it waits. */
export function messagesHere(): { next<T>(): Promise<T> } {
  const messages = queueOf((take) => process.on('message', take))
  process.send!('here')
  return { next: <T>() => messages.next() as Promise<T> }
}

/** In the child: its answer, after which it may exit. */
export const answer = (value: object): void =>
  void process.send!(value, undefined, undefined, () => {
    process.disconnect()
  })

function queueOf(listen: (take: (message: unknown) => void) => void): { next(): Promise<unknown> } {
  const waiting: ((message: unknown) => void)[] = []
  const come: unknown[] = []
  listen((message) => {
    const taker = waiting.shift()
    if (taker === undefined) come.push(message)
    else taker(message)
  })
  return { next: () => (come.length > 0 ? Promise.resolve(come.shift()) : new Promise((resolve) => waiting.push(resolve))) }
}
