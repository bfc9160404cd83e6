/** Contracts of Paradex and their marks, for blocks: the listing and all marks over REST, then marks over a socket. */
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import { createNumbers } from '../adapter/instrument-numbers.ts'
import { MarketStream } from '../adapter/market-stream.ts'
import type { Pause } from '../adapter/pauses.ts'
import { asObject } from '../adapter/wire-object.ts'
import type { Contract } from '../port/venue-answers.ts'
import { resultsOf, type ApiAnswer } from './answers.ts'
import type { Api } from './api.ts'
import { RELOAD_EVERY_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import type { SocketConnectionOptions } from './socket-connection.ts'
import { markFromWire, symbolOf } from './market-wire.ts'
import { textOf } from './numbers.ts'
import { openSocket, type VenueSocket } from './socket.ts'

/** States of the venue in which it accepts no new orders. */
const PAUSED: ReadonlySet<string> = new Set(['maintenance', 'cancel-only'])

/** The followed contracts. A few are subscribed individually; for all of them the venue has a single channel. */
export type Followed<Listed extends Contract> = {
  readonly read: (row: unknown, numberOf: (name: string) => number) => Listed | undefined
  readonly marks: 'TOGETHER' | 'EACH'
}

export function createMarketStream<Listed extends Contract>(
  api: Api,
  options: SocketConnectionOptions,
  followed: Followed<Listed>,
): MarketStream<VenueSocket, Listed> {
  const numberOf = createNumbers()
  const take = (row: unknown): void => {
    const contract = stream.listing.named(symbolOf(row) ?? '')
    const mark = contract === undefined ? undefined : markFromWire(row, contract)
    if (contract === undefined || mark === undefined) return
    stream.takeMark(mark)
    // A perpetual's underlying is the coin itself.
    if (contract.expiresAt === undefined)
      stream.takeNewIndex(contract.baseCurrency, positiveFromWire(asObject(row)?.['underlying_price']), mark.at)
  }
  const subscribeTo = async (socket: VenueSocket, contracts: readonly Listed[]): Promise<void> => {
    for (const { name } of contracts) await socket.request('subscribe', { channel: `markets_summary.${name}` })
  }
  const stream = new MarketStream<VenueSocket, Listed>(
    { ...options, settlementPauseMs: SETTLEMENT_PAUSE_MS },
    {
      open: (events) => openSocket(options, { ...events, onEvent: (_, data) => take(data) }),
      load: async () => (await demand(api, '/markets', {})).flatMap((row) => followed.read(row, numberOf) ?? []),
      subscribe: async (socket) => {
        if (followed.marks === 'TOGETHER') await socket.request('subscribe', { channel: 'markets_summary' })
        else await subscribeTo(socket, stream.listing.all())
        for (const row of await demand(api, '/markets/summary', { market: 'ALL' })) take(row)
      },
      readPause: () => readPause(api),
      follow: async (socket, { added }) => {
        if (followed.marks === 'EACH') await subscribeTo(socket, added)
      },
      nextReloadMs: () => RELOAD_EVERY_MS,
    },
  )
  return stream
}

async function readPause(api: Api): Promise<Pause | undefined> {
  const answer = await api.read('/system/state')
  const state = answer.kind === 'RESULT' ? textOf(asObject(answer.result)?.['status']) : 'ok'
  return PAUSED.has(state ?? '') ? 'MAINTENANCE' : undefined
}

async function demand(api: Api, path: string, query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const answer = await api.read(path, query)
  const rows = answer.kind === 'RESULT' ? resultsOf(answer.result) : undefined
  if (rows === undefined) throw new Error(reasonOf(answer))
  return rows
}

function reasonOf(answer: ApiAnswer): string {
  if (answer.kind === 'LOST') return answer.reason
  return answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : 'the venue answered without a list'
}
