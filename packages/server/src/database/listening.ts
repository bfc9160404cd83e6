/** One connection that listens on any number of channels and is replaced whenever it is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { limits } from './limits.ts'

type Listener = (word: string) => void

export class Listening {
  readonly #config: ClientConfig
  readonly #Client: typeof Client
  readonly #channels = new Map<string, Set<Listener>>()
  /** There is one at a time, connected or connecting, as long as there are listeners. */
  #client: Promise<Client> | undefined
  #over = new AbortController()
  /** A connection runs one statement at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: ClientConfig, ofClient: typeof Client = Client) {
    this.#config = config
    this.#Client = ofClient
  }

  async add(channel: string, listener: Listener): Promise<void> {
    const listeners = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, listeners.add(listener))
    try {
      await this.#serially(async () => listen(await (this.#client ??= this.#connect(this.#over.signal)), channel))
    } catch (error) {
      await this.remove(channel, listener)
      throw error
    }
  }

  /** The last listener to leave ends the connection. */
  async remove(channel: string, listener: Listener): Promise<void> {
    const listeners = this.#channels.get(channel)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#channels.delete(channel)
    if (this.#channels.size > 0) return
    const client = this.#client
    this.#client = undefined
    this.#over.abort()
    this.#over = new AbortController()
    // If it was lost or never made, there is nothing to end.
    await client?.then(
      (one) => one.end(),
      () => undefined,
    )
  }

  async end(): Promise<void> {
    this.#channels.clear()
    await this.remove('', () => undefined)
  }

  #serially<T>(say: () => Promise<T>): Promise<T> {
    const said = this.#last.then(say)
    this.#last = said.catch(() => undefined)
    return said
  }

  /** Listens on all channels. It reconnects only if the connection is lost afterwards. An earlier error goes to the caller. */
  async #connect(signal: AbortSignal): Promise<Client> {
    const client = new this.#Client(this.#config)
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => this.#publish(channel, payload))
    try {
      await client.connect()
      for (const channel of this.#channels.keys()) await listen(client, channel)
    } catch (error) {
      void client.end()
      throw error
    }
    client.once('end', () => this.#lost(signal))
    return client
  }

  #lost(signal: AbortSignal): void {
    if (signal.aborted) return
    this.#client = this.#again(signal)
    void this.#client.then(
      // Notifications sent in the meantime are lost, so all listeners read again.
      () => [...this.#channels.keys()].forEach((channel) => this.#publish(channel, '')),
      // Repeated until there are no more listeners.
      () => undefined,
    )
  }

  async #again(signal: AbortSignal): Promise<Client> {
    for (let pauseMs: number = limits.listenAgainMs; ; pauseMs = Math.min(pauseMs * 2, limits.listenAgainMostMs)) {
      await delay(pauseMs, undefined, { signal })
      const client = await this.#connect(signal).catch(() => undefined)
      if (client !== undefined) return client
    }
  }

  #publish(channel: string, word: string): void {
    for (const listener of this.#channels.get(channel) ?? []) listener(word)
  }
}

const listen = (client: Client, channel: string) => client.query(`listen ${client.escapeIdentifier(channel)}`)
