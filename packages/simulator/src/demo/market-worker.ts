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
import { readVenueMarks } from '../desks/venue-marks.ts'
import type { FromMarket, MarketStart, ToMarket } from './market-words.ts'
import { openVenueControl } from './venue-control.ts'

const START_TRIES = 30
const START_AGAIN_MS = 1_000

const port = parentPort!
const { seed, speed, tickMs, dataDir, accounts, faults } = workerData as MarketStart
const say = (word: FromMarket): void => port.postMessage(word)
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const deribit = await createDeribitSimulator({ seed, speed, tickMs, dataDir, accounts, faults: faults.deribit })
const { prices } = deribit.market
const bitcom = await createBitcomSimulator({ seed, prices, tickMs, dataDir, accounts, faults: faults.bitcom })
const bybit = await createBybitSimulator({ seed, prices, tickMs, dataDir, accounts, faults: faults.bybit })
const marks = readVenueMarks(
  {
    DBT: createDeribitMarkReader(deribit.market, Date.now),
    BYB: createBybitMarkReader(bybit.market, Date.now),
    BIT: createBitcomMarkReader(bitcom.market, Date.now),
  },
  prices.walk,
)
const control = await openVenueControl({ DBT: deribit.faults, BYB: bybit.faults, BIT: bitcom.faults })
let desks: { stop: () => void } | undefined
let isStopping = false

/** The server may be open before it knows every instrument: a start that failed is tried again. */
async function trade(word: Extract<ToMarket, { kind: 'TRADE' }>): Promise<void> {
  const onProblem = (desk: string, error: unknown): void => say({ kind: 'PROBLEM', desk, sentence: sentenceOf(error) })
  for (let tries = 1; !isStopping; tries += 1) {
    try {
      desks = await startDesks({ ...word.setting, marks, onProblem })
      return isStopping ? desks.stop() : say({ kind: 'TRADING' })
    } catch (error) {
      if (tries === START_TRIES) return onProblem('all', error)
      await delay(START_AGAIN_MS)
    }
  }
}

function stopTrading(): void {
  isStopping = true
  desks?.stop()
  desks = undefined
  say({ kind: 'STOPPED_TRADING' })
}

async function stop(): Promise<void> {
  stopTrading()
  await control.close()
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
const places = { deribit: { url: deribit.url }, bybit: { restUrl, streamUrl }, bitcom: { url: bitcom.url, socketUrl: bitcom.socketUrl } }
say({ kind: 'VENUES_OPEN', places, controlUrl: control.url })
