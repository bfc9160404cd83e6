/** Starts the demo's desks in vault auctions: the vault's own desk, and the bidders. */
import { createClient } from '@parley/client'
import type { DeskLogin } from '../desks/desks.ts'
import { createTimers, type Timers } from '../desks/timers.ts'
import type { AuctionMarket, Underlying } from '../evm/auction-market.ts'
import { createRandom } from '../exchange/random.ts'
import { startBidder } from './bidder-desk.ts'
import { walletAt } from './sign-priced.ts'
import { startVault, type ValuedOption, type VaultSetting } from './vault-desk.ts'

/** The wallet that a desk sells from, its awards and its pace. */
export type VaultOfDesk = Pick<VaultSetting, 'wallet' | 'awards' | 'pace'>

export type AuctionDeskSetting = {
  readonly baseUrl: string
  readonly seed: number
  /** For the waits between two auctions, which are longer in a market that rests. Bids and results keep to the times of their auction. */
  readonly auctionTimers: Timers
  readonly market: AuctionMarket
  readonly index: (underlying: Underlying) => number
  readonly worth: (option: ValuedOption) => number
  readonly vaults: readonly (DeskLogin & VaultOfDesk)[]
  readonly bidders: readonly (DeskLogin & { readonly walletKey: `0x${string}` })[]
  readonly accountFor: (token: string) => string
  readonly onProblem: (desk: string, error: unknown) => void
}

export function startAuctionDesks({ baseUrl, seed, auctionTimers, market, index, worth, vaults, bidders, ...setting }: AuctionDeskSetting) {
  const { accountFor, onProblem } = setting
  const timers = createTimers()
  const clientOf = ({ accessKey, secretKey }: DeskLogin) => createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
  const common = { timers, now: Date.now }
  const sockets = bidders.map((desk) => {
    const client = clientOf(desk)
    const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/vrfq' })
    const wallet = walletAt(market.place, desk.walletKey)
    const random = createRandom(seed, `bids of ${desk.ticker}`)
    startBidder({ ...common, client, socket, wallet, accountFor, random, onProblem: (error) => onProblem(desk.ticker, error) })
    return socket
  })
  for (const vault of vaults) {
    const { ticker, wallet, awards, pace } = vault
    startVault({
      ...{ ...common, client: clientOf(vault), ticker, wallet, awards, auctionTimers, market, index, worth, pace },
      random: createRandom(seed, `the vault of ${ticker}`),
      onProblem: (error) => onProblem(ticker, error),
    })
  }
  return {
    stop() {
      timers.stop()
      auctionTimers.stop()
      for (const socket of sockets) socket.close()
    },
  }
}
