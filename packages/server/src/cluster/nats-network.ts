/** The network between processes on a NATS server, without its storage. */
import type { NatsConnection } from '@nats-io/transport-node'
import { StartProblem } from '../database/start-problem.ts'
import type { Log } from '../log/log.ts'
import { NoReply, type Network, type Served } from './network.ts'
import { clusterLimits as limits } from './limits.ts'
import { versionedNetwork } from './wire.ts'

/** `nats://user:password@host:4222`; several addresses are separated by commas. */
export async function openNatsNetwork({ url, log }: { readonly url: string; readonly log: Log }): Promise<Network> {
  // A process that does everything needs neither the library nor its memory.
  const { connect, RequestError } = await import('@nats-io/transport-node')
  const nats = await opened(url, connect)
  let isConnected = true
  void follow(nats, (now, about) => {
    if (isConnected !== now)
      log.warn({ server: about }, now ? 'The connection to NATS is back' : 'The connection to NATS is lost; trying again')
    isConnected = now
  })
  return versionedNetwork({
    async request(subject, text, timeout) {
      try {
        return (await nats.request(subject, text, { timeout })).string()
      } catch (error) {
        throw new NoReply(subject, error instanceof RequestError && error.isNoResponders() ? 'UNSERVED' : 'SILENT', error)
      }
    },
    serve: (subject, answer) => serveOn({ nats, isConnected: () => isConnected, send, log }, subject, answer),
    publish(subject, text) {
      send(() => nats.publish(subject, text))
    },
    subscribe(subject, listener) {
      const reading = nats.subscribe(subject, {
        callback: (failed, message) => {
          if (failed === null) listener(message.string())
        },
      })
      return () => reading.unsubscribe()
    },
    isConnected: () => isConnected,
    async close() {
      await nats.drain().catch(() => undefined)
    },
  })

  /** A message that is too long, or written after the end, is a lost message. */
  function send(write: () => unknown): void {
    try {
      write()
    } catch (error) {
      log.warn({ error }, 'A message to other processes was not sent')
    }
  }
}

type Serving = {
  readonly nats: NatsConnection
  readonly isConnected: () => boolean
  readonly send: (write: () => unknown) => void
  readonly log: Log
}

async function serveOn(
  { nats, isConnected, send, log }: Serving,
  subject: string,
  answer: Parameters<Network['serve']>[1],
): Promise<Served> {
  const open = new Set<Promise<void>>()
  const serving = nats.subscribe(subject, {
    callback: (failed, message) => {
      if (failed !== null) return
      const answering = answer(message.string()).then(
        (reply) => void (reply !== undefined && send(() => message.respond(reply))),
        (error: unknown) => log.error({ error, subject }, 'A request of another process failed unexpectedly'),
      )
      const done = answering.finally(() => open.delete(done))
      open.add(done)
    },
  })
  try {
    await nats.flush()
  } catch (error) {
    // The subscription would be made again with the next connection.
    serving.unsubscribe()
    throw error
  }
  const end = async () => {
    // Requests that the server has sent before it reads this are still delivered. Without a connection there are none, and this would wait for the next one.
    if (isConnected()) await serving.drain().catch(() => undefined)
    else serving.unsubscribe()
    await Promise.all(open)
    if (isConnected()) await nats.flush().catch(() => undefined)
  }
  let ended: Promise<void> | undefined
  return { end: () => (ended ??= end()) }
}

type Connect = (typeof import('@nats-io/transport-node'))['connect']

async function opened(url: string, connect: Connect): Promise<NatsConnection> {
  const addresses = url.split(',').map((one) => new URL(one))
  const [{ username, password }] = addresses as [URL]
  try {
    return await connect({
      servers: addresses.map(({ host }) => host),
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      ...(addresses[0]!.protocol === 'tls:' ? { tls: {} } : {}),
      name: `parley ${process.pid}`,
      maxReconnectAttempts: -1,
      reconnectTimeWait: limits.reconnectMs,
      pingInterval: limits.pingMs,
      timeout: limits.connectMs,
    })
  } catch (error) {
    throw new StartProblem(
      'SettingWrong',
      `The NATS server of NATS_URL is not responding (${(error as Error).message}); check its address and that it is running.`,
      error,
    )
  }
}

async function follow(nats: NatsConnection, change: (isConnected: boolean, server: string) => void): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'disconnect') change(false, status.server)
    else if (status.type === 'reconnect') change(true, status.server)
  }
}
