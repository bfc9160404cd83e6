/** The worker of the simulated market: an event loop of its own, in which one market after another opens and closes. */
import { parentPort } from 'node:worker_threads'
import type { FromMarket, ToMarket } from './market-messages.ts'
import { type Market, openMarket } from './market.ts'

const port = parentPort!
const send = (message: FromMarket): void => port.postMessage(message)
let market: Market | undefined

async function close(): Promise<void> {
  await market?.close()
  market = undefined
  send({ kind: 'CLOSED' })
}

port.on('message', async (message: ToMarket) => {
  switch (message.kind) {
    case 'OPEN':
      market = await openMarket(message.start, send)
      return send({ kind: 'VENUES_OPEN', places: market.places, controlUrl: market.controlUrl })
    case 'TRADE':
      return market?.trade(message.setting)
    case 'REST':
      return market?.rest(message.isResting)
    case 'STOP_TRADING':
      return market?.stopTrading()
    case 'CLOSE':
      return close()
  }
})
