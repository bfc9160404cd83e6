/**
 * The demo's floor for a test: its ten desks on a real server, and a venue whose market does not move. The eight simulated desks run on the test's
 * clock.
 */
import { ClientError, createClient, type Client } from '@parley/client'
import { catalogueCalls, type InstrumentView } from '@parley/contracts'
import { createServer, unhurried } from '@parley/server'
import { createDeribitVenue } from '@parley/venues'
import { ACCOUNT, MARKETS, roster, venueAccountOf } from '../src/demo/roster.ts'
import { seed as seedDesks } from '../src/demo/seed.ts'
import { createDeribitSimulator } from '../src/deribit/simulator.ts'
import { createMarkReader } from '../src/deribit/mark.ts'
import { startDesks } from '../src/desks/desks.ts'
import type { ScenarioName } from '../src/desks/scenario.ts'
import { createHandTime, type HandTime } from './hand-time.ts'
import { ownDatabase } from './own-database.ts'
import { readVenueMarks } from '../src/desks/venue-marks.ts'

export interface Floor {
  readonly time: HandTime
  /** The user's two desks. */
  readonly taker: Client
  readonly maker: Client
  clientOf(ticker: string): Client
  /** The errors that the simulated desks reported. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

export async function openSimulatedFloor(scenario: ScenarioName, seed: number): Promise<Floor> {
  const closing: (() => unknown)[] = []
  const database = await ownDatabase('floor')
  closing.push(database.drop)
  const venue = await createDeribitSimulator({ seed, tickMs: 0, accounts: roster.map(venueAccountOf) })
  closing.push(venue.close)
  const venues = [createDeribitVenue({ url: venue.url })]
  const server = await createServer({ dataDir: database.dataDir, databaseUrl: database.url, port: 0, venues, rates: unhurried })
  closing.push(server.close)
  const file = await seedDesks(server.operator, undefined, { baseUrl: server.baseUrl, chain: undefined })
  const time = createHandTime(Date.now())
  const problems: string[] = []
  const desks = await startDesks({
    baseUrl: server.baseUrl,
    markets: MARKETS.filter(({ venue }) => venue === 'DBT'),
    desks: roster.flatMap(({ ticker, trades, isSimulated }) => {
      const { accessKey, secretKey } = file.desks.find((desk) => desk.ticker === ticker)!
      return isSimulated ? [{ ticker, trades, accessKey, secretKey, account: ACCOUNT }] : []
    }),
    newcomersMaker: 'LIND',
    rfqsPerDesk: unhurried.rfqsPerDesk,
    scenario,
    speed: 1,
    seed,
    marks: readVenueMarks({ DBT: createMarkReader(venue.market, Date.now) }, venue.market.walk),
    time,
    // On a busy machine a late response is not an error.
    onProblem: (desk, error) => {
      if (!(error instanceof ClientError && error.status === 0))
        problems.push(`${desk}: ${error instanceof Error ? error.message : String(error)}`)
    },
  })
  closing.push(desks.stop)
  const clientOf = (ticker: string): Client => {
    const { accessKey, secretKey } = file.desks.find((desk) => desk.ticker === ticker)!
    return createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
  }
  return {
    time,
    taker: clientOf('AMBR'),
    maker: clientOf('LIND'),
    clientOf,
    problems,
    async close() {
      for (const step of closing.reverse()) await step()
    },
  }
}

/** Tradeable calls, by expiry and strike. */
export async function callsOf(client: Client): Promise<readonly InstrumentView[]> {
  const query = { venue: 'DBT', base_currency: 'BTC', kind: 'OPTION', include_greeks: true, page_size: 1000 } as const
  const { results } = await client.call(catalogueCalls.listInstruments, { query })
  return results
    .filter(
      ({ option_kind, greeks }) => option_kind === 'CALL' && greeks !== null && Number(greeks.delta) > 0.1 && Number(greeks.delta) < 0.9,
    )
    .sort((a, b) => Number(b.expires_at) - Number(a.expires_at) || Number(a.strike) - Number(b.strike))
}

/** Instruments with an expiry, nearest first. */
export async function futuresOf(client: Client): Promise<readonly InstrumentView[]> {
  const query = { venue: 'DBT', base_currency: 'BTC', kind: 'FUTURE', page_size: 1000 } as const
  const { results } = await client.call(catalogueCalls.listInstruments, { query })
  return results.filter(({ expires_at }) => expires_at !== null).sort((a, b) => a.expires_at! - b.expires_at!)
}

/** An at-the-money call that expires in some months: its premium is many ticks at any market level. */
export async function callMonthsAway(client: Client, delta = 0.5): Promise<InstrumentView> {
  const away = Date.now() + 200 * 86_400_000
  const far = ({ expires_at, greeks }: InstrumentView): number =>
    Math.abs(Number(expires_at) - away) / 86_400_000 + Math.abs(Number(greeks!.delta) - delta) * 1_000
  return (await callsOf(client)).reduce((best, one) => (far(one) < far(best) ? one : best))
}
