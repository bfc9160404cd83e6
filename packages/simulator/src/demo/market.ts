/** One market: the venues, the chain of the vaults, and the desks that trade on their own. It opens in the market's worker. */
import { setTimeout as delay } from 'node:timers/promises'
import { createMarkReader as createBitcomMarkReader } from '../bitcom/mark.ts'
import { createBitcomSimulator } from '../bitcom/simulator.ts'
import { createMarkReader as createBybitMarkReader } from '../bybit/mark.ts'
import { createBybitSimulator } from '../bybit/simulator.ts'
import { createMarkReader as createDeribitMarkReader } from '../deribit/mark.ts'
import { createDeribitSimulator } from '../deribit/simulator.ts'
import { type DeskSetting, startDesks } from '../desks/desks.ts'
import { createTimers, type PacedTimers, type Timers } from '../desks/timers.ts'
import { startAuctionDesks, type VaultOfDesk } from '../auctions/start-auction-desks.ts'
import { USUAL_PACE, type ValuedOption } from '../auctions/vault-desk.ts'
import { scenarios } from '../desks/scenario.ts'
import { openAuctionMarket, type Underlying } from '../evm/auction-market.ts'
import { roster, SECOND_VAULT, VAULT, walletKeyOf, walletNameOf } from './roster.ts'
import { readVenueMarks } from '../desks/venue-marks.ts'
import { createMarkReader as createParadexMarkReader } from '../paradex/mark.ts'
import { createParadexSimulator } from '../paradex/simulator.ts'
import type { FromMarket, MarketStart, TradeSetting, VenuePlaces } from './market-messages.ts'
import { openVenueControl } from './venue-control.ts'

export interface Market {
  readonly places: VenuePlaces
  readonly controlUrl: string
  /** The server may be open before it knows every instrument, so a failed start is retried. */
  trade(setting: TradeSetting): Promise<void>
  stopTrading(): void
  /** A resting market moves its prices, and its desks act, at a thirtieth of their pace. */
  rest(isResting: boolean): void
  close(): Promise<void>
}

/** How much longer everything waits in a resting market. */
const REST_FACTOR = 30
const START_TRIES = 30
const START_AGAIN_MS = 1_000
/** The house of the perpetuals venue requotes once a second, however fast the other venues are. */
const PERPETUALS_TICK_MS = 1_000
/** Fast enough that its prices do not become stale in a resting market. */
const RESTING_PERPETUALS_TICK_MS = 2_000
/** As fast as the fastest chains, so that a settlement is confirmed while the user watches. */
const BLOCK_MS = 2_000
/** A history, so that charts are not empty at the start. */
const PAST = { minutes: 1_440, days: 200 }

type Send = (message: FromMarket) => void
type Marks = ReturnType<typeof readVenueMarks>
type Opened = {
  readonly venues: Venues
  readonly marks: Marks
  readonly time: NonNullable<DeskSetting['time']>
  readonly auctionTimers: Timers
  readonly send: Send
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Venues = Awaited<ReturnType<typeof openVenues>>

async function openVenues({ seed, speed, tickMs, movesEveryMs, dataDir, accounts, perpetualAccounts, walletKeys, faults }: MarketStart) {
  const deribit = await createDeribitSimulator({ seed, speed, tickMs, movesEveryMs, dataDir, accounts, faults: faults.deribit })
  const { prices } = deribit.market
  const bitcom = await createBitcomSimulator({ seed, prices, tickMs, dataDir, accounts, faults: faults.bitcom })
  const bybit = await createBybitSimulator({ seed, prices, tickMs, dataDir, accounts, faults: faults.bybit })
  const paradex = await createParadexSimulator({
    ...{ seed, prices, dataDir, accounts: perpetualAccounts, faults: faults.paradex, bystanders: 'TRADE' },
    ...{ tickMs: PERPETUALS_TICK_MS, past: PAST },
  })
  const auctions = await openAuctionMarket({ seed, mining: { everyMs: BLOCK_MS } })
  for (const key of walletKeys) await auctions.fund(key)
  const control = await openVenueControl({ DBT: deribit, BYB: bybit, BIT: bitcom, PRDX: paradex, auctions })
  return { deribit, bitcom, bybit, paradex, auctions, control, prices }
}

const marksOf = ({ deribit, bitcom, bybit, paradex, prices }: Venues): Marks =>
  readVenueMarks(
    {
      DBT: createDeribitMarkReader(deribit.market, Date.now),
      BYB: createBybitMarkReader(bybit.market, Date.now),
      BIT: createBitcomMarkReader(bitcom.market, Date.now),
      PRDX: createParadexMarkReader(paradex.market, Date.now),
    },
    prices.walk,
  )

const placesOf = ({ deribit, bitcom, bybit, paradex, auctions }: Venues): VenuePlaces => ({
  deribit: { url: deribit.url },
  bybit: { restUrl: bybit.restUrl, streamUrl: bybit.streamUrl },
  bitcom: { url: bitcom.url, socketUrl: bitcom.socketUrl },
  paradex: { restUrl: paradex.restUrl, streamUrl: paradex.streamUrl },
  chain: auctions.place,
})

export async function openMarket(start: MarketStart, send: Send): Promise<Market> {
  const venues = await openVenues(start)
  const { control, auctions, paradex, bitcom, bybit, deribit } = venues
  let waitsTimes = 1
  const paced: PacedTimers[] = []
  const pacedTimers = (overdue: 'SPREAD' | 'AT_ONCE'): PacedTimers => {
    const timers = createTimers(() => waitsTimes, overdue)
    paced.push(timers)
    return timers
  }
  const time = { now: Date.now, createTimers: () => pacedTimers('SPREAD') }
  const trading = createTrading({ venues, marks: marksOf(venues), time, auctionTimers: pacedTimers('AT_ONCE'), send })
  return {
    places: placesOf(venues),
    controlUrl: control.url,
    ...trading,
    rest: (isResting) => {
      waitsTimes = isResting ? REST_FACTOR : 1
      venues.prices.moveEvery(start.movesEveryMs * waitsTimes)
      for (const timers of paced) timers.repace()
      // The first view after a rest has prices of its own moment.
      if (!isResting) for (const venue of [deribit, bitcom, bybit]) venue.step(0)
      paradex.pace(isResting ? RESTING_PERPETUALS_TICK_MS : PERPETUALS_TICK_MS)
    },
    close: async () => {
      trading.stopTrading()
      for (const part of [control, auctions, paradex, bitcom, bybit, deribit]) await part.close()
    },
  }
}

function createTrading(opened: Opened): Pick<Market, 'trade' | 'stopTrading'> {
  const { marks, time, send } = opened
  let desks: { stop: () => void } | undefined
  let auctioning: { stop: () => void } | undefined
  let isStopping = false
  const stopTrading = (): void => {
    isStopping = true
    auctioning?.stop()
    auctioning = undefined
    desks?.stop()
    desks = undefined
    send({ kind: 'STOPPED_TRADING' })
  }
  return {
    stopTrading,
    trade: async (setting) => {
      const onProblem = (desk: string, error: unknown): void => send({ kind: 'PROBLEM', desk, sentence: sentenceOf(error) })
      for (let tries = 1; !isStopping; tries += 1) {
        try {
          desks = await startDesks({ ...setting, marks, time, onProblem })
          if (scenarios[setting.scenario].spreadInterest > 0) auctioning = holdAuctions(opened, setting, onProblem)
          return isStopping ? stopTrading() : send({ kind: 'TRADING' })
        } catch (error) {
          if (tries === START_TRIES) return onProblem('all', error)
          await delay(START_AGAIN_MS)
        }
      }
    },
  }
}

/** A still day has no auctions: the vault sells nothing, and there are no bids. */
function holdAuctions(
  { venues: { auctions, prices }, auctionTimers }: Opened,
  { baseUrl, desks: logins, seed }: TradeSetting,
  onProblem: (desk: string, error: unknown) => void,
) {
  const sellers: Readonly<Record<string, VaultOfDesk>> = {
    [VAULT]: { wallet: auctions.vault, awards: 'ONE', pace: USUAL_PACE },
    // Half a turn later, so that one of the two always takes bids.
    [SECOND_VAULT]: { wallet: auctions.secondVault, awards: 'SEVERAL', pace: { ...USUAL_PACE, firstAfterMs: USUAL_PACE.everyMs / 2 } },
  }
  const vaults = logins.flatMap((login) => {
    const seller = sellers[login.ticker]
    return seller === undefined ? [] : [{ ...login, ...seller }]
  })
  const bidders = roster.flatMap((desk) => {
    const login = logins.find(({ ticker }) => ticker === desk.ticker)
    return login !== undefined && desk.bidsForOptions ? [{ ...login, walletKey: walletKeyOf(desk) }] : []
  })
  const index = (underlying: Underlying): number => prices.index(underlying)
  const worth = ({ underlying: coin, ...option }: ValuedOption): number => prices.value({ coin, ...option }).price
  return startAuctionDesks({
    baseUrl,
    seed,
    auctionTimers,
    market: auctions,
    index,
    worth,
    vaults,
    bidders,
    accountFor: walletNameOf,
    onProblem,
  })
}
