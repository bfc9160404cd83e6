export type {
  Address,
  Bid,
  Chain,
  ChainAnswer,
  ChainListener,
  Domain,
  Hash,
  Mined,
  Offer,
  OfferTerms,
  OptionToken,
  Signature,
  SignedBid,
  Swap,
  Token,
  TransactionState,
  Wallet,
} from './port.ts'
export { createEvmChain } from './create-evm-chain.ts'
export type { EvmChainOptions } from './evm-chain.ts'
