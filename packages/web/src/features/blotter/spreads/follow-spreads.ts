/** Fills the lists beside the RFQs with what is placed and dealt in listed spreads, for as long as they are looked at. */
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
import { createFrame } from '../../../live/frame.ts'
import { report } from '../../../live/report.ts'
import { nothing, type SpreadCalls, useSpreadDeals } from '../../../live/spread-deals.ts'
import { joinLine } from '../../../live/spread-line.ts'
import { noSpreadChanges, withSpreadChanges } from './spread-frame.ts'

const calls: SpreadCalls = { cancelSpreadOrder, spreadOrderList, refusedSpreadOrderList, spreadTradeList, spreadTapeList }

const onRefused = (words: string, _flow: 'SPREADS', channel: string) => report(`The channel ${channel} could not be subscribed to.`, words)

/** The answer stops it and forgets what was received. */
export function followSpreads(): () => void {
  const { socket, leave } = joinLine()
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
