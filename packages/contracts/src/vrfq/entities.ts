/**
 * Auctions of vaults: a vault sells an option that an offer of its swap contract names, bidders sign blind bids, the contract settles. Prices
 * and quantities are decimals of whole options; amounts are whole numbers of a token's smallest unit, as the contract has them, in texts.
 */
import { z } from 'zod'
import { limits } from '../limits.ts'
import { Decimal, Milliseconds, TokenDecimal } from '../wire-types.ts'

/** A whole number of 256 bits as it leaves the server. */
export const Amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({ description: "A whole number of a token's smallest unit, as text." })
const message = 'A whole number below 2^256 is accepted, as text or number.'
const BEYOND = 2n ** 256n
/** As text, or as a number where that is exact. */
export const AmountIn = z
  .union([z.string({ message }).regex(/^\d{1,78}$/, { message }), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform(String)
  .refine((text) => BigInt(text) < BEYOND, { message })
  .meta({ description: 'A whole number, as text or number.' })
export const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, { message: 'An address is accepted: 0x and 40 hex digits.' })
/** Of this platform's own numbers, and those that the swap contract counts. */
export const WholeIn = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .refine((value) => Number.isSafeInteger(value) && value > 0, { message: 'A whole number above zero is accepted.' })
export const TransactionHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, { message: 'The number of a transaction is accepted: 0x and 64 hex digits.' })

/** RBN Ribbon, FKN Friktion, TTN Thetanuts, BLT Bolt; auctions are held at RBN. */
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
    address: Address.meta({ description: 'The option token, 10^8 of its smallest unit to an option.' }),
    underlying: z.string().meta({ description: 'Its symbol: `ETH`.' }),
    collateral: z.string(),
    kind: z.enum(['CALL', 'PUT']),
    strike: Decimal,
    expires_at: Milliseconds,
  })
  .meta({ id: 'AuctionedOption' })

export const AuctionResult = z
  .object({
    clearing_price: TokenDecimal.nullable().meta({ description: 'The lowest price that has settled; null where nothing has.' }),
    average_price: TokenDecimal.nullable(),
    quantity: Decimal.meta({ description: 'What has settled.' }),
    transaction_ids: z.array(TransactionHash),
  })
  .meta({ id: 'AuctionResult' })

export const Auction = z
  .object({
    id: z.number().int(),
    venue: VaultVenue,
    status: z.enum(['COMING', 'ACTIVE', 'EXPIRED']).meta({ description: 'ACTIVE takes bids; EXPIRED takes none any more.' }),
    outcome: z.enum(['SOLD', 'PARTLY_SOLD', 'UNSOLD', 'CANCELED']).nullable().meta({
      description: 'Null until the auction is over and the vault has decided; then what has settled.',
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
      description: 'ONE: a bid is for the whole quantity. SEVERAL: for a part of it, all or none; the best win until the quantity is gone.',
    }),
    created_at: Milliseconds,
    starts_at: Milliseconds,
    ends_at: Milliseconds.meta({ description: 'Bids are taken until then, and read by the vault from then on.' }),
    decide_by: Milliseconds.meta({ description: 'The vault takes bids until then.' }),
    result: AuctionResult.nullable().meta({ description: 'Of what has settled; null before the end.' }),
  })
  .meta({ id: 'Auction', description: 'An auction of an option that a vault sells. It never says whether anybody has bid.' })

/** The six fields of the EIP-712 type `Bid`, in its order. */
export const SignedFields = {
  swap_id: z.number().int(),
  nonce: Amount.meta({ description: 'Used once by whoever signs.' }),
  signer_wallet: Address.meta({ description: 'The wallet that pays and receives.' }),
  sell_amount: Amount.meta({ description: 'Of the bidding token, what is paid.' }),
  buy_amount: Amount.meta({ description: 'Of the option token, what is bought: 10^8 to an option.' }),
  referrer: Address.meta({ description: 'Whose share of the premium the contract pays; all zeros for nobody.' }),
}

export const BidPricing = z
  .object({
    ...SignedFields,
    account: z.string(),
    price: TokenDecimal,
    quantity: Decimal,
    use_delegated_wallet: z.boolean(),
    signatory: Address.meta({ description: 'Whose key signs: the wallet, or the delegate that it has authorised at the contract.' }),
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
    in_words: z
      .array(z.string())
      .meta({ description: 'What the signature agrees to, sentence by sentence, to be shown before it is given.' }),
  })
  .meta({ id: 'BidPricing', description: 'What to sign for a bid at a price: `typed_data` goes to `eth_signTypedData_v4` as it is.' })

export const Bid = z
  .object({
    id: z.number().int().meta({ description: 'Given at random: it counts nothing.' }),
    rfq_id: z.number().int(),
    status: z.enum(['OPEN', 'CLOSED']),
    state: z.enum(['OPEN', 'CANCELED', 'LOST', 'PENDING_FILL', 'FILLED', 'REJECTED']).meta({
      description:
        'PENDING_FILL: the vault has taken it and settles it. LOST: the auction is over without it. FILLED and REJECTED: as its trade.',
    }),
    account: z.string().nullable().meta({ description: "The bidder's own name of its wallet; null for the vault." }),
    maker: z.string().nullable().meta({ description: 'Null: trades are anonymous, the wallet is all that the vault reads.' }),
    price: TokenDecimal,
    quantity: Decimal,
    ...SignedFields,
    signature: z.string().meta({ description: '65 bytes in hex: r, s and v, without a prefix.' }),
    created: Milliseconds,
    created_at: Milliseconds,
    expires_at: Milliseconds.meta({ description: 'The end of its auction, from which the vault reads it.' }),
    closed_at: Milliseconds.nullable(),
    place: z.number().int().nullable().meta({ description: 'Among the bids by price, for the vault after the end; otherwise null.' }),
    trade_id: z.number().int().nullable(),
  })
  .meta({ id: 'VaultBid', description: "A bid in a vault's auction: read by its bidder, and by the vault after the end." })

/** So much of what was priced is kept to answer the same request again; its price is not. */
export const PricingReceipt = z
  .object({ swap_id: z.number().int(), nonce: Amount, signer_wallet: Address })
  .meta({ id: 'VaultPricingReceipt' })

/** So much of a new bid is kept to answer the same request again; its price is not. */
export const BidReceipt = z.object({ id: z.number().int(), rfq_id: z.number().int() }).meta({ id: 'VaultBidReceipt' })

export const VaultBook = z
  .object({
    id: z.number().int().meta({ description: 'Of the auction.' }),
    bids: z.array(Bid.extend({ chain_words: z.array(z.string()).nullable() })).max(limits.pageSize),
  })
  .meta({
    id: 'VaultBook',
    description:
      "Every bid of an auction that is over, the best first. `chain_words` is the contract's own check of those that still stand: empty where it would settle, null where the chain does not answer.",
  })

export const BidTrade = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    quote_id: z.number().int(),
    order_id: z.number().int().meta({ description: 'As `id`: an order of the vault takes one bid.' }),
    client_order_id: z.string().nullable().meta({ description: "The vault's own." }),
    status: z.enum(['PENDING', 'COMPLETED', 'REJECTED']),
    settlement: z.enum(['AWAITED', 'SENT', 'MINED', 'CONFIRMED', 'REVERTED', 'REORGANISED', 'ABANDONED']).meta({
      description:
        'AWAITED: no transaction is known. SENT: one is reported and not mined. MINED: the contract has swapped, with fewer confirmations than are asked for. REORGANISED: it had, and the block is no longer part of the chain. ABANDONED: the vault has given it up.',
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
    error: z.string().nullable().meta({ description: "The chain's reason, or the vault's where nothing was sent." }),
    created_at: Milliseconds,
    settled_at: Milliseconds.nullable(),
  })
  .meta({ id: 'VaultTrade', description: 'A bid that the vault has taken, and what the chain says of it.' })

export const BidderWallet = z
  .object({
    account: z.string(),
    wallet: Address,
    chain_id: z.number().int(),
    swap_address: Address,
    bidding_token: AuctionToken,
    balance: Amount,
    allowance: Amount.meta({ description: 'What the swap contract may take of it.' }),
    delegate: Address.nullable().meta({ description: 'Who may sign for the wallet at the contract beside itself.' }),
  })
  .meta({ id: 'BidderWallet', description: "One of your desk's wallets, as the chain has it now." })

export const ChainFacts = z
  .object({
    domain: AuctionDomain,
    confirmations_needed: z.number().int().meta({ description: 'So many blocks, its own counted, make a settlement final.' }),
    referrer: Address,
    transaction_url: z
      .string()
      .nullable()
      .meta({ description: 'Where a transaction can be read, with `{hash}` for its number; null where nowhere is known.' }),
    is_simulated: z.boolean().meta({ description: 'A chain of the demo, on which nothing has any worth.' }),
  })
  .meta({ id: 'ChainFacts' })

export type AuctionView = z.output<typeof Auction>
export type BidPricingView = z.output<typeof BidPricing>
export type VaultBidView = z.output<typeof Bid>
export type VaultBookView = z.output<typeof VaultBook>
export type VaultTradeView = z.output<typeof BidTrade>
export type BidderWalletView = z.output<typeof BidderWallet>
export type ChainFactsView = z.output<typeof ChainFacts>
