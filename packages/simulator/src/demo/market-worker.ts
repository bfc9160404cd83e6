/** The market in a box: the venues and the desks that trade by themselves, on an event loop of their own. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createMarkReader as createBitcomMarkReader } from '../bitcom/mark.ts'
import { createBitcomSimulator } from '../bitcom/simulator.ts'
import { createMarkReader as createBybitMarkReader } from '../bybit/mark.ts'
import { createBybitSimulator } from '../bybit/simulator.ts'
import { createMarkReader as createDeribitMarkReader } from '../deribit/mark.ts'
import { createDeribitSimulator } from '../deribit/simulator.ts'
import { startDesks } from '../desks/desks.ts'
import { startAuctionDesks } from '../auctions/start-auction-desks.ts'
import type { ValuedOption } from '../auctions/vault-desk.ts'
import { scenarios } from '../desks/scenario.ts'
import { openAuctionMarket, type Underlying } from '../evm/auction-market.ts'
import { roster, VAULT, walletKeyOf, walletNameOf } from './roster.ts'
import { readVenueMarks } from '../desks/venue-marks.ts'
import { createMarkReader as createParadexMarkReader } from '../paradex/mark.ts'
import { createParadexSimulator } from '../paradex/simulator.ts'
import type { FromMarket, MarketStart, ToMarket } from './market-words.ts'
import { openVenueControl } from './venue-control.ts'

const START_TRIES = 30
const START_AGAIN_MS = 1_000
/** The house of the perpetuals quotes anew once a second, however fast the other venues go. */
const PERPETUALS_TICK_MS = 1_000
/** As quick as the quickest chains, so that a settlement is confirmed while one looks. */
const BLOCK_MS = 2_000
/** A past, so that no chart is an empty frame at the start. */
const PAST = { minutes: 1_440, days: 200 }

const port = parentPort!
const { seed, speed, tickMs, movesEveryMs, dataDir, accounts, perpetualAccounts, walletKeys, faults } = workerData as MarketStart
const say = (word: FromMarket): void => port.postMessage(word)
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
const marks = readVenueMarks(
  {
    DBT: createDeribitMarkReader(deribit.market, Date.now),
    BYB: createBybitMarkReader(bybit.market, Date.now),
    BIT: createBitcomMarkReader(bitcom.market, Date.now),
    PRDX: createParadexMarkReader(paradex.market, Date.now),
  },
  prices.walk,
)
const control = await openVenueControl({ DBT: deribit, BYB: bybit, BIT: bitcom, PRDX: paradex, auctions })
let desks: { stop: () => void } | undefined
let auctioning: { stop: () => void } | undefined
let isStopping = false

type TradeSetting = Extract<ToMarket, { kind: 'TRADE' }>['setting']

/** The server may be open before it knows every instrument: a start that failed is tried again. */
async function trade(word: Extract<ToMarket, { kind: 'TRADE' }>): Promise<void> {
  const onProblem = (desk: string, error: unknown): void => say({ kind: 'PROBLEM', desk, sentence: sentenceOf(error) })
  for (let tries = 1; !isStopping; tries += 1) {
    try {
      desks = await startDesks({ ...word.setting, marks, onProblem })
      if (scenarios[word.setting.scenario].spreadInterest > 0) auctioning = holdAuctions(word.setting, onProblem)
      return isStopping ? stopTrading() : say({ kind: 'TRADING' })
    } catch (error) {
      if (tries === START_TRIES) return onProblem('all', error)
      await delay(START_AGAIN_MS)
    }
  }
}

/** A still day has no auctions: nobody sells and nobody bids. */
function holdAuctions({ baseUrl, desks: logins, seed: ofDay }: TradeSetting, onProblem: (desk: string, error: unknown) => void) {
  const vault = logins.find(({ ticker }) => ticker === VAULT)
  if (vault === undefined) return undefined
  const bidders = roster.flatMap((desk) => {
    const login = logins.find(({ ticker }) => ticker === desk.ticker)
    return login !== undefined && desk.bidsForOptions ? [{ ...login, walletKey: walletKeyOf(desk) }] : []
  })
  const index = (underlying: Underlying): number => prices.index(underlying)
  const worth = ({ underlying: coin, ...option }: ValuedOption): number => prices.value({ coin, ...option }).price
  return startAuctionDesks({ baseUrl, seed: ofDay, market: auctions, index, worth, vault, bidders, accountFor: walletNameOf, onProblem })
}

function stopTrading(): void {
  isStopping = true
  auctioning?.stop()
  auctioning = undefined
  desks?.stop()
  desks = undefined
  say({ kind: 'STOPPED_TRADING' })
}

async function stop(): Promise<void> {
  stopTrading()
  await control.close()
  await auctions.close()
  await paradex.close()
  await bitcom.close()
  await bybit.close()
  await deribit.close()
  port.close()
}

port.on('message', (word: ToMarket) => {
  switch (word.kind) {
    case 'TRADE':
      return void trade(word)
    case 'STOP_TRADING':
      return stopTrading()
    case 'STOP':
      return void stop()
  }
})

const { restUrl, streamUrl } = bybit
const places = {
  deribit: { url: deribit.url },
  bybit: { restUrl, streamUrl },
  bitcom: { url: bitcom.url, socketUrl: bitcom.socketUrl },
  paradex: { restUrl: paradex.restUrl, streamUrl: paradex.streamUrl },
  chain: auctions.place,
}
say({ kind: 'VENUES_OPEN', places, controlUrl: control.url })
