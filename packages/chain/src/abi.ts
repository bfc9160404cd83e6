/** The calls and events of the contracts that we use, with the published names and order of members (decision 0043). */
import { parseAbi } from 'viem/utils'

export const swapAbi = parseAbi([
  'struct Bid { uint256 swapId; uint256 nonce; address signerWallet; uint256 sellAmount; uint256 buyAmount; address referrer; uint8 v; bytes32 r; bytes32 s; }',
  'function swapOffers(uint256 swapId) view returns (address seller, address oToken, uint96 minPrice, address biddingToken, uint96 minBidSize, uint128 totalSize, uint128 availableSize, uint256 totalSales)',
  'function nonceUsed(address signatory, uint256 nonce) view returns (bool)',
  'function authorized(address wallet) view returns (address)',
  'function check(Bid bid) view returns (uint256 count, bytes32[] words)',
  'function averagePriceForOffer(uint256 swapId) view returns (uint256)',
  'function createOffer(address oToken, address biddingToken, uint96 minPrice, uint96 minBidSize, uint128 totalSize) returns (uint256)',
  'function settleOffer(uint256 swapId, Bid[] bids)',
  'function authorize(address signer)',
  'function revoke()',
  'function cancelNonce(uint256[] nonces)',
  'event Swap(uint256 indexed swapId, uint256 nonce, address indexed signerWallet, uint256 signerAmount, uint256 sellerAmount, address referrer, uint256 feeAmount)',
  'event NewOffer(uint256 swapId, address seller, address oToken, address biddingToken, uint256 minPrice, uint256 minBidSize, uint256 totalSize)',
  'event SettleOffer(uint256 swapId)',
])

export const tokenAbi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address wallet) view returns (uint256)',
  'function allowance(address wallet, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

export const optionTokenAbi = parseAbi([
  'function getOtokenDetails() view returns (address collateral, address underlying, address strikeAsset, uint256 strike, uint256 expiry, bool isPut)',
])
