/** The worker of the simulated market: an event loop of its own, in which one market after another opens and closes. */
import { parentPort } from 'node:worker_threads'
import type { FromMarket, ToMarket } from './market-words.ts'
import { type Market, openMarket } from './market.ts'

const port = parentPort!
const say = (word: FromMarket): void => port.postMessage(word)
let market: Market | undefined

async function close(): Promise<void> {
  await market?.close()
  market = undefined
  say({ kind: 'CLOSED' })
}

port.on('message', async (word: ToMarket) => {
  switch (word.kind) {
    case 'OPEN':
      market = await openMarket(word.start, say)
      return say({ kind: 'VENUES_OPEN', places: market.places, controlUrl: market.controlUrl })
    case 'TRADE':
      return market?.trade(word.setting)
    case 'STOP_TRADING':
      return market?.stopTrading()
    case 'CLOSE':
      return close()
  }
})
