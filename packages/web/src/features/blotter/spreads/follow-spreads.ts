/** Adds orders and trades in listed spreads to the lists of the RFQ screen while they are visible. */
import {
  cancelSpreadOrder,
  refusedSpreadOrderList,
  spreadOrderList,
  spreadTapeList,
  spreadTradeList,
  watchSpreadOrders,
  watchSpreadTape,
  watchSpreadTrades,
} from '@parley/client'
import { serverNow } from '../../../live/connection.ts'
import { createFrame } from '../../../live/batch-per-frame.ts'
import { report } from '../../../live/report.ts'
import { nothing, type SpreadCalls, useSpreadDeals } from '../../../live/spread-deals.ts'
import { joinSpreadConnection } from '../../../live/spread-connection.ts'
import { noSpreadChanges, withSpreadChanges } from './spread-frame.ts'

const calls: SpreadCalls = { cancelSpreadOrder, spreadOrderList, refusedSpreadOrderList, spreadTradeList, spreadTapeList }

const onRefused = (words: string, _flow: 'SPREADS', channel: string) => report(`Could not subscribe to channel ${channel}.`, words)

/** Returns a function that stops it and discards the data. */
export function followSpreads(): () => void {
  const { socket, leave } = joinSpreadConnection()
  const frame = createFrame(noSpreadChanges, (changes) =>
    useSpreadDeals.setState(withSpreadChanges(useSpreadDeals.getState(), changes, serverNow()), true),
  )
  useSpreadDeals.setState({ calls, failed: undefined })
  const { received } = frame
  const subscriptions = [
    watchSpreadOrders(socket, (change) => void received().orders.push(change), { onRefused }),
    watchSpreadTrades(socket, (change) => void received().trades.push(change), { onRefused }),
    watchSpreadTape(socket, (change) => void received().tape.push(change), { onRefused }),
  ]
  return () => {
    frame.stop()
    for (const one of subscriptions) one.unsubscribe()
    leave()
    useSpreadDeals.setState(nothing, true)
  }
}
