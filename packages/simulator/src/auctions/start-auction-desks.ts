/** Starts the demo's desks in vault auctions: the vault's own desk, and the bidders. */
import { createClient } from '@parley/client'
import type { DeskLogin } from '../desks/desks.ts'
import { createTimers } from '../desks/timers.ts'
import type { AuctionMarket, Underlying } from '../evm/auction-market.ts'
import { createRandom } from '../exchange/random.ts'
import { startBidder } from './bidder-desk.ts'
import { walletAt } from './sign-priced.ts'
import { startVault, type ValuedOption, type VaultPace } from './vault-desk.ts'

export type AuctionDeskSetting = {
  readonly baseUrl: string
  readonly seed: number
  readonly market: AuctionMarket
  readonly index: (underlying: Underlying) => number
  readonly worth: (option: ValuedOption) => number
  readonly vault: DeskLogin
  readonly bidders: readonly (DeskLogin & { readonly walletKey: `0x${string}` })[]
  readonly accountFor: (token: string) => string
  readonly pace?: VaultPace
  readonly onProblem: (desk: string, error: unknown) => void
}

export function startAuctionDesks({
  baseUrl,
  seed,
  market,
  index,
  worth,
  vault,
  bidders,
  accountFor,
  pace,
  onProblem,
}: AuctionDeskSetting) {
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
  startVault({
    ...{ ...common, client: clientOf(vault), ticker: vault.ticker, market, index, worth, random: createRandom(seed, 'the vault'), pace },
    onProblem: (error) => onProblem(vault.ticker, error),
  })
  return {
    stop() {
      timers.stop()
      for (const socket of sockets) socket.close()
    },
  }
}
