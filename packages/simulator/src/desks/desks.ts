/** The simulated desks of a market: each a client of its own, with nothing but a host and a key pair. */
import { createClient, type Client, type Socket } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import { createRandom } from '../deribit/random.ts'
import { startMaker } from './maker-desk.ts'
import { watchMarket } from './market-view.ts'
import { atSpeed, scenarios, type ScenarioName } from './scenario.ts'
import { startTaker } from './taker-desk.ts'

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
  readonly onProblem: (desk: string, error: unknown) => void
}

export async function startDesks(setting: DeskSetting): Promise<{ stop: () => void }> {
  const { baseUrl, venue, currencies, desks } = setting
  const scenario = atSpeed(scenarios[setting.scenario], setting.speed)
  const connected = desks.map((desk) => {
    const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey: desk.accessKey, secretKey: desk.secretKey } })
    return { desk, client, socket: client.socket() }
  })
  const [first] = connected
  if (first === undefined) return { stop: () => undefined }
  const market = await watchMarket(first.client, first.socket, venue, currencies)

  const start = async ({ desk, client, socket }: Connected): Promise<{ stop: () => void }> => {
    const common = {
      client,
      socket,
      market,
      scenario,
      account: desk.account,
      random: createRandom(setting.seed, `desk ${desk.ticker}`),
      onProblem: (error: unknown) => setting.onProblem(desk.ticker, error),
    }
    if (desk.trades === 'MAKER') return startMaker({ ...common, simulated: new Set(desks.map(({ ticker }) => ticker)) })
    const eligible = await counterparties(client, venue)
    const makers = desks.filter(({ ticker, trades }) => trades === 'MAKER' && eligible.has(ticker)).map(({ ticker }) => ticker)
    const newcomersMaker = eligible.has(setting.newcomersMaker ?? '') ? setting.newcomersMaker : undefined
    return startTaker({ ...common, venue, currencies, makers, newcomersMaker })
  }

  // Makers listen before takers ask.
  const makers = await Promise.all(connected.filter(({ desk }) => desk.trades === 'MAKER').map(start))
  const takers = await Promise.all(connected.filter(({ desk }) => desk.trades === 'TAKER').map(start))
  return {
    stop: () => {
      for (const { stop } of [...takers, ...makers]) stop()
      for (const { socket } of connected) socket.close()
    },
  }
}

type Connected = { readonly desk: DeskLogin; readonly client: Client; readonly socket: Socket }

/** The desks this one may ask, by ticker: that is a desk's id and name on the wire. */
async function counterparties(client: Client, venue: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const page of client.pages(directRfqCalls.listCounterparties, { query: { venues: venue, group: 'LP' } }))
    for (const { id } of page.results) ids.add(id)
  return ids
}
