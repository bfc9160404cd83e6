/** One connection that hears what is notified on any number of channels, made again whenever it is lost. */
import { Client, type ClientConfig } from 'pg'
import { limits } from './limits.ts'

type Hear = (word: string) => void

export class Listening {
  readonly #config: ClientConfig
  readonly #channels = new Map<string, Set<Hear>>()
  #client: Promise<Client> | undefined
  #again: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(config: ClientConfig) {
    this.#config = config
  }

  async add(channel: string, hear: Hear): Promise<void> {
    const hearers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, hearers.add(hear))
    const client = await (this.#client ??= this.#connect())
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }

  /** The last one to leave ends the connection. */
  async remove(channel: string, hear: Hear): Promise<void> {
    const hearers = this.#channels.get(channel)
    hearers?.delete(hear)
    if (hearers?.size === 0) this.#channels.delete(channel)
    if (this.#channels.size > 0) return
    const client = this.#client
    this.#client = undefined
    clearTimeout(this.#again)
    // Lost or never made: there is nothing to end.
    await client?.then(
      (one) => one.end(),
      () => undefined,
    )
  }

  async end(): Promise<void> {
    this.#isEnded = true
    this.#channels.clear()
    await this.remove('', () => undefined)
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => this.#tell(channel, payload))
    await client.connect()
    client.once('end', () => this.#lost(limits.listenAgainMs))
    return client
  }

  #tell(channel: string, word: string): void {
    for (const hear of this.#channels.get(channel) ?? []) hear(word)
  }

  #lost(pauseMs: number): void {
    if (this.#isEnded || this.#channels.size === 0) return
    this.#again = setTimeout(() => {
      this.#client = this.#connectAgain()
      this.#client.catch(() => this.#lost(Math.min(pauseMs * 2, limits.listenAgainMostMs)))
    }, pauseMs)
  }

  async #connectAgain(): Promise<Client> {
    const client = await this.#connect()
    for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    for (const channel of this.#channels.keys()) this.#tell(channel, '')
    return client
  }
}
