/** Announces liquidations and warnings of perpetuals while another screen is open (rulebook 21.19 to 21.21). */
import { channelOf, followChannel, type Socket } from '@parley/client'
import { perpetualCalls, type PerpetualAccountChangeView } from '@parley/contracts'
import { onAddress } from '../../components/router.ts'
import { client } from '../../live/api.ts'
import { useDirectSocket } from '../../live/connection.ts'
import { report } from '../../live/report.ts'
import { useVenueAccounts } from '../../live/venue-accounts.ts'
import { announce } from './announce.ts'
import { marketFromWire } from './from-wire.ts'
import type { Market } from './model.ts'
import { nothingKnown, type Perpetuals, withMessages } from './perpetual-store.ts'

/** Runs while a user is signed in whose desk has a Paradex account. The perpetuals screen makes its own announcements. */
export function followPerpetualAlerts(): () => void {
  let followed: Socket | undefined
  let stop: (() => void) | undefined
  const decide = () => {
    const { accounts } = useVenueAccounts.getState()
    const hasAccount = accounts.state === 'LOADED' && accounts.data.some(({ venue }) => venue === 'PRDX')
    const wanted = hasAccount && location.pathname !== '/paradex' ? useDirectSocket.getState().socket : undefined
    if (wanted === followed) return
    stop?.()
    followed = wanted
    stop = wanted === undefined ? undefined : followAccount(wanted)
  }
  const leave = [onAddress(decide), useVenueAccounts.subscribe(decide), useDirectSocket.subscribe(decide)]
  decide()
  return () => {
    for (const one of leave) one()
    stop?.()
  }
}

function followAccount(socket: Socket): () => void {
  let held: Perpetuals = nothingKnown
  let reading: Promise<ReadonlyMap<string, Market>> | undefined
  let isLeft = false
  const received = async (data: PerpetualAccountChangeView) => {
    const isNeeded = data.positions.length > 0 || data.fills.some(({ kind }) => kind === 'LIQUIDATION')
    if (isNeeded) reading ??= readMarkets()
    const markets = await (reading ?? new Map<string, Market>())
    if (isLeft) return
    const before = held
    const message = { of: 'ACCOUNT', data } as const
    held = { ...withMessages(before, [message]), markets: markedBy(before.markets.size === 0 ? markets : before.markets, data) }
    announce(before, held, [message])
  }
  /** In order of arrival, even if the markets have to be read first. */
  let queue = Promise.resolve()
  const take = (data: PerpetualAccountChangeView) => {
    queue = queue
      .then(() => received(data))
      .catch((error: unknown) => {
        reading = undefined
        report('A message about your perpetual positions could not be created.', error)
      })
  }
  const onRefused = (words: string) => report('The account at Paradex could not be followed.', words)
  const subscription = followChannel(socket, channelOf('perpetual_account', take, onRefused))
  return () => {
    isLeft = true
    subscription.unsubscribe()
  }
}

async function readMarkets(): Promise<ReadonlyMap<string, Market>> {
  const { results } = await client.call(perpetualCalls.listPerpetualMarkets, {})
  return new Map(results.flatMap((view) => marketFromWire(view) ?? []).map((market) => [market.name, market]))
}

/** Positions are reported with their marks. The prices of all markets are followed only on the perpetuals screen. */
function markedBy(markets: ReadonlyMap<string, Market>, { positions }: PerpetualAccountChangeView): ReadonlyMap<string, Market> {
  const marked = positions.flatMap(({ market: name, mark_price: mark }) => {
    const market = markets.get(name)
    return market === undefined || mark === null ? [] : [[name, { ...market, mark: Number(mark) }] as const]
  })
  return marked.length === 0 ? markets : new Map([...markets, ...marked])
}
