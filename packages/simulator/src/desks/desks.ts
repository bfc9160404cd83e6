/** The simulated desks of a market: each a client of its own, with nothing but a host and a key pair. */
import { createClient, type Client, type Socket } from '@parley/client'
import { directRfqCalls, type RollingRate } from '@parley/contracts'
import { createRandom } from '../exchange/random.ts'
import { drawStyle } from './how-to-quote.ts'
import { MakerDesk } from './maker-desk.ts'
import { watchMarket, type DeskMarket, type MarketView } from './market-view.ts'
import { createOpener } from './order-book-opener.ts'
import { watchProtection } from './protection-watch.ts'
import { atSpeed, scenarios, type ScenarioName } from './scenario.ts'
import { TakerDesk } from './taker-desk.ts'
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
  /** The coins and venues that desks trade; the markets of the day's order book stand at the venue of the first. */
  readonly markets: readonly DeskMarket[]
  readonly desks: readonly DeskLogin[]
  /** The ticker of the desk a person quotes for. */
  readonly newcomersMaker: string | undefined
  readonly scenario: ScenarioName
  readonly speed: number
  readonly seed: number
  readonly marks: VenueMarks
  /** The rate at which the server lets a desk ask. */
  readonly rfqsPerDesk: RollingRate
  /** The clock of the desks; the machine's unless another is given. */
  readonly time?: { readonly now: () => number; readonly createTimers: () => Timers }
  readonly onProblem: (desk: string, error: unknown) => void
}

export async function startDesks(setting: DeskSetting): Promise<{ stop: () => void }> {
  const connected = setting.desks.map((desk): Connected => {
    const { accessKey, secretKey } = desk
    const credentials = { kind: 'key', accessKey, secretKey } as const
    const client = createClient({ baseUrl: setting.baseUrl, credentials, pacing: { rfqs: setting.rfqsPerDesk } })
    return {
      desk,
      client,
      sockets: [client.socket({ cancelOnDisconnect: false }), client.socket({ cancelOnDisconnect: false, door: '/v1/ob' })],
    }
  })
  const disconnect = (): void => connected.forEach(({ sockets }) => sockets.forEach((one) => one.close()))
  try {
    const stops = await startTrading(setting, connected)
    return { stop: () => [...stops, disconnect].forEach((stop) => stop()) }
  } catch (error) {
    disconnect()
    throw error
  }
}

async function startTrading(setting: DeskSetting, connected: readonly Connected[]): Promise<readonly (() => void)[]> {
  const [first] = connected
  if (first === undefined) return []
  const { markets, marks, onProblem } = setting
  const market = await watchMarket(first.client, markets, marks, (error) => onProblem(first.desk.ticker, error))
  const of = (trades: DeskLogin['trades']) => connected.filter(({ desk }) => desk.trades === trades)
  // Makers listen before takers ask.
  const makers = of('MAKER').map((one) => startMaker(setting, market, one))
  const takers = await Promise.all(of('TAKER').map((one) => startTaker(setting, market, one)))
  return [market, ...takers, ...makers].map(({ stop }) => stop)
}

function startMaker(setting: DeskSetting, market: MarketView, one: Connected): Timers {
  const common = commonOf(setting, market, one)
  const makers = tickersOf(setting, 'MAKER')
  const { markets, seed } = setting
  const home = markets.filter(({ venue }) => venue === markets[0]?.venue)
  const open = createOpener({ ...common, markets: home, seed, place: makers.indexOf(one.desk.ticker), makers: makers.length })
  new MakerDesk({
    ...common,
    style: drawStyle(common.random),
    protection: watchProtection({ ...common, socket: one.sockets[0]! }),
    simulated: new Set(setting.desks.map(({ ticker }) => ticker)),
    onOrderBooks: ({ size }) => open(size),
  }).start()
  return common.timers
}

async function startTaker(setting: DeskSetting, market: MarketView, one: Connected): Promise<Timers> {
  const common = commonOf(setting, market, one)
  const { markets } = setting
  const eligible = await counterparties(one.client, markets)
  const newcomersMaker = eligible.has(setting.newcomersMaker ?? '') ? setting.newcomersMaker : undefined
  const makers = tickersOf(setting, 'MAKER').filter((ticker) => eligible.has(ticker))
  new TakerDesk({ ...common, markets, makers, newcomersMaker }).start()
  return common.timers
}

const tickersOf = ({ desks }: DeskSetting, trades: DeskLogin['trades']): readonly string[] =>
  desks.filter((one) => one.trades === trades).map(({ ticker }) => ticker)

/** The parts that each desk has of its own. */
function commonOf({ seed, scenario, speed, time = machineTime, onProblem }: DeskSetting, market: MarketView, one: Connected) {
  const { desk, client, sockets } = one
  return {
    ...{ client, sockets, market, now: time.now, account: desk.account },
    timers: time.createTimers(),
    scenario: atSpeed(scenarios[scenario], speed),
    random: createRandom(seed, `desk ${desk.ticker}`),
    onProblem: (error: unknown) => onProblem(desk.ticker, error),
  }
}

const machineTime = { now: Date.now, createTimers }

type Connected = { readonly desk: DeskLogin; readonly client: Client; readonly sockets: readonly Socket[] }

/** The desks this one may ask, by ticker: that is a desk's id and name on the wire. */
async function counterparties(client: Client, markets: readonly DeskMarket[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  const venues = [...new Set(markets.map(({ venue }) => venue))].join()
  for await (const page of client.pages(directRfqCalls.listCounterparties, { query: { venues, group: 'LP' } }))
    for (const { id } of page.results) ids.add(id)
  return ids
}
