/** The browser wallet (EIP-1193): requests its account, its chain, a signature, and an approval if one is missing. */
import { contractSignature } from '@parley/core'
import type { BidPricingView, BidderWalletView } from '@parley/contracts'
import { chainName, addressText } from './auction-text.ts'

export type Provider = { request(asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> }

/** A problem as a sentence, and a remedy if one click can solve it. */
export class WalletProblem extends Error {
  readonly remedy: { readonly label: string; readonly apply: () => Promise<void> } | undefined

  constructor(sentence: string, remedy?: WalletProblem['remedy']) {
    super(sentence)
    this.remedy = remedy
  }
}

const USER_REFUSED = 4001
const UNKNOWN_CHAIN = 4902

export const browserProvider = (): Provider | undefined => (globalThis as { readonly ethereum?: Provider }).ethereum

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

async function ask(provider: Provider, method: string, params: readonly unknown[] = []): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (error) {
    const { code, message } = error as { readonly code?: number; readonly message?: string }
    if (code === USER_REFUSED) throw new WalletProblem('The request was declined in your wallet. Nothing was sent.')
    if (code === UNKNOWN_CHAIN) throw new WalletProblem('Your wallet does not have this chain. Add it in the wallet first.')
    throw new WalletProblem(`Your wallet returned an error: ${message ?? 'no reason given'}.`)
  }
}

/** The wallet's account, on the chain of the auction. */
async function accountOn(provider: Provider, chainId: number): Promise<string> {
  const accounts = await ask(provider, 'eth_requestAccounts')
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof account !== 'string') throw new WalletProblem('Your wallet has no connected account. Connect one in the wallet.')
  const found = Number(await ask(provider, 'eth_chainId'))
  if (found === chainId) return account
  const wanted = `0x${chainId.toString(16)}`
  throw new WalletProblem(`Your wallet is on ${chainName(found)}; this auction settles on ${chainName(chainId)}.`, {
    label: `Switch to ${chainName(chainId)}`,
    apply: async () => void (await ask(provider, 'wallet_switchEthereumChain', [{ chainId: wanted }])),
  })
}

const providerHere = (): Provider => {
  const provider = browserProvider()
  if (provider === undefined) throw new WalletProblem('No wallet was found in this browser. Install one, or sign with a delegate key.')
  return provider
}

export async function signInBrowser({ typed_data: typed, signatory }: BidPricingView): Promise<string> {
  const provider = providerHere()
  const account = await accountOn(provider, typed.domain.chainId)
  if (!isSame(account, signatory))
    throw new WalletProblem(`Your wallet is using account ${addressText(account)}. Switch to ${addressText(signatory)} to sign.`)
  const signature = await ask(provider, 'eth_signTypedData_v4', [account, JSON.stringify(typed)])
  if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]{130}$/.test(signature))
    throw new WalletProblem('Your wallet did not return a valid signature. Try again.')
  return `0x${contractSignature(signature)}`
}

const APPROVE = '0x095ea7b3'
const word = (value: bigint): string => value.toString(16).padStart(64, '0')

/** Asks the wallet to approve the swap contract for this amount of the bidding token. Returns the transaction hash. */
export async function approveInBrowser(
  { bidding_token: token, swap_address: swap, chain_id: chainId, wallet }: BidderWalletView,
  amount: string,
): Promise<string> {
  const provider = providerHere()
  const account = await accountOn(provider, chainId)
  if (!isSame(account, wallet))
    throw new WalletProblem(`Your wallet is using account ${addressText(account)}. Switch to ${addressText(wallet)} to approve.`)
  const data = `${APPROVE}${word(BigInt(swap))}${word(BigInt(amount))}`
  return String(await ask(provider, 'eth_sendTransaction', [{ from: account, to: token.address, data }]))
}

const CANCEL_NONCE = '0x6c1c56f1'

type Nonce = { readonly signatory: string; readonly nonce: string; readonly chainId: number; readonly swap: string }

/** Asks the wallet of the signer to cancel a nonce at the swap contract, so that its signature is void. Returns the transaction hash. */
export async function cancelNonceInBrowser({ signatory, nonce, chainId, swap }: Nonce): Promise<string> {
  const provider = providerHere()
  const account = await accountOn(provider, chainId)
  if (!isSame(account, signatory))
    throw new WalletProblem(
      `Your wallet is using account ${addressText(account)}. Switch to ${addressText(signatory)} to cancel the nonce.`,
    )
  const list = [32n, 1n, BigInt(nonce)].map(word).join('')
  return String(await ask(provider, 'eth_sendTransaction', [{ from: account, to: swap, data: `${CANCEL_NONCE}${list}` }]))
}
