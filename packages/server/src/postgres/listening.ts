/** One connection that hears what is notified on any number of channels, made again whenever it is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { limits } from './limits.ts'

type Hear = (word: string) => void

export class Listening {
  readonly #config: ClientConfig
  readonly #channels = new Map<string, Set<Hear>>()
  /** There is one at a time, made or being made, for as long as somebody hears. */
  #client: Promise<Client> | undefined
  #over = new AbortController()
  /** A connection is told one thing at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: ClientConfig) {
    this.#config = config
  }

  async add(channel: string, hear: Hear): Promise<void> {
    const hearers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, hearers.add(hear))
    try {
      await this.#inTurn(async () => listen(await (this.#client ??= this.#connect(this.#over.signal)), channel))
    } catch (error) {
      await this.remove(channel, hear)
      throw error
    }
  }

  /** The last one to leave ends the connection. */
  async remove(channel: string, hear: Hear): Promise<void> {
    const hearers = this.#channels.get(channel)
    hearers?.delete(hear)
    if (hearers?.size === 0) this.#channels.delete(channel)
    if (this.#channels.size > 0) return
    const client = this.#client
    this.#client = undefined
    this.#over.abort()
    this.#over = new AbortController()
    // Lost or never made: there is nothing to end.
    await client?.then(
      (one) => one.end(),
      () => undefined,
    )
  }

  async end(): Promise<void> {
    this.#channels.clear()
    await this.remove('', () => undefined)
  }

  #inTurn<T>(say: () => Promise<T>): Promise<T> {
    const said = this.#last.then(say)
    this.#last = said.catch(() => undefined)
    return said
  }

  /** Hears all that is listened to. Only then is its loss one to be made good: before, it is a failure of whoever makes it. */
  async #connect(signal: AbortSignal): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => this.#tell(channel, payload))
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
      // What was said meanwhile nobody knows: everybody reads again.
      () => [...this.#channels.keys()].forEach((channel) => this.#tell(channel, '')),
      // It is tried until nobody hears any longer.
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

  #tell(channel: string, word: string): void {
    for (const hear of this.#channels.get(channel) ?? []) hear(word)
  }
}

const listen = (client: Client, channel: string) => client.query(`listen ${client.escapeIdentifier(channel)}`)
