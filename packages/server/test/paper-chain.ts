/** A simulated chain that does what the swap contract does, immediately and under the control of the test. */
import type { Address, Chain, ChainAnswer, Hash, OptionToken, SignedBid, Token, Wallet } from '@parley/chain'
import { createWallet } from '@parley/chain/wallet'
import { PaperBlocks, plainly, type Run } from './paper-blocks.ts'
import {
  allowanceOf,
  averageOf,
  balanceOf,
  CHAIN_ID,
  createOffer,
  DOMAIN,
  keyOf,
  NOBODY,
  OPTION,
  Reverted,
  settleOffer,
  SWAP,
  wordsFor,
  type Holdings,
} from './paper-contract.ts'

export { NOBODY, OPTION, SWAP }
export const USDC: Address = `0x${'c0'.repeat(20)}`
export const WETH: Address = `0x${'e7'.repeat(20)}`
export const O_TOKEN: Address = `0x${'0f'.repeat(20)}`
const MUCH = 2n ** 128n

export type PaperChain = Chain & {
  /** While set, no call gets a response. */
  isSilent: boolean
  /** Its transactions are pending until they are mined. */
  walletOf(digits: string): Wallet
  /** Gives the wallet a balance of the bidding token, or of another one, and the contract an allowance. */
  fund(wallet: Address, balance: bigint, allowance?: bigint, token?: Address): void
  authorize(wallet: Address, delegate: Address): void
  sell(seller: Address, options?: bigint): bigint
  /** A block with a transaction that settles the bids, or reverts with the contract's error. Returns the transaction's hash. */
  settle(swapId: bigint, bids: readonly SignedBid[]): Promise<Hash>
  /** A block of all pending transactions, and empty blocks. */
  mine(blocks?: number): void
  /** Removes the last blocks from the chain. Their transactions are forgotten. */
  undo(blocks: number): void
  /** Removes the newest block from the chain. Its transactions become pending again. */
  reorganise(): void
}

export function createPaperChain(expirySeconds: bigint, strike = 4_000n): PaperChain {
  const blocks = new PaperBlocks()
  const state = { isSilent: false }
  const say = async <T>(read: (held: Holdings) => T): Promise<ChainAnswer<T>> => {
    if (state.isSilent) return { outcome: 'UNREACHABLE', reason: 'no connection' }
    try {
      return { outcome: 'DONE', value: read(blocks.newest.held) }
    } catch (error) {
      if (!(error instanceof Reverted)) throw error
      return { outcome: 'REFUSED', reason: error.message }
    }
  }
  const send = (run: Run): Promise<ChainAnswer<Hash>> => say(() => blocks.send(run))
  const mine = (count = 1) => {
    for (let mined = 0; mined < count; mined += 1) blocks.mine()
  }
  return {
    ...{ chainId: CHAIN_ID, swap: SWAP },
    get isSilent() {
      return state.isSilent
    },
    set isSilent(isSilent) {
      state.isSilent = isSilent
    },
    ...readingOf(say, { expirySeconds, strike }),
    ...handOn(blocks),
    walletOf: (digits) => walletOn(send, digits),
    transaction: (hash) => say(() => blocks.stateOf(hash)),
    newestBlock: () => say(() => blocks.newest.number),
    watch: (from, listener) => blocks.watch(from, listener),
    async settle(swapId, bids) {
      const seller = blocks.newest.held.offers.get(swapId)?.seller ?? NOBODY
      const hash = blocks.sendUnseen((held) => ({ swaps: settleOffer(held, seller, swapId, bids), offers: [] }))
      mine()
      return hash
    },
    mine,
    undo(count) {
      blocks.takeBack(count)
      mine()
    },
    reorganise: () => blocks.waitAgain(blocks.takeBack(1)),
  }
}

type Say = <T>(read: (held: Holdings) => T) => Promise<ChainAnswer<T>>
type Reading = 'domain' | 'offer' | 'optionToken' | 'token' | 'balance' | 'allowance' | 'isNonceUsed' | 'authorizedSigner' | 'check' | 'averagePrice' // prettier-ignore

function readingOf(say: Say, { expirySeconds, strike }: { expirySeconds: bigint; strike: bigint }): Pick<Chain, Reading> {
  const symbol = `oWETH-${strike}C`
  const tokens: ReadonlyMap<string, Token> = new Map([
    [keyOf(USDC), { symbol: 'USDC', decimals: 6 }],
    [keyOf(WETH), { symbol: 'WETH', decimals: 18 }],
    [keyOf(O_TOKEN), { symbol, decimals: 8 }],
  ])
  const option: OptionToken = {
    ...{ underlying: WETH, collateral: WETH, strike: { value: strike * OPTION, decimals: 8 } },
    ...{ expirySeconds, kind: 'CALL', decimals: 8, symbol },
  }
  const found = <T>(thing: T | undefined, address: Address, called: string): T => {
    if (thing === undefined) throw new Reverted(`There is no contract at ${address} that answers ${called}.`)
    return thing
  }
  const tokenAt = (address: Address, called: string): Token => found(tokens.get(keyOf(address)), address, called)
  return {
    domain: () => say(() => DOMAIN),
    offer: (id) => say(({ offers }) => offers.get(id)),
    token: (address) => say(() => tokenAt(address, 'symbol')),
    optionToken: (address) =>
      say(() => {
        tokenAt(address, 'symbol')
        return found(keyOf(address) === keyOf(O_TOKEN) ? option : undefined, address, 'getOtokenDetails')
      }),
    balance: (token, wallet) => say((held) => tokenAt(token, 'balanceOf') && balanceOf(held, token, wallet)),
    allowance: (token, wallet) => say((held) => tokenAt(token, 'allowance') && allowanceOf(held, token, wallet)),
    isNonceUsed: (signatory, nonce) => say(({ nonces }) => nonces.has(keyOf(signatory, nonce))),
    authorizedSigner: (wallet) => say(({ delegates }) => delegates.get(keyOf(wallet))),
    check: (bid) => say((held) => wordsFor(held, bid)),
    averagePrice: (id) => say((held) => averageOf(held, id)),
  }
}

function handOn(blocks: PaperBlocks): Pick<PaperChain, 'fund' | 'authorize' | 'sell'> {
  const fund: PaperChain['fund'] = (wallet, balance, allowance = balance, token = USDC) =>
    blocks.edit(({ balances, allowances }) => {
      balances.set(keyOf(token, wallet), balance)
      allowances.set(keyOf(token, wallet), allowance)
    })
  return {
    fund,
    authorize: (wallet, delegate) => blocks.edit(({ delegates }) => void delegates.set(keyOf(wallet), delegate)),
    sell(seller, options = 10n) {
      fund(seller, MUCH, MUCH, O_TOKEN)
      const number = blocks.newest.held.made.offers
      const terms = { oToken: O_TOKEN, biddingToken: USDC, minPrice: 1_000_000n, minBidSize: OPTION, totalSize: options * OPTION }
      blocks.edit((held) => {
        held.made.offers = number
        createOffer(held, seller, terms)
      })
      return number + 1n
    },
  }
}

function walletOn(send: (run: Run) => Promise<ChainAnswer<Hash>>, digits: string): Wallet {
  // It signs but sends nothing.
  const signer = createWallet({ url: 'http://127.0.0.1:1', chainId: CHAIN_ID, swap: SWAP, privateKey: `0x${digits.repeat(32)}` })
  const { address, sign } = signer
  return {
    ...{ address, sign },
    createOffer: (terms) => send((held) => ({ swaps: [], offers: [createOffer(held, address, terms)] })),
    settleOffer: (swapId, bids) => send((held) => ({ swaps: settleOffer(held, address, swapId, bids), offers: [] })),
    approve: (token, amount) => send(plainly(({ allowances }) => allowances.set(keyOf(token, address), amount))),
    authorize: (delegate) => send(plainly(({ delegates }) => delegates.set(keyOf(address), delegate))),
    revoke: () => send(plainly(({ delegates }) => delegates.delete(keyOf(address)))),
    cancelNonces: (nonces) => send(plainly((held) => nonces.forEach((nonce) => held.nonces.add(keyOf(address, nonce))))),
  }
}
