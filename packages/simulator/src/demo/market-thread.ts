/** Controls the market's worker from the main thread. The worker ends with the process, however that ends. */
import { Worker } from 'node:worker_threads'
import { asStartProblem } from '@parley/server'
import type { FromMarket, MarketStart, ToMarket, TradeSetting, VenuePlaces } from './market-messages.ts'

export interface MarketThread {
  readonly places: VenuePlaces
  /** The control URL of the demo's venues. */
  readonly controlUrl: string
  trade(setting: TradeSetting): void
  /** Slows the market while only simulated desks are connected, and ends that. */
  rest(isResting: boolean): void
  /** Stops the desks before the server, so that they do not report its absence. */
  stopTrading(): Promise<void>
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 2_000
/** Without a limit, V8 keeps half as much again of the market's short-lived objects. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/**
 * Workers that have no market, or none any more. The next market of this process opens in one of them: its modules are loaded, and after a market its
 * code is compiled, which is more than half of the cost of opening a market. They do not keep the process alive.
 */
const idle: Worker[] = []

const newWorker = (): Worker => new Worker(new URL('market-worker.ts', import.meta.url), { resourceLimits: HEAP })

function keepIdle(worker: Worker): void {
  worker.once('exit', () => idle.splice(0, idle.length, ...idle.filter((one) => one !== worker)))
  worker.unref()
  idle.push(worker)
}

/** Loads the modules of the next market on the other core, while the start still has other work. */
export function loadMarketThread(): void {
  if (idle.length === 0) keepIdle(newWorker())
}

export async function startMarketThread(start: MarketStart, onProblem: (desk: string, sentence: string) => void): Promise<MarketThread> {
  const worker = idle.pop() ?? newWorker()
  worker.ref()
  const send = (message: ToMarket): void => worker.postMessage(message)
  /** Resolves with true when this message has arrived, and with false if the worker has exited. */
  const comes = (kind: FromMarket['kind']): Promise<boolean> =>
    new Promise((resolve) => {
      worker.on('message', (message: FromMarket) => message.kind === kind && resolve(true))
      worker.once('exit', () => resolve(false))
    })
  const { places, controlUrl } = await open(worker, start, onProblem)
  return {
    places,
    controlUrl,
    trade: (setting) => send({ kind: 'TRADE', setting }),
    rest: (isResting) => send({ kind: 'REST', isResting }),
    async stopTrading() {
      const stopped = comes('STOPPED_TRADING')
      send({ kind: 'STOP_TRADING' })
      await stopped
    },
    async stop() {
      const closed = comes('CLOSED')
      const late = setTimeout(() => void worker.terminate(), STOP_WITHIN_MS)
      send({ kind: 'CLOSE' })
      const isClosed = await closed
      clearTimeout(late)
      if (!isClosed) return
      // Removed by name, because Node's own listeners deliver the worker's messages.
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
      keepIdle(worker)
    },
  }
}

type VenuesOpen = Extract<FromMarket, { kind: 'VENUES_OPEN' }>

function open(worker: Worker, start: MarketStart, onProblem: (desk: string, sentence: string) => void): Promise<VenuesOpen> {
  let isOpen = false
  return new Promise((resolve, reject) => {
    worker.on('error', (error) => {
      if (isOpen) onProblem('all', `the simulated market has stopped (${error.message}). Restart the demo.`)
      else reject(asStartProblem(error, start.dataDir))
    })
    worker.on('message', (message: FromMarket) => {
      switch (message.kind) {
        case 'VENUES_OPEN':
          isOpen = true
          return resolve(message)
        case 'TRADING':
        case 'STOPPED_TRADING':
        case 'CLOSED':
          return
        case 'PROBLEM':
          return onProblem(message.desk, message.sentence)
      }
    })
    worker.postMessage({ kind: 'OPEN', start } satisfies ToMarket)
  })
}
