/** A simulated desk in vault auctions. It places one bid in most of the auctions that it sees begin, at about the value of the option. */
import { ClientError, vaultCalls, type AuctionView, type Client, type Socket, type VaultData } from '@parley/client'
import type { Wallet } from '@parley/chain'
import type { BidPricingView } from '@parley/contracts'
import { between } from '../desks/chance.ts'
import type { Timers } from '../desks/timers.ts'
import type { Random } from '../exchange/random.ts'
import { signPriced } from './sign-priced.ts'
import { decimalsOf } from './vault-desk.ts'

export type BidderSetting = {
  readonly client: Client
  /** At `/v1/vrfq`. */
  readonly socket: Socket
  readonly wallet: Wallet
  /** The name of the desk's wallet for a token. */
  readonly accountFor: (token: string) => string
  readonly timers: Timers
  readonly random: Random
  readonly now: () => number
  readonly onProblem: (error: unknown) => void
}

/** The part of the auction that passes before a desk bids. It is never close to the end. */
const FIRST_PART = 0.15
const LAST_PART = 0.8
/** Factors on the minimum price, which the vault sets a little below the value of the option. */
const MOST_OVER = 0.25
const BIDS_IN = 0.8

export function startBidder(setting: BidderSetting): void {
  const { socket, timers, random, now } = setting
  const seen = new Set<number>()
  socket.subscribe<VaultData['rfq']>(
    'rfq',
    (message) => {
      for (const { rfq } of message.event === 'SNAPSHOT' ? message.data : [message.data]) {
        if (rfq.status !== 'ACTIVE' || seen.has(rfq.id)) continue
        seen.add(rfq.id)
        const left = rfq.ends_at - now()
        if (random.next() < BIDS_IN) timers.later(between(random, left * FIRST_PART, left * LAST_PART), () => void bid(setting, rfq))
      }
    },
    { snapshot: true },
  )
}

async function bid({ client, wallet, accountFor, random, onProblem }: BidderSetting, auction: AuctionView): Promise<void> {
  const { id, bidding_token: token } = auction
  try {
    const body = { account: accountFor(token.symbol), ...drawBid(random, auction) }
    const priced = await client.call(vaultCalls.priceBid, { params: { id }, body })
    await client.call(vaultCalls.createBid, { params: { id }, body: await signedFields(wallet, priced) })
  } catch (error) {
    // By this time the auction may have ended, or the desk may have been stopped.
    if (!(error instanceof ClientError && error.status === 400)) onProblem(error)
  }
}

type ForBids = Pick<AuctionView, 'min_price' | 'awards' | 'quantity'>

/** A price at or a little above the minimum, for all of it or for a part if there are several awards. */
export function drawBid(random: Random, { min_price, awards, quantity }: ForBids): { readonly price: string; readonly quantity?: string } {
  const price = (Number(min_price) * (1 + random.next() * MOST_OVER)).toFixed(decimalsOf(Number(min_price)))
  const part = awards === 'ONE' ? {} : { quantity: String(Math.max(1, Math.round(Number(quantity) * between(random, 0.25, 0.5)))) }
  return { price: Number(price) < Number(min_price) ? min_price : price, ...part }
}

/** The bid as it is sent: priced by the platform and signed by the wallet. */
export async function signedFields(wallet: Wallet, priced: BidPricingView) {
  const { account, price, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer } = priced
  return { account, price, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer, signature: await signPriced(wallet, priced) }
}
