/** A chain on paper, which does what the swap contract does, at once and by hand: what a test says has happened has happened. */
import type { Address, Chain, ChainAnswer, ChainListener, Hash, Offer, SignedBid, Swap, TransactionState, Wallet } from '@parley/chain'
import { createWallet } from '@parley/chain/wallet'
import { signatoryOf } from '@parley/core'

export const NOBODY: Address = '0x0000000000000000000000000000000000000000'
export const SWAP: Address = '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161'
export const OPTION = 100_000_000n
export const USDC: Address = `0x${'c0'.repeat(20)}`
const WETH: Address = `0x${'e7'.repeat(20)}`
const O_TOKEN: Address = `0x${'0f'.repeat(20)}`
const CHAIN_ID = 31_337n

export type PaperChain = Chain & {
  /** Nothing answers until it is set back. */
  isSilent: boolean
  walletOf(digits: string): Wallet
  fund(wallet: Address, balance: bigint, allowance?: bigint): void
  authorize(wallet: Address, delegate: Address): void
  offer(id: bigint): Promise<ChainAnswer<Offer | undefined>>
  sell(seller: Address, options?: bigint): bigint
  /** A block with a transaction that settles the bids, or reverts with the contract's word. Answers the transaction's hash. */
  settle(swapId: bigint, bids: readonly SignedBid[]): Promise<Hash>
  /** Blocks with nothing in them. */
  mine(blocks?: number): void
  /** The last blocks are no longer part of the chain; their transactions are forgotten. */
  undo(blocks: number): void
}

type Entry = { readonly hash: Hash; readonly block: bigint; readonly swaps: readonly Swap[]; readonly reverted?: string }

export function createPaperChain(expirySeconds: bigint): PaperChain {
  const offers = new Map<bigint, Offer>()
  const balances = new Map<string, bigint>()
  const allowances = new Map<string, bigint>()
  const delegates = new Map<string, Address>()
  const nonces = new Set<string>()
  const listeners = new Set<ChainListener>()
  let entries: Entry[] = []
  let [block, hashes, offered] = [100n, 0, 0n]
  const low = (address: string) => address.toLowerCase()
  const domain = { name: 'RIBBON SWAP', version: '1', chainId: CHAIN_ID, verifyingContract: SWAP }
  const state = { isSilent: false }
  const say = async <T>(value: T): Promise<ChainAnswer<T>> =>
    state.isSilent ? { outcome: 'UNREACHABLE', reason: 'no connection' } : { outcome: 'DONE', value }
  const words = async (bid: SignedBid): Promise<readonly string[]> => {
    const offer = offers.get(bid.swapId)
    const signatory = signatoryOf(domain, bid, bid.signature)
    const wrong = (isWrong: boolean, word: string) => (isWrong ? [word] : [])
    const isTheirs =
      signatory !== undefined && [low(bid.signerWallet), low(delegates.get(low(bid.signerWallet)) ?? '')].includes(low(signatory))
    return [
      ...wrong(!isTheirs, 'UNAUTHORIZED'),
      ...wrong(nonces.has(`${low(signatory ?? '')} ${bid.nonce}`), 'NONCE_ALREADY_USED'),
      ...wrong(bid.buyAmount > (offer?.availableSize ?? 0n), 'BID_EXCEED_AVAILABLE_SIZE'),
      ...wrong((allowances.get(low(bid.signerWallet)) ?? 0n) < bid.sellAmount, 'SIGNER_ALLOWANCE_LOW'),
      ...wrong((balances.get(low(bid.signerWallet)) ?? 0n) < bid.sellAmount, 'SIGNER_BALANCE_LOW'),
    ]
  }
  const mine = (blocks: number) => {
    block += BigInt(blocks)
    for (const listener of listeners) listener.onBlock(block)
  }
  const apply = async (bid: SignedBid): Promise<Swap> => {
    const { signature: _signature, ...fields } = bid
    nonces.add(`${low(signatoryOf(domain, bid, bid.signature)!)} ${bid.nonce}`)
    const offer = offers.get(bid.swapId)!
    offers.set(bid.swapId, { ...offer, availableSize: offer.availableSize - bid.buyAmount })
    balances.set(low(bid.signerWallet), balances.get(low(bid.signerWallet))! - bid.sellAmount)
    return { ...fields, feeAmount: 0n }
  }
  const stateOf = (hash: Hash): TransactionState => {
    const entry = entries.find((one) => one.hash === hash)
    if (entry === undefined) return { state: 'UNKNOWN' }
    const confirmations = Number(block - entry.block) + 1
    return entry.reverted === undefined
      ? { state: 'MINED', block: entry.block, confirmations, swaps: entry.swaps, offers: [] }
      : { state: 'REVERTED', block: entry.block, confirmations, reason: entry.reverted }
  }
  const hashOf = (n: bigint): Hash => `0x${n.toString(16).padStart(64, '0')}`
  return {
    ...{ chainId: CHAIN_ID, swap: SWAP },
    get isSilent() {
      return state.isSilent
    },
    set isSilent(isSilent) {
      state.isSilent = isSilent
    },
    walletOf: (digits) => createWallet({ url: 'http://127.0.0.1:1', chainId: CHAIN_ID, swap: SWAP, privateKey: `0x${digits.repeat(32)}` }),
    fund(wallet, balance, allowance = balance) {
      balances.set(low(wallet), balance)
      allowances.set(low(wallet), allowance)
    },
    authorize: (wallet, delegate) => void delegates.set(low(wallet), delegate),
    sell(seller, options = 10n) {
      offered += 1n
      const totalSize = options * OPTION
      offers.set(offered, { seller, oToken: O_TOKEN, biddingToken: USDC, minPrice: 1_000_000n, minBidSize: OPTION, totalSize, availableSize: totalSize }) // prettier-ignore
      return offered
    },
    domain: () => say(domain),
    offer: (id) => say(offers.get(id)),
    optionToken: () =>
      say({
        ...{ underlying: WETH, collateral: WETH, strike: { value: 4_000n * OPTION, decimals: 8 as const } },
        ...{ expirySeconds, kind: 'CALL' as const, decimals: 8, symbol: 'oWETH' },
      }),
    token: (address) => say(address === USDC ? { symbol: 'USDC', decimals: 6 } : { symbol: 'WETH', decimals: 18 }),
    balance: (_token, wallet) => say(balances.get(low(wallet)) ?? 0n),
    allowance: (_token, wallet) => say(allowances.get(low(wallet)) ?? 0n),
    isNonceUsed: (signatory, nonce) => say(nonces.has(`${low(signatory)} ${nonce}`)),
    authorizedSigner: (wallet) => say(delegates.get(low(wallet))),
    check: async (bid) => say(await words(bid)),
    averagePrice: () => say(0n),
    transaction: (hash) => say(stateOf(hash)),
    newestBlock: () => say(block),
    watch(_from, listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async settle(swapId, bids) {
      hashes += 1
      const hash = hashOf(BigInt(hashes))
      const wrong = (await Promise.all(bids.map(words))).flat()
      const swaps: Swap[] = []
      if (wrong.length === 0) for (const bid of bids) swaps.push(await apply(bid))
      block += 1n
      entries.push({ hash, block, swaps, ...(wrong[0] === undefined ? {} : { reverted: wrong[0] }) })
      const mined = { transaction: hash, block, blockHash: hashOf(block) }
      for (const listener of listeners) {
        for (const swap of swaps) listener.onSwap(swap, mined)
        if (offers.get(swapId)!.availableSize === 0n) listener.onSettled(swapId, mined)
        listener.onBlock(block)
      }
      return hash
    },
    mine: (blocks = 1) => mine(blocks),
    undo(blocks) {
      const from = block - BigInt(blocks) + 1n
      for (const { swaps } of entries.filter((entry) => entry.block >= from))
        for (const swap of swaps) {
          const offer = offers.get(swap.swapId)!
          offers.set(swap.swapId, { ...offer, availableSize: offer.availableSize + swap.buyAmount })
          balances.set(low(swap.signerWallet), balances.get(low(swap.signerWallet))! + swap.sellAmount)
          nonces.delete(`${low(swap.signerWallet)} ${swap.nonce}`)
        }
      entries = entries.filter((entry) => entry.block < from)
      block = from - 1n
      for (const listener of listeners) listener.onReorganised(from)
      mine(1)
    },
  }
}
