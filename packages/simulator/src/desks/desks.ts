/** The simulated desks of a market: each a client of its own, with nothing but a host and a key pair. */
import { createClient, type Client, type Socket } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import { unhurried } from '@parley/server'
import { createRandom } from '../deribit/random.ts'
import { startBookMaker } from './book-maker.ts'
import { createOpener } from './book-opener.ts'
import { startBookTaker } from './book-taker.ts'
import { drawStyle } from './how-to-quote.ts'
import { startMaker } from './maker-desk.ts'
import { watchMarket } from './market-view.ts'
import { watchProtection } from './protection-watch.ts'
import { atSpeed, scenarios, type ScenarioName } from './scenario.ts'
import { startTaker } from './taker-desk.ts'
import { createTimers, type Timers } from './timers.ts'
import type { VenueMarks } from './venue-marks.ts'

export type DeskLogin = {
  readonly ticker: string
  readonly trades: 'TAKER' | 'MAKER'
  readonly accessKey: string
  readonly secretKey: string
  readonly account: string
}

export type DeskSetting = {
  readonly baseUrl: string
  readonly venue: string
  readonly currencies: readonly string[]
  readonly desks: readonly DeskLogin[]
  /** The ticker of the desk a person quotes for. */
  readonly newcomersMaker: string | undefined
  readonly scenario: ScenarioName
  readonly speed: number
  readonly seed: number
  readonly marks: VenueMarks
  /** Whose time the desks live in; the machine's where nothing else is said. */
  readonly time?: { readonly now: () => number; readonly createTimers: () => Timers }
  readonly onProblem: (desk: string, error: unknown) => void
}

export async function startDesks(setting: DeskSetting): Promise<{ stop: () => void }> {
  const connected = setting.desks.map((desk): Connected => {
    const { accessKey, secretKey } = desk
    const credentials = { kind: 'key', accessKey, secretKey } as const
    const client = createClient({ baseUrl: setting.baseUrl, credentials, pacing: { rfqs: unhurried.rfqsPerDesk } })
    return { desk, client, socket: client.socket(), bookSocket: client.socket({ door: '/v1/ob' }) }
  })
  const disconnect = (): void => connected.forEach(({ socket, bookSocket }) => [socket, bookSocket].forEach((one) => one.close()))
  try {
    const stops = await startTrading(setting, connected)
    return { stop: () => [...stops, disconnect].forEach((stop) => stop()) }
  } catch (error) {
    disconnect()
    throw error
  }
}

async function startTrading(setting: DeskSetting, connected: readonly Connected[]): Promise<readonly (() => void)[]> {
  const { venue, currencies, marks } = setting
  const [first] = connected
  if (first === undefined) return []
  const problemOf = (desk: DeskLogin) => (error: unknown) => setting.onProblem(desk.ticker, error)
  const market = await watchMarket(first.client, venue, currencies, marks, problemOf(first.desk))

  const start = async ({ desk, client, socket, bookSocket }: Connected): Promise<{ stop: () => void }> => {
    const { now, createTimers } = setting.time ?? machineTime
    const timers = createTimers()
    const random = createRandom(setting.seed, `desk ${desk.ticker}`)
    const common = {
      client,
      socket,
      market,
      timers,
      now,
      scenario: atSpeed(scenarios[setting.scenario], setting.speed),
      account: desk.account,
      random,
      onProblem: problemOf(desk),
    }
    const tickers = (trades: DeskLogin['trades'] | undefined): string[] =>
      setting.desks.filter((one) => trades === undefined || one.trades === trades).map(({ ticker }) => ticker)
    const books = { ...common, socket: bookSocket, random: createRandom(setting.seed, `desk ${desk.ticker} books`) }
    if (desk.trades === 'MAKER') {
      const style = drawStyle(random)
      const protection = watchProtection(common)
      const makers = tickers('MAKER')
      const place = makers.indexOf(desk.ticker)
      const open = createOpener({ ...common, venue, currencies, seed: setting.seed, place, makers: makers.length })
      startMaker({ ...common, style, protection, simulated: new Set(tickers(undefined)) })
      startBookMaker({ ...books, style, protection, onBooks: (found) => open(found.size) })
      return timers
    }
    const eligible = await counterparties(client, venue)
    const newcomersMaker = eligible.has(setting.newcomersMaker ?? '') ? setting.newcomersMaker : undefined
    startTaker({ ...common, venue, currencies, makers: tickers('MAKER').filter((ticker) => eligible.has(ticker)), newcomersMaker })
    startBookTaker(books)
    return timers
  }

  // Makers listen before takers ask.
  const makers = await Promise.all(connected.filter(({ desk }) => desk.trades === 'MAKER').map(start))
  const takers = await Promise.all(connected.filter(({ desk }) => desk.trades === 'TAKER').map(start))
  return [market, ...takers, ...makers].map(({ stop }) => stop)
}

const machineTime = { now: Date.now, createTimers }

type Connected = { readonly desk: DeskLogin; readonly client: Client; readonly socket: Socket; readonly bookSocket: Socket }

/** The desks this one may ask, by ticker: that is a desk's id and name on the wire. */
async function counterparties(client: Client, venue: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const page of client.pages(directRfqCalls.listCounterparties, { query: { venues: venue, group: 'LP' } }))
    for (const { id } of page.results) ids.add(id)
  return ids
}
