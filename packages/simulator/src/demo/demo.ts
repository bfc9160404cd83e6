/** Starts and stops the parts of the demo in the right order. */
import { createServer } from 'node:net'
import { wireRates } from '@parley/contracts'
import {
  asStartProblem,
  createServer as createProduct,
  makeDataFolder,
  StartProblem,
  type MailSetting,
  type RunningServer,
  unhurried,
} from '@parley/server'
import { createBitcomVenue, createBybitVenue, createDeribitVenue, createParadexVenue } from '@parley/venues'
import { scenarios, type ScenarioName } from '../desks/scenario.ts'
import { auctionChainAt } from './auction-chain.ts'
import { readDemoFile, writeDemoFile, type DemoFile } from './demo-file.ts'
import { compileLater } from './compile-later.ts'
import { writePastInProcess } from './past/past-process.ts'
import { loadMarketThread, startMarketThread, type MarketThread } from './market-thread.ts'
import { onceAMinute } from './once-a-minute.ts'
import type { DemoOptions, DemoRates } from './options.ts'
import { createMarketRest, type MarketRest } from './market-rest.ts'
import { isParleyAt } from './probe.ts'
import { ACCOUNT, MARKETS, newcomers, perpetualAccountOf, roster, venueAccountOf, walletKeyOf } from './roster.ts'
import { seed as seedDesks, type Seeded } from './seed.ts'
import { EXECUTING, PARADEX_EXECUTE } from './venue-control.ts'
import { latencyAndFaults } from './latency-and-faults.ts'

export type DemoSetting = {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly webDir: string | undefined
  readonly mail: MailSetting
  readonly supportEmail?: string
  readonly ourAddresses?: readonly string[]
  readonly addresses?: DemoOptions['addresses']
  readonly seed: number
  readonly speed: number
  readonly scenario: ScenarioName
  readonly rates: DemoRates
  /** Days of trading before the first start; none without it. */
  readonly pastDays?: number
  readonly onProgress: (sentence: string) => void
  readonly onProblem: (sentence: string) => void
  /** Aborts the start: everything opened so far is closed again. */
  readonly signal?: AbortSignal
}

export interface Demo {
  readonly file: DemoFile
  /** Another process has taken over the database. The demo has to be closed. */
  readonly takenOver: Promise<void>
  close(): Promise<void>
}

export async function startDemo(setting: DemoSetting): Promise<Demo> {
  const { port, dataDir, onProgress } = setting
  if (await isParleyAt(port))
    throw new StartProblem('AlreadyRunning', `Parley is already running at http://localhost:${port}; use that one, or stop it first.`)
  const closing: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    // First, because the simulated venues would create the folder open to other users.
    makeDataFolder(dataDir)
    const known = readDemoFile(dataDir)
    const past = known === undefined ? await pastOf(setting) : undefined
    setting.signal?.throwIfAborted()
    // The past is written first: some days in a few seconds make a busy market.
    compileLater()
    onProgress('Starting the simulated venues…')
    const market = await openMarket(setting)
    closing.push(market.stop)
    setting.signal?.throwIfAborted()
    onProgress('Starting the database and the server…')
    const rest = createMarketRest(simulatedDesks, market.rest)
    closing.push(async () => rest.close())
    const server = await openServer(setting, market, rest)
    closing.push(server.close, market.stopTrading)
    setting.signal?.throwIfAborted()
    onProgress(known === undefined && past === undefined ? 'Creating ten desks…' : 'Loading ten desks…')
    const file = {
      ...(await seedDesks(server.operator, past ?? known, { baseUrl: server.baseUrl, chain: market.places.chain })),
      venueControl: market.controlUrl,
    }
    writeDemoFile(dataDir, file)
    market.trade(deskSetting(setting, file))
    return { file, takenOver: server.takenOver, close }
  } catch (error) {
    await close()
    throw setting.signal?.aborted === true ? error : asStartProblem(error, dataDir)
  }
}

const simulatedDesks: ReadonlySet<string> = new Set(roster.filter(({ isSimulated }) => isSimulated).map(({ ticker }) => ticker))

/** A demo without a past is worth more than none: what keeps it from being written is reported, and the demo starts. */
async function pastOf(setting: DemoSetting): Promise<Seeded | undefined> {
  const { port, dataDir, databaseUrl, seed, pastDays: days = 0, onProgress, onProblem, signal } = setting
  // A port that is taken ends the start in a moment: that problem is not kept waiting.
  if (days === 0 || !(await isFree(port))) return undefined
  onProgress(`Creating ten desks and ${days} days of past trading (demo data)…`)
  try {
    const writing = writePastInProcess({
      ...{ dataDir, databaseUrl, baseUrl: `http://localhost:${port}`, seed, days, endsAt: Date.now(), signal },
    })
    loadMarketThread()
    return await writing
  } catch (error) {
    const problem = asStartProblem(error, dataDir)
    if (signal?.aborted === true || problem instanceof StartProblem) throw problem
    onProblem(`The past of the demo could not be written, so it begins empty: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** The simulated venues. */
export function openMarket({ seed, speed, scenario, dataDir, onProblem }: DemoSetting): Promise<MarketThread> {
  const report = onceAMinute(onProblem)
  return startMarketThread(
    {
      ...{ seed, speed, dataDir },
      tickMs: scenarios[scenario].venueTickMs,
      movesEveryMs: scenarios[scenario].venueMovesMs,
      accounts: roster.map(venueAccountOf),
      perpetualAccounts: roster.filter(({ tradesPerpetuals }) => tradesPerpetuals).map(perpetualAccountOf),
      walletKeys: roster.filter(({ bidsForOptions }) => bidsForOptions).map(walletKeyOf),
      faults: {
        deribit: latencyAndFaults(scenario, EXECUTING.DBT),
        bybit: latencyAndFaults(scenario, EXECUTING.BYB),
        bitcom: latencyAndFaults(scenario, EXECUTING.BIT),
        paradex: latencyAndFaults(scenario, PARADEX_EXECUTE, EXECUTING.PRDX),
      },
    },
    (desk, sentence) => report(`Simulated desk ${desk}: ${sentence}`),
  )
}

function openServer(
  { port, dataDir, databaseUrl, webDir, mail, supportEmail, ourAddresses, addresses, rates, onProblem, signal }: DemoSetting,
  market: MarketThread,
  rest: Pick<MarketRest, 'connected' | 'called'>,
): Promise<RunningServer> {
  const warn = (_details: object, sentence: string): void => onProblem(sentence)
  return createProduct({
    dataDir,
    databaseUrl,
    port,
    venues: [
      createDeribitVenue(market.places.deribit),
      createBybitVenue(market.places.bybit),
      createBitcomVenue({ ...market.places.bitcom, blockSource: 'parley' }),
    ],
    paradex: createParadexVenue(market.places.paradex),
    auctions: { ...auctionChainAt(market.places.chain), beganAnewAt: Date.now() },
    // Simulated desks, and people who try the product, may take without a limit (docs/decisions/0340). Bots are tested at the published rates.
    rates: rates === 'unhurried' ? unhurried : {},
    ...(webDir === undefined ? {} : { webDir }),
    ...(signal === undefined ? {} : { signal }),
    mail,
    demoPeople: newcomers,
    onConnectedDesks: rest.connected,
    onDeskCall: rest.called,
    // A demo should show changes within a minute, not an hour.
    leaderboardEveryMs: 60_000,
    ...(supportEmail === undefined ? {} : { supportEmail }),
    ...(ourAddresses === undefined ? {} : { ourAddresses }),
    ...addresses,
    log: { info: () => undefined, warn, error: (details, sentence) => onProblem(`${sentence} ${causeOf(details)}`) },
  })
}

/** Errors of the system or the database show their message; the stack shows where our own bugs are. */
const causeOf = (details: object): string => {
  const error = 'error' in details ? details.error : undefined
  if (!(error instanceof Error)) return ''
  return `(${'code' in error ? error.message : (error.stack ?? error.message)})`
}

/** The setting in which the simulated desks trade. */
export function deskSetting({ seed, speed, scenario, rates }: DemoSetting, file: DemoFile): Parameters<MarketThread['trade']>[0] {
  const simulated = roster.filter(({ isSimulated }) => isSimulated)
  const newcomersMaker = roster.find(({ isSimulated, trades }) => !isSimulated && trades === 'MAKER')
  return {
    baseUrl: file.baseUrl,
    markets: MARKETS,
    desks: simulated.map(({ ticker, trades, tradesPerpetuals }) => {
      const { accessKey, secretKey } = file.desks.find((desk) => desk.ticker === ticker)!
      return { ticker, trades, accessKey, secretKey, account: ACCOUNT, seesAll: tradesPerpetuals }
    }),
    newcomersMaker: newcomersMaker?.ticker,
    rfqsPerDesk: (rates === 'unhurried' ? unhurried : wireRates).rfqsPerDesk,
    scenario,
    speed,
    seed,
  }
}
