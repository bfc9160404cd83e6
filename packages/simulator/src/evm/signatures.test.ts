/** The published contract's domain and bids, signed with known keys: our contract and our port recover the same signer. */
import type { Address, Domain, SignedBid } from '@parley/chain'
import { signatoryOf as recover } from '@parley/core'
import { privateKeyToAccount } from 'viem/accounts'
import { decodeFunctionResult, encodeDeployData, encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { keyOf, NOBODY } from '../../test/auction-chain.ts'
import { compiled } from './compiled.ts'
import { Machine, type Hex, type State } from './machine.ts'

const abi = parseAbi([
  'constructor(address owner, uint256 offersBefore)',
  'struct Bid { uint256 swapId; uint256 nonce; address signerWallet; uint256 sellAmount; uint256 buyAmount; address referrer; uint8 v; bytes32 r; bytes32 s; }',
  'function domainSeparator() view returns (bytes32)',
  'function signatoryOf(Bid bid) view returns (address)',
  'function settleOffer(uint256 swapId, Bid[] bids)',
  'function createOffer(address oToken, address biddingToken, uint96 minPrice, uint96 minBidSize, uint128 totalSize) returns (uint256)',
])
const tokenAbi = parseAbi([
  'constructor(string symbol, address collateral, address underlying, address strikeCurrency, uint256 strike, uint256 expiry, bool put)',
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount) returns (bool)',
])
const K1: Address = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const K2: Address = '0x1563915e194D8CfBA1943570603F7606A3115508'
const MAIN_NET: Address = '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161'
const AVALANCHE: Address = '0x15988ceA1F11D62e63bAa02B0e8B3046942983c0'
const GOERLI: Address = '0xc545200d5492141F6E92699Af422549A001af6d9'

const terms = (number: bigint) => ({ number, timestamp: 1n, parentHash: `0x${'00'.repeat(32)}` as const, mark: '0x01' as const })
const signatoryOf = (domain: Domain, { signature, ...bid }: SignedBid) => recover(domain, bid, signature)
const domainOf = (chainId: bigint, verifyingContract: Address): Domain => ({
  name: 'RIBBON SWAP',
  version: '1',
  chainId,
  verifyingContract,
})

/** Signs and executes one transaction after the other; each must succeed. */
async function openMachine(chainId: bigint) {
  const machine = await Machine.create(chainId)
  const account = privateKeyToAccount(keyOf('33'))
  let nonce = 0
  const run = async (data: Hex, to?: Address): Promise<Address> => {
    const members = { type: 'legacy', chainId: Number(chainId), nonce: nonce++, gas: 5_000_000n, gasPrice: 0n, data } as const
    const raw = await account.signTransaction(to === undefined ? members : { ...members, to })
    const { success, created } = await machine.run(machine.read(raw), machine.block(terms(1n)))
    expect(success).toBe(true)
    return created ?? NOBODY
  }
  return { machine, account, run }
}

/** The contract as if it had been deployed at that address. */
async function contractAt(chainId: bigint, address: Address): Promise<(data: Hex) => Promise<Hex>> {
  const { machine, account, run } = await openMachine(chainId)
  const made = await run(encodeDeployData({ abi, bytecode: compiled.VaultSwap, args: [account.address, 0n] }))
  const at = address.toLowerCase() as Hex
  const { accounts, code, storage } = machine.state
  const state: State = {
    accounts: new Map([...accounts, [at, accounts.get(made as Hex)]]),
    code: new Map([...code, [at, code.get(made as Hex)!]]),
    storage,
  }
  return async (data) => (await machine.call({ to: at, data }, machine.block(terms(2n)), state)).returned
}

const inParts = (digits: string) => ({
  v: Number(`0x${digits.slice(128)}`),
  r: `0x${digits.slice(0, 64)}` as const,
  s: `0x${digits.slice(64, 128)}` as const,
})

describe('the domain of the published contracts', () => {
  it.each([
    [1n, MAIN_NET, '0x6fc609ef5c5cabec7b97006503e3c6ca0ce02c3cb7b8950fa3fd7be6b9aed009'],
    [43_114n, AVALANCHE, '0x5bdb1d5ab836a0be8e8054b50709f81d5396c5292543800fcf79a76608aac52d'],
    [5n, GOERLI, '0x96342cc93293acd0142a2bb36eb4879f210faa748cb5aec229af34506e40fc3a'],
    [42n, '0x58848824baEb9678847aF487CB02EAba782FECB5', '0xac75a7a207f839946419fa978430fc2071172993d3cc03c4c343eddc2aca21f9'],
  ] as const)('on chain %s at %s', async (chainId, address, separator) => {
    const ask = await contractAt(chainId, address)
    const data = await ask(encodeFunctionData({ abi, functionName: 'domainSeparator' }))
    expect(decodeFunctionResult({ abi, functionName: 'domainSeparator', data })).toBe(separator)
  })
})

type Golden = { readonly chainId: bigint; readonly at: Address; readonly bid: SignedBid; readonly signatory: Address }
const golden: readonly (readonly [string, Golden])[] = [
  [
    'A: signed by the wallet',
    {
      ...{ chainId: 1n, at: MAIN_NET, signatory: K1 },
      bid: {
        ...{ swapId: 1n, nonce: 1n, signerWallet: K1, sellAmount: 6_000_000n, buyAmount: 100_000_000n, referrer: NOBODY },
        signature:
          '0x4eda74af9f110b9b8b89c49c1d49697f2e17ae795f0c7e20421b2936b5a44bcd440447284b192323512465c09cf347425d5617b889f96f48fcbf66351bb0441b1c',
      },
    },
  ],
  [
    'B: with a referrer, on another chain',
    {
      ...{ chainId: 43_114n, at: AVALANCHE, signatory: K1 },
      bid: {
        ...{ swapId: 57n, nonce: 256n, signerWallet: K1, sellAmount: 1_234_567_890_123_456_789n, buyAmount: 2_500_000_000n, referrer: K2 },
        signature:
          '0x8914e0f0948c81929c69e076d7d2f7fc28189a05f21bbef5a8a141c285752da11864663fdeaed4301c13e35356decbb7743c1ad7406ae22b3651e75330e3ca271c',
      },
    },
  ],
  [
    'C: signed by a delegate',
    {
      ...{ chainId: 1n, at: MAIN_NET, signatory: K2 },
      bid: {
        ...{ swapId: 1n, nonce: 99_999_999n, signerWallet: K1, sellAmount: 300_000_000n, buyAmount: 50_000_000n, referrer: NOBODY },
        signature:
          '0x27114957d7734842ac0a691efa1d5b9199f1eae7ba6717ef41f4dcfbc895a41f01912fe9962319a0f12ce8c287e9ddb69e35aedbccea018f6027ceb377e86f6b1b',
      },
    },
  ],
]

describe('who signed a bid', () => {
  it.each(golden)('%s', async (_, { chainId, at, bid, signatory }) => {
    expect(signatoryOf(domainOf(chainId, at), bid)).toBe(signatory)
    const ask = await contractAt(chainId, at)
    const { signature, ...members } = bid
    const args = [{ ...members, ...inParts(signature.slice(2)) }] as const
    const data = await ask(encodeFunctionData({ abi, functionName: 'signatoryOf', args }))
    expect(decodeFunctionResult({ abi, functionName: 'signatoryOf', data })).toBe(signatory)
  })

  it('another chain, another contract or another amount gives another signer', async () => {
    const [, { bid }] = golden[0]!
    expect(signatoryOf(domainOf(5n, MAIN_NET), bid)).not.toBe(K1)
    expect(signatoryOf(domainOf(1n, AVALANCHE), bid)).not.toBe(K1)
    expect(signatoryOf(domainOf(1n, MAIN_NET), { ...bid, sellAmount: bid.sellAmount + 1n })).not.toBe(K1)
  })

  it('undefined if it is not a signature', async () => {
    const [, { bid }] = golden[0]!
    expect(signatoryOf(domainOf(1n, MAIN_NET), { ...bid, signature: '0x12' })).toBeUndefined()
    expect(signatoryOf(domainOf(1n, MAIN_NET), { ...bid, signature: `0x${'00'.repeat(64)}1b` })).toBeUndefined()
  })
})

it('a chain that has changed its number settles nothing: CHAIN_ID_CHANGED', async () => {
  const { machine, account, run } = await openMachine(1n)
  const swap = await run(encodeDeployData({ abi, bytecode: compiled.VaultSwap, args: [account.address, 0n] }))
  const option = ['o', swap, swap, swap, 1n, 1n, false] as const
  const oToken = await run(encodeDeployData({ abi: tokenAbi, bytecode: compiled.OptionToken, args: option }))
  await run(encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [account.address, 100n] }), oToken)
  await run(encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [swap, 100n] }), oToken)
  await run(encodeFunctionData({ abi, functionName: 'createOffer', args: [oToken, oToken, 1n, 1n, 100n] }), swap)
  const { signature, ...members } = golden[0]![1].bid
  const data = encodeFunctionData({ abi, functionName: 'settleOffer', args: [1n, [{ ...members, ...inParts(signature.slice(2)) }]] })
  const settle = async (on: Machine): Promise<string> => {
    const { returned } = await on.call({ from: account.address, to: swap, data }, on.block(terms(2n)), machine.state)
    return Buffer.from(returned.slice(2), 'hex').toString('latin1')
  }
  expect(await settle(await Machine.create(5n))).toContain('CHAIN_ID_CHANGED')
  expect(await settle(machine)).not.toContain('CHAIN_ID_CHANGED')
})
