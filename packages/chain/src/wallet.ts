/** The owner of a key on an EVM chain. */
import { encodeFunctionData } from 'viem/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { swapAbi, tokenAbi } from './abi.ts'
import { contractBid, typedBid } from './bid-encoding.ts'
import { askQuantity, createJsonRpc, refused, type JsonRpcOptions } from './json-rpc.ts'
import { readHash } from './node-answers.ts'
import type { Address, ChainAnswer, Hash, Wallet } from './port.ts'

export type SenderOptions = JsonRpcOptions & { readonly chainId: bigint; readonly privateKey: `0x${string}` }
export type WalletOptions = SenderOptions & { readonly swap: Address }
type Call = { readonly to?: Address; readonly data: `0x${string}` }

/** Sends transactions in the order of the calls, each with the sender's next nonce. */
export interface Sender {
  readonly address: Address
  /** Without `to`, the data creates a contract. REFUSED before it is sent if the chain reports that it would revert. */
  send(call: Call): Promise<ChainAnswer<Hash>>
}

export function createSender({ chainId, privateKey, ...node }: SenderOptions): Sender {
  const rpc = createJsonRpc(node)
  const account = privateKeyToAccount(privateKey)
  const { address } = account
  const quantity = (method: string, parameters: readonly unknown[]): Promise<ChainAnswer<bigint>> =>
    askQuantity(rpc, method, parameters, refused(`${method} has no number.`))
  const sendNow = async ({ to, data }: Call): Promise<ChainAnswer<Hash>> => {
    const gas = await quantity('eth_estimateGas', [{ from: address, to, data }])
    if (gas.outcome !== 'DONE') return gas
    const gasPrice = await quantity('eth_gasPrice', [])
    if (gasPrice.outcome !== 'DONE') return gasPrice
    const nonce = await quantity('eth_getTransactionCount', [address, 'pending'])
    if (nonce.outcome !== 'DONE') return nonce
    const numbers = { chainId: Number(chainId), nonce: Number(nonce.value), gas: gas.value, gasPrice: gasPrice.value }
    const signed = await account.signTransaction({ type: 'legacy', ...numbers, data, ...(to === undefined ? {} : { to }) })
    const sent = await rpc.call('eth_sendRawTransaction', [signed])
    if (sent.outcome !== 'DONE') return sent
    const hash = readHash(sent.value)
    return hash === undefined ? refused('The chain has no hash for the transaction.') : { outcome: 'DONE', value: hash }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    address,
    send: (call) => {
      const sent = last.then(() => sendNow(call))
      last = sent.catch(() => undefined)
      return sent
    },
  }
}

export function createWallet({ swap, ...options }: WalletOptions): Wallet {
  const account = privateKeyToAccount(options.privateKey)
  const { address, send } = createSender(options)
  return {
    address,
    sign: async (domain, bid) => ({ ...bid, signature: await account.signTypedData(typedBid(domain, bid)) }),
    createOffer: ({ oToken, biddingToken, minPrice, minBidSize, totalSize }) =>
      send({
        to: swap,
        data: encodeFunctionData({
          abi: swapAbi,
          functionName: 'createOffer',
          args: [oToken, biddingToken, minPrice, minBidSize, totalSize],
        }),
      }),
    settleOffer: (swapId, bids) =>
      send({ to: swap, data: encodeFunctionData({ abi: swapAbi, functionName: 'settleOffer', args: [swapId, bids.map(contractBid)] }) }),
    approve: (token, amount) =>
      send({ to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [swap, amount] }) }),
    authorize: (signer) => send({ to: swap, data: encodeFunctionData({ abi: swapAbi, functionName: 'authorize', args: [signer] }) }),
    revoke: () => send({ to: swap, data: encodeFunctionData({ abi: swapAbi, functionName: 'revoke' }) }),
    cancelNonces: (nonces) => send({ to: swap, data: encodeFunctionData({ abi: swapAbi, functionName: 'cancelNonce', args: [nonces] }) }),
  }
}
