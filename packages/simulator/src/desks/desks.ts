/** The simulated desks of a market. Each is an ordinary API client with a host and a key pair. */
import { createClient, type Client, type Socket, type SocketDoor } from '@parley/client'
import { directRfqCalls, type RollingRate } from '@parley/contracts'
import { createRandom } from '../exchange/random.ts'
import { bookTrades } from './booking.ts'
import { drawStyle } from './how-to-quote.ts'
import { startListMaker } from './list-maker.ts'
import { startListTaker, watchOwnLines } from './list-taker.ts'
import { MakerDesk } from './maker-desk.ts'
import { watchMarket, type DeskMarket, type MarketView } from './market-view.ts'
import { createOpener } from './order-book-opener.ts'
import { watchProtection } from './protection-watch.ts'
import { atSpeed, scenarios, type ScenarioName } from './scenario.ts'
import { watchSpreads, type SpreadList } from './spread-list.ts'
import { SpreadMaker } from './spread-maker.ts'
import { startSpreadTaker } from './spread-taker.ts'
import { TakerDesk } from './taker-desk.ts'
import { createTimers, type Timers } from './timers.ts'
import type { VenueMarks } from './venue-marks.ts'

export type DeskLogin = {
  readonly ticker: string
  readonly trades: 'TAKER' | 'MAKER'
  readonly accessKey: string
  readonly secretKey: string
  readonly account: string
  /** It has an account at every venue of the markets, so that its key can read all their instruments. */
  readonly seesAll?: boolean
}

export type DeskSetting = {
  readonly baseUrl: string
  /** The coins and venues that desks trade. The day's order-book markets are at the venue of the first. */
  readonly markets: readonly DeskMarket[]
  readonly desks: readonly DeskLogin[]
  /** The ticker of the desk for which a person quotes. */
  readonly newcomersMaker: string | undefined
  readonly scenario: ScenarioName
  readonly speed: number
  readonly seed: number
  readonly marks: VenueMarks
  /** The rate at which a desk may send RFQs. */
  readonly rfqsPerDesk: RollingRate
  /** The clock of the desks; by default the machine's. */
  readonly time?: { readonly now: () => number; readonly createTimers: () => Timers }
  readonly onProblem: (desk: string, error: unknown) => void
}

export async function startDesks(setting: DeskSetting): Promise<{ stop: () => void }> {
  const connected = setting.desks.map((desk): Connected => {
    const { accessKey, secretKey } = desk
    const credentials = { kind: 'key', accessKey, secretKey } as const
    const client = createClient({ baseUrl: setting.baseUrl, credentials, pacing: { rfqs: setting.rfqsPerDesk } })
    const open = (door: SocketDoor): Socket => client.socket({ cancelOnDisconnect: false, door })
    const quotesSpreads = desk.trades === 'MAKER' && scenarios[setting.scenario].spreadInterest > 0
    return { desk, client, sockets: [open('/v2/drfq'), open('/v1/ob')], spreadSocket: quotesSpreads ? open('/v1/fs') : undefined }
  })
  const disconnect = (): void => connected.forEach(({ sockets, spreadSocket }) => [...sockets, spreadSocket].forEach((one) => one?.close()))
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
  const reader = connected.find(({ desk }) => desk.seesAll === true) ?? first
  const market = await watchMarket(reader.client, markets, marks, (error) => onProblem(reader.desk.ticker, error))
  const of = (trades: DeskLogin['trades']) => connected.filter(({ desk }) => desk.trades === trades)
  const spreads = watchSpreads(first.client, markets, (error) => onProblem(first.desk.ticker, error))
  const floor: DeskFloor = { market, spreads }
  // Makers start listening before takers send RFQs.
  const makers = of('MAKER').map((one) => startMaker(setting, floor, one))
  const takers = await Promise.all(of('TAKER').map((one) => startTaker(setting, floor, one)))
  return [market, spreads, ...takers, ...makers].map(({ stop }) => stop)
}

function startMaker(setting: DeskSetting, floor: DeskFloor, one: Connected): Timers {
  const common = commonOf(setting, floor, one)
  bookTrades(common)
  const makers = tickersOf(setting, 'MAKER')
  const { markets, seed } = setting
  const home = markets.filter(({ venue }) => venue === markets[0]?.venue)
  const open = createOpener({ ...common, markets: home, seed, place: makers.indexOf(one.desk.ticker), makers: makers.length })
  const style = drawStyle(common.random)
  const protection = watchProtection({ ...common, socket: one.sockets[0]! })
  new MakerDesk({
    ...{ ...common, style, protection },
    simulated: new Set(setting.desks.map(({ ticker }) => ticker)),
    onOrderBooks: ({ size }) => open(size),
  }).start()
  startListMaker({ ...common, style, random: createRandom(seed, `desk ${one.desk.ticker} in lists`) })
  new SpreadMaker({ ...inSpreads(setting, common, one), style, protection, socket: one.spreadSocket }).start()
  return common.timers
}

async function startTaker(setting: DeskSetting, floor: DeskFloor, one: Connected): Promise<Timers> {
  const common = commonOf(setting, floor, one)
  bookTrades(common)
  const markets = setting.markets.filter(({ weight }) => weight > 0)
  const eligible = await counterparties(one.client, markets)
  const newcomersMaker = eligible.has(setting.newcomersMaker ?? '') ? setting.newcomersMaker : undefined
  const makers = tickersOf(setting, 'MAKER').filter((ticker) => eligible.has(ticker))
  new TakerDesk({ ...common, markets, makers, newcomersMaker, isOfList: watchOwnLines(one.sockets) }).start()
  // Lists have their own random stream, as listed spreads have.
  const random = createRandom(setting.seed, `desk ${one.desk.ticker} in lists`)
  if (common.scenario.burst > 0) startListTaker({ ...common, markets, makers, newcomersMaker, random })
  if (common.scenario.spreadInterest > 0) startSpreadTaker(inSpreads(setting, common, one))
  return common.timers
}

const tickersOf = ({ desks }: DeskSetting, trades: DeskLogin['trades']): readonly string[] =>
  desks.filter((one) => one.trades === trades).map(({ ticker }) => ticker)

/** The separate parts of each desk. */
function commonOf({ seed, scenario, speed, time = machineTime, onProblem }: DeskSetting, floor: DeskFloor, one: Connected) {
  const { desk, client, sockets } = one
  return {
    ...{ ...floor, client, sockets, now: time.now, account: desk.account },
    timers: time.createTimers(),
    scenario: atSpeed(scenarios[scenario], speed),
    random: createRandom(seed, `desk ${desk.ticker}`),
    onProblem: (error: unknown) => onProblem(desk.ticker, error),
  }
}

/** Listed spreads use their own random stream, so that they do not affect what a desk does elsewhere. */
const inSpreads = ({ seed, marks }: DeskSetting, common: ReturnType<typeof commonOf>, { desk: { ticker } }: Connected) => ({
  ...{ ...common, marks, seed, ticker },
  random: createRandom(seed, `desk ${ticker} in spreads`),
})

const machineTime = { now: Date.now, createTimers }

type DeskFloor = { readonly market: MarketView; readonly spreads: SpreadList }
type Connected = {
  readonly desk: DeskLogin
  readonly client: Client
  readonly sockets: readonly Socket[]
  /** For makers that quote listed spreads. */
  readonly spreadSocket: Socket | undefined
}

/** The desks to which this one can send RFQs, by ticker, which is a desk's id and name on the wire. */
async function counterparties(client: Client, markets: readonly DeskMarket[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  const venues = [...new Set(markets.map(({ venue }) => venue))].join()
  for await (const page of client.pages(directRfqCalls.listCounterparties, { query: { venues, group: 'LP' } }))
    for (const { id } of page.results) ids.add(id)
  return ids
}
