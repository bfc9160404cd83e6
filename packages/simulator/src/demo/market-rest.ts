/** Decides when the demo's market rests: a while after the last connection or call of a desk that is not simulated. */

/** Long enough for a page that is loaded again, and for the first minute of a newcomer who has not signed in yet. */
const REST_AFTER_MS = 60_000

export type MarketRest = {
  /** The desks that have a connection now. */
  readonly connected: (desks: ReadonlySet<string>) => void
  /** A desk has made a call, with or without a connection. */
  readonly called: (desk: string) => void
  readonly close: () => void
}

/** The market begins active. `onChange` is called with true when it comes to rest, and with false when a desk connects or calls again. */
export function createMarketRest(simulated: ReadonlySet<string>, onChange: (isResting: boolean) => void): MarketRest {
  let isResting = false
  let isClosed = false
  let isConnected = false
  let waiting: NodeJS.Timeout | undefined
  const become = (next: boolean): void => {
    if (next === isResting) return
    isResting = next
    onChange(next)
  }
  const wait = (): void => {
    if (!isClosed) waiting ??= setTimeout(() => become(true), REST_AFTER_MS).unref()
  }
  const stopWaiting = (): void => {
    clearTimeout(waiting)
    waiting = undefined
  }
  const wake = (): void => {
    stopWaiting()
    become(false)
  }
  // The first desk that connects begins the wait, so that desks fill their books at their usual pace, however long a start takes.
  return {
    connected(desks) {
      isConnected = [...desks].some((desk) => !simulated.has(desk))
      if (isConnected) wake()
      else wait()
    },
    called(desk) {
      if (simulated.has(desk) || isConnected || isClosed) return
      wake()
      wait()
    },
    // The sockets that a server closes last are still reported, and the worker of the market may already belong to the next one.
    close: () => {
      isClosed = true
      stopWaiting()
    },
  }
}
