/** The main thread's hand on the market's worker. It dies with the process, however that ends. */
import { Worker } from 'node:worker_threads'
import { asStartProblem } from '@parley/server'
import type { FromMarket, MarketStart, ToMarket, VenuePlaces } from './market-words.ts'

export interface MarketThread {
  readonly places: VenuePlaces
  /** Of the demo's hand on its venues. */
  readonly controlUrl: string
  trade(setting: Extract<ToMarket, { kind: 'TRADE' }>['setting']): void
  /** Desks end before the server does, or they would complain of it. */
  stopTrading(): Promise<void>
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 2_000
/** Left alone, V8 keeps half as much again of what the market throws away every second. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

export async function startMarketThread(start: MarketStart, onProblem: (desk: string, sentence: string) => void): Promise<MarketThread> {
  const worker = new Worker(new URL('market-worker.ts', import.meta.url), { workerData: start, resourceLimits: HEAP })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const send = (word: ToMarket): void => worker.postMessage(word)
  let isOpen = false
  const { places, controlUrl } = await new Promise<Extract<FromMarket, { kind: 'VENUES_OPEN' }>>((resolve, reject) => {
    worker.on('error', (error) => {
      if (isOpen) onProblem('all', `the simulated market has ended (${error.message}); start again.`)
      else reject(asStartProblem(error, start.dataDir))
    })
    worker.on('message', (word: FromMarket) => {
      switch (word.kind) {
        case 'VENUES_OPEN':
          isOpen = true
          return resolve(word)
        case 'TRADING':
        case 'STOPPED_TRADING':
          return
        case 'PROBLEM':
          return onProblem(word.desk, word.sentence)
      }
    })
  })
  return {
    places,
    controlUrl,
    trade: (setting) => send({ kind: 'TRADE', setting }),
    stopTrading: () =>
      new Promise((resolve) => {
        worker.on('message', (word: FromMarket) => word.kind === 'STOPPED_TRADING' && resolve())
        void ended.then(resolve)
        send({ kind: 'STOP_TRADING' })
      }),
    async stop() {
      const late = setTimeout(() => void worker.terminate(), STOP_WITHIN_MS)
      send({ kind: 'STOP' })
      await ended
      clearTimeout(late)
    },
  }
}
