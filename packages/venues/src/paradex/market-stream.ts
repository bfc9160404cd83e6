/** Contracts and their marks for blocks: the listing and all marks are read whole, then streamed; after every loss both are done again. */
import { createListing } from '../adapter/listing.ts'
import { createNumbers } from '../adapter/instrument-numbers.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import { createPauses, settlesAtEight, type Pauses } from '../adapter/pauses.ts'
import { asObject } from '../adapter/wire-object.ts'
import type { Contract } from '../port/venue-answers.ts'
import type { VenueHealth, VenueListener } from '../port/venue-port.ts'
import { resultsOf, type ApiAnswer } from './answers.ts'
import type { Api } from './api.ts'
import { RELOAD_EVERY_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import { Line, type LineOptions } from './line.ts'
import { markFromWire, symbolOf } from './market-wire.ts'
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import { textOf } from './numbers.ts'
import type { VenueSocket } from './socket.ts'

/** States of the venue in which it takes no new orders. */
const PAUSED: ReadonlySet<string> = new Set(['maintenance', 'cancel-only'])

/** The contracts that are followed. Of few of them each mark is subscribed to by itself; of all of them the venue has one channel. */
export type Followed<Listed extends Contract> = {
  readonly read: (row: unknown, numberOf: (name: string) => number) => Listed | undefined
  readonly marks: 'TOGETHER' | 'EACH'
}

export class MarketStream<Listed extends Contract> {
  readonly #api: Api
  readonly #options: LineOptions
  readonly #followed: Followed<Listed>
  readonly #listing = createListing<Listed>()
  readonly #numbers = createNumbers()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  readonly #indices = new Map<string, number>()
  readonly #line: Line
  readonly #pauses: Pauses
  #listener: VenueListener<Listed> | undefined
  #reloadTimer: NodeJS.Timeout | undefined

  constructor(api: Api, options: LineOptions, followed: Followed<Listed>) {
    this.#api = api
    this.#options = options
    this.#followed = followed
    this.#line = new Line(options, {
      prepare: async (socket) => {
        this.#announce(await this.#load())
        if (followed.marks === 'TOGETHER') await socket.request('subscribe', { channel: 'markets_summary' })
        else await this.#subscribeTo(socket, this.#listing.all())
        for (const row of await this.#demand('/markets/summary', { market: 'ALL' })) this.#take(row)
        this.#pauses.said(await this.#readPause())
        this.#reloadLater()
      },
      onEvent: (_, data) => this.#take(data),
      onHealth: (health) => this.#listener?.onHealth(health),
    })
    const { reconnection } = this.#line
    this.#pauses = createPauses({ now: options.now, planned: settlesAtEight(SETTLEMENT_PAUSE_MS), onPause: reconnection.paused })
  }

  health(): VenueHealth {
    return this.#line.reconnection.health
  }

  async instruments(): Promise<readonly Listed[]> {
    const rows = await this.#line.reconnection.persist(() => this.#readListing())
    this.#listing.takeIn(rows)
    return rows
  }

  /** Resolves after the first attempt, whatever came of it: a venue that is down must not keep us from starting. */
  async connect(listener: VenueListener<Listed>): Promise<void> {
    this.#listener = listener
    this.#pauses.watch()
    await this.#line.open()
  }

  close(): void {
    this.#line.close()
    this.#pauses.close()
    clearTimeout(this.#reloadTimer)
    this.#marks.close()
  }

  async #load(): Promise<readonly Listed[]> {
    return this.#listing.takeIn(await this.#readListing())
  }

  async #readListing(): Promise<readonly Listed[]> {
    const rows = await this.#demand('/markets', {})
    return rows.flatMap((row) => this.#followed.read(row, this.#numbers) ?? [])
  }

  async #subscribeTo(socket: VenueSocket, contracts: readonly Listed[]): Promise<void> {
    for (const { name } of contracts) await socket.request('subscribe', { channel: `markets_summary.${name}` })
  }

  #announce(changed: readonly Listed[]): void {
    if (changed.length > 0) this.#listener?.onInstruments(changed)
  }

  #take(row: unknown): void {
    const contract = this.#listing.named(symbolOf(row) ?? '')
    const mark = contract === undefined ? undefined : markFromWire(row, contract)
    if (contract === undefined || mark === undefined) return
    this.#marks.add(mark)
    // A perpetual's underlying is the coin itself.
    if (contract.expiresAt !== undefined) return
    const index = positiveFromWire(asObject(row)?.['underlying_price'])
    if (index === undefined || this.#indices.get(contract.baseCurrency) === index) return
    this.#indices.set(contract.baseCurrency, index)
    this.#listener?.onIndex(contract.baseCurrency, index, mark.at)
  }

  #reloadLater(): void {
    clearTimeout(this.#reloadTimer)
    this.#reloadTimer = setTimeout(() => void this.#reload(), RELOAD_EVERY_MS)
  }

  async #reload(): Promise<void> {
    try {
      const changed = await this.#load()
      this.#announce(changed)
      const { socket } = this.#line
      const added = changed.filter(({ state }) => state === 'ACTIVE')
      if (socket !== undefined && this.#followed.marks === 'EACH') await this.#subscribeTo(socket, added)
      this.#pauses.said(await this.#readPause())
    } catch (error) {
      this.#options.log('the listing could not be read again', { reason: String(error) })
    }
    if (!this.#line.reconnection.isClosed) this.#reloadLater()
  }

  async #readPause(): Promise<VenueHealth['pause']> {
    const answer = await this.#api.read('/system/state')
    const state = answer.kind === 'RESULT' ? textOf(asObject(answer.result)?.['status']) : 'ok'
    return PAUSED.has(state ?? '') ? 'MAINTENANCE' : undefined
  }

  async #demand(path: string, query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
    const answer = await this.#api.read(path, query)
    const rows = answer.kind === 'RESULT' ? resultsOf(answer.result) : undefined
    if (rows === undefined) throw new Error(reasonOf(answer))
    return rows
  }
}

function reasonOf(answer: ApiAnswer): string {
  if (answer.kind === 'LOST') return answer.reason
  return answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : 'the venue answered without a list'
}
