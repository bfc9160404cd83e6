/** The market in a box: the venue and the desks that trade by themselves, on an event loop of their own. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
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

const venue = await createDeribitSimulator({ seed, speed, tickMs, dataDir, accounts, faults })
const marks = readVenueMarks(venue.market, Date.now)
const control = await openVenueControl(venue.faults)
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
  await venue.close()
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

say({ kind: 'VENUE_OPEN', url: venue.url, controlUrl: control.url })
