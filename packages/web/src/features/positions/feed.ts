/** Fills the positions from the channel `positions` while a user is signed in. */
import type { Socket, Subscription } from '@parley/client'
import { positionCalls, type PositionsChangeView } from '@parley/contracts'
import { client } from '../../live/api.ts'
import { useDirectSocket } from '../../live/connection.ts'
import { countOf, type Holdings, nothing, useHoldings, withChange } from '../../live/holdings.ts'
import { usePositionTab } from '../../live/position-tab.ts'
import { report } from '../../live/report.ts'

/** Runs until the returned function is called. */
export function followPositions(): () => void {
  let subscription: Subscription | undefined
  const become = (holdings: Holdings) => {
    useHoldings.setState(holdings, true)
    usePositionTab.setState({ count: countOf(holdings) })
  }
  const join = (socket: Socket | undefined) => {
    subscription?.unsubscribe()
    subscription = socket?.subscribe<PositionsChangeView>(
      'positions',
      (message) => {
        if (message.event !== 'SNAPSHOT') become(withChange(useHoldings.getState(), message.data))
      },
      {
        onRefused: (words) => {
          report('Could not subscribe to channel positions.', words)
          become({ ...nothing, refused: words })
        },
      },
    )
    if (socket === undefined) become(nothing)
  }
  join(useDirectSocket.getState().socket)
  const stop = useDirectSocket.subscribe(({ socket }) => join(socket))
  return () => {
    stop()
    join(undefined)
  }
}

/** Requests a new reading from the venues. The result arrives on the channel. */
export const refreshPositions = () => client.call(positionCalls.refreshPositions, {})
