/**
 * Vault auctions: a vault sells an option from an offer in its swap contract, bidders sign sealed bids, and the contract settles. Prices and
 * quantities are decimals of whole options. Amounts are whole numbers of a token's smallest unit, as in the contract, written as texts.
 */
import { z } from 'zod'
import { limits } from '../limits.ts'
import { Decimal, Milliseconds, TokenDecimal } from '../wire-types.ts'

/** A 256-bit whole number as sent by the server. */
export const Amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({ description: "A whole number of a token's smallest unit, as text." })
const message = 'The number must be a whole number below 2^256, as text or number.'
const BEYOND = 2n ** 256n
/** As text, or as a number if that is exact. */
export const AmountIn = z
  .union([z.string({ message }).regex(/^\d{1,78}$/, { message }), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform(String)
  .refine((text) => BigInt(text) < BEYOND, { message })
  .meta({ description: 'A whole number, as text or number.' })
export const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, { message: 'The address must be 0x followed by 40 hex digits.' })
/** For this platform's own numbers, and those that the swap contract counts. */
export const WholeIn = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .refine((value) => Number.isSafeInteger(value) && value > 0, { message: 'The number must be a whole number above zero.' })
export const TransactionHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, { message: 'The transaction must be its hash: 0x followed by 64 hex digits.' })

/** RBN Ribbon, FKN Friktion, TTN Thetanuts, BLT Bolt. Auctions are held only at RBN. */
export const VaultVenue = z.enum(['RBN', 'FKN', 'TTN', 'BLT'])

export const AuctionDomain = z
  .object({
    contract_name: z.string(),
    version: z.string(),
    chain_id: z.number().int(),
    verifying_contract: Address.meta({ description: 'The swap contract.' }),
  })
  .meta({ id: 'AuctionDomain', description: 'The EIP-712 domain in which bids are signed.' })

export const AuctionToken = z.object({ address: Address, symbol: z.string(), decimals: z.number().int() }).meta({ id: 'AuctionToken' })

export const AuctionedOption = z
  .object({
    address: Address.meta({ description: 'The option token. One option is 10^8 of its smallest unit.' }),
    underlying: z.string().meta({ description: 'Its symbol: `ETH`.' }),
    collateral: z.string(),
    kind: z.enum(['CALL', 'PUT']),
    strike: Decimal,
    expires_at: Milliseconds,
  })
  .meta({ id: 'AuctionedOption' })

export const AuctionResult = z
  .object({
    clearing_price: TokenDecimal.nullable().meta({ description: 'The lowest settled price; null if nothing has settled.' }),
    average_price: TokenDecimal.nullable(),
    quantity: Decimal.meta({ description: 'The settled quantity.' }),
    transaction_ids: z.array(TransactionHash),
  })
  .meta({ id: 'AuctionResult' })

export const Auction = z
  .object({
    id: z.number().int(),
    venue: VaultVenue,
    status: z
      .enum(['COMING', 'ACTIVE', 'EXPIRED'])
      .meta({ description: 'ACTIVE: bids are accepted. EXPIRED: bids are no longer accepted.' }),
    outcome: z.enum(['SOLD', 'PARTLY_SOLD', 'UNSOLD', 'CANCELED']).nullable().meta({
      description: 'Null until the auction is closed and the vault has decided; then the settled quantity.',
    }),
    vault: z.string().meta({ description: 'The desk that sells.' }),
    description: z.string().meta({ description: '`ETH Call 27 Jun 27 4000`.' }),
    domain: AuctionDomain,
    swap_id: z.number().int().meta({ description: 'The offer in the swap contract.' }),
    option: AuctionedOption,
    bidding_token: AuctionToken,
    quantity: Decimal.meta({ description: 'Options for sale.' }),
    min_price: TokenDecimal.meta({ description: 'In the bidding token, for one option.' }),
    min_bid_size: Decimal,
    awards: z.enum(['ONE', 'SEVERAL']).meta({
      description:
        'ONE: a bid must be for the whole quantity. SEVERAL: a bid can be for a part of it, all or none; the best bids win until the quantity is sold.',
    }),
    created_at: Milliseconds,
    starts_at: Milliseconds,
    ends_at: Milliseconds.meta({ description: 'Bids are accepted until then. From then on the vault can read them.' }),
    decide_by: Milliseconds.meta({ description: 'The vault can accept bids until then.' }),
    result: AuctionResult.nullable().meta({ description: 'The settled quantity; null before the close.' }),
  })
  .meta({ id: 'Auction', description: 'An auction of an option that a vault sells. It never shows whether there are bids.' })

/** The six fields of the EIP-712 type `Bid`, in its order. */
export const SignedFields = {
  swap_id: z.number().int(),
  nonce: Amount.meta({ description: 'A signer can use it only once.' }),
  signer_wallet: Address.meta({ description: 'The wallet that pays and receives.' }),
  sell_amount: Amount.meta({ description: 'The amount of the bidding token that is paid.' }),
  buy_amount: Amount.meta({ description: 'The amount of the option token that is bought. One option is 10^8.' }),
  referrer: Address.meta({ description: 'The address that receives a share of the premium from the contract; all zeros for none.' }),
}

export const BidPricing = z
  .object({
    ...SignedFields,
    account: z.string(),
    price: TokenDecimal,
    quantity: Decimal,
    use_delegated_wallet: z.boolean(),
    signatory: Address.meta({ description: 'The signer: the wallet itself, or the delegate that it has authorised at the contract.' }),
    typed_data: z.object({
      domain: z.object({ name: z.string(), version: z.string(), chainId: z.number().int(), verifyingContract: Address }),
      types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
      primaryType: z.literal('Bid'),
      message: z.object({
        swapId: Amount,
        nonce: Amount,
        signerWallet: Address,
        sellAmount: Amount,
        buyAmount: Amount,
        referrer: Address,
      }),
    }),
    in_words: z.array(z.string()).meta({ description: 'What the signature agrees to, one sentence per entry. Show it before signing.' }),
  })
  .meta({ id: 'BidPricing', description: 'The data to sign for a bid at a price. Pass `typed_data` to `eth_signTypedData_v4` unchanged.' })

export const Bid = z
  .object({
    id: z.number().int().meta({ description: 'A random id without any order.' }),
    rfq_id: z.number().int(),
    status: z.enum(['OPEN', 'CLOSED']),
    state: z.enum(['OPEN', 'CANCELED', 'LOST', 'PENDING_FILL', 'FILLED', 'REJECTED']).meta({
      description:
        'PENDING_FILL: the vault has accepted the bid and is settling it. LOST: the auction closed and the bid was not accepted. FILLED or REJECTED: its trade was completed or rejected.',
    }),
    account: z.string().nullable().meta({ description: "The bidder's own name of its wallet; null for the vault." }),
    maker: z.string().nullable().meta({ description: 'Always null: trades are anonymous, and the vault sees only the wallet.' }),
    price: TokenDecimal,
    quantity: Decimal,
    ...SignedFields,
    signature: z.string().meta({ description: '65 bytes in hex: r, s and v, without a prefix.' }),
    created: Milliseconds,
    created_at: Milliseconds,
    expires_at: Milliseconds.meta({ description: 'When its auction closes and the vault can read the bid.' }),
    closed_at: Milliseconds.nullable(),
    place: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The rank among the bids by price, for the vault after the close; otherwise null.' }),
    trade_id: z.number().int().nullable(),
  })
  .meta({ id: 'VaultBid', description: "A bid in a vault's auction, visible to its bidder and, after the close, to the vault." })

/** The part of the response that is stored to answer the same request again, without the price. */
export const PricingReceipt = z
  .object({ swap_id: z.number().int(), nonce: Amount, signer_wallet: Address })
  .meta({ id: 'VaultPricingReceipt' })

/** The part of a new bid that is stored to answer the same request again, without the price. */
export const BidReceipt = z.object({ id: z.number().int(), rfq_id: z.number().int() }).meta({ id: 'VaultBidReceipt' })

export const BidSignature = z
  .object({
    id: z.number().int().meta({ description: 'The id of the bid.' }),
    nonce: Amount,
    signatory: Address.meta({ description: 'The signer, which alone can cancel the nonce at the contract with `cancelNonce`.' }),
    life: z.enum(['VALID', 'BLOCKED', 'VOID']).meta({
      description:
        'VALID: the contract would settle it now. BLOCKED: it would not, but the owner of the wallet can change that. VOID: it can never settle it again.',
    }),
    contract_words: z
      .array(z.string())
      .meta({ description: "The contract's own check; empty if it would settle the bid, or if the offer is sold." }),
    is_known_to_vault: z.boolean().meta({
      description: 'Whether the bid was open at the close, so that the vault could read its signature.',
    }),
  })
  .meta({ id: 'BidSignature', description: "The state of a bid's signature at the swap contract." })

export const VaultBook = z
  .object({
    id: z.number().int().meta({ description: 'The id of the auction.' }),
    bids: z.array(Bid.extend({ chain_words: z.array(z.string()).nullable() })).max(limits.pageSize),
  })
  .meta({
    id: 'VaultBook',
    description:
      "All bids of a closed auction, best first. `chain_words` is the contract's own check of those still open: empty if the contract would settle it, null if the chain does not respond.",
  })

export const BidTrade = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    quote_id: z.number().int(),
    order_id: z.number().int().meta({ description: 'The same as `id`: an order of the vault accepts one bid.' }),
    client_order_id: z.string().nullable().meta({ description: "The vault's own client order id." }),
    status: z.enum(['PENDING', 'COMPLETED', 'REJECTED']),
    settlement: z.enum(['AWAITED', 'SENT', 'MINED', 'CONFIRMED', 'REVERTED', 'REORGANISED', 'ABANDONED']).meta({
      description:
        'AWAITED: no transaction is known. SENT: a transaction is reported and not yet mined. MINED: the swap has happened, with fewer confirmations than required. REORGANISED: it had happened, and its block is no longer part of the chain. ABANDONED: the vault has abandoned the trade.',
    }),
    is_own_auction: z.boolean(),
    description: z.string(),
    price: TokenDecimal,
    quantity: Decimal,
    sell_amount: Amount,
    buy_amount: Amount,
    signer_wallet: Address,
    transaction_id: TransactionHash.nullable(),
    block: z.number().int().nullable(),
    confirmations: z.number().int(),
    confirmations_needed: z.number().int(),
    error: z.string().nullable().meta({ description: "The chain's reason, or the vault's if nothing was sent." }),
    created_at: Milliseconds,
    settled_at: Milliseconds.nullable(),
  })
  .meta({ id: 'VaultTrade', description: 'A bid that the vault has accepted, and its state on the chain.' })

export const BidderWallet = z
  .object({
    account: z.string(),
    wallet: Address,
    chain_id: z.number().int(),
    swap_address: Address,
    bidding_token: AuctionToken,
    balance: Amount,
    allowance: Amount.meta({ description: 'The amount of the token that the swap contract can transfer.' }),
    delegate: Address.nullable().meta({
      description: 'The address that can sign for the wallet at the contract in addition to the wallet itself.',
    }),
  })
  .meta({ id: 'BidderWallet', description: "One of your desk's wallets, with its current state on the chain." })

export const ChainFacts = z
  .object({
    domain: AuctionDomain,
    confirmations_needed: z.number().int().meta({ description: 'The number of blocks, including its own, that make a settlement final.' }),
    referrer: Address,
    transaction_url: z
      .string()
      .nullable()
      .meta({ description: 'The URL of a block explorer, with `{hash}` for the transaction hash; null if there is none.' }),
    is_simulated: z.boolean().meta({ description: 'Whether this is the chain of the demo, on which nothing has any value.' }),
  })
  .meta({ id: 'ChainFacts' })

export type AuctionView = z.output<typeof Auction>
export type BidPricingView = z.output<typeof BidPricing>
export type BidSignatureView = z.output<typeof BidSignature>
export type VaultBidView = z.output<typeof Bid>
export type VaultBookView = z.output<typeof VaultBook>
export type VaultTradeView = z.output<typeof BidTrade>
export type BidderWalletView = z.output<typeof BidderWallet>
export type ChainFactsView = z.output<typeof ChainFacts>
