import type { BidPricingView, BidderWalletView } from '@parley/contracts'
import { bidTypes } from '@parley/core'
import { afterEach, describe, expect, it } from 'vitest'
import { anAuction } from '../../../test/auction-fixtures.ts'
import { approvalFor } from './approval.ts'
import { approveInBrowser, cancelNonceInBrowser, type Provider, signInBrowser, WalletProblem } from './browser-wallet.ts'
import { signWithKey, testKey } from './key-wallet.ts'

const K1 = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const K2 = '0x1563915e194D8CfBA1943570603F7606A3115508'
const MAIN_NET = '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161'
const NOBODY = `0x${'0'.repeat(40)}`

const pricingOf = (message: Partial<BidPricingView['typed_data']['message']>, signatory: string): BidPricingView => {
  const signed = { swapId: '1', nonce: '1', signerWallet: K1, sellAmount: '6000000', buyAmount: '100000000', referrer: NOBODY, ...message }
  const domain = { name: 'RIBBON SWAP', version: '1', chainId: 1, verifyingContract: MAIN_NET }
  return {
    ...{
      swap_id: 1,
      nonce: signed.nonce,
      signer_wallet: K1,
      sell_amount: signed.sellAmount,
      buy_amount: signed.buyAmount,
      referrer: NOBODY,
    },
    ...{ account: 'w', price: '6', quantity: '1', use_delegated_wallet: false, signatory, in_words: [] },
    typed_data: { domain, types: bidTypes as unknown as BidPricingView['typed_data']['types'], primaryType: 'Bid', message: signed },
  }
}

describe('a key in the page', () => {
  it('signs as the published examples are signed: by the wallet, and by a delegate', () => {
    expect(signWithKey(pricingOf({}, K1), `0x${'11'.repeat(32)}`)).toBe(
      '0x4eda74af9f110b9b8b89c49c1d49697f2e17ae795f0c7e20421b2936b5a44bcd440447284b192323512465c09cf347425d5617b889f96f48fcbf66351bb0441b1c',
    )
    const delegated = pricingOf({ nonce: '99999999', sellAmount: '300000000', buyAmount: '50000000' }, K2)
    expect(signWithKey(delegated, '22'.repeat(32))).toBe(
      '0x27114957d7734842ac0a691efa1d5b9199f1eae7ba6717ef41f4dcfbc895a41f01912fe9962319a0f12ce8c287e9ddb69e35aedbccea018f6027ceb377e86f6b1b',
    )
  })

  it('is rejected if it belongs to another address, and if it is invalid', () => {
    expect(() => signWithKey(pricingOf({}, K1), '22'.repeat(32))).toThrow('This key belongs to 0x1563…5508. Use the key of 0x19E7…ff2A.')
    expect(() => signWithKey(pricingOf({}, K1), '12')).toThrow('64 hexadecimal digits')
  })

  it('of the demo is derived from the desk’s ticker', () => {
    expect(testKey('AMBR')).toMatch(/^[0-9a-f]{64}$/)
    expect(testKey('AMBR')).not.toBe(testKey('LIND'))
  })
})

/** A browser wallet as a page sees it: the response to each method, and a record of the requests. */
function install(answers: Readonly<Record<string, unknown>>): { readonly asked: [string, readonly unknown[]][] } {
  const asked: [string, readonly unknown[]][] = []
  const provider: Provider = {
    request: async ({ method, params = [] }) => {
      asked.push([method, params])
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  ;(globalThis as { ethereum?: Provider }).ethereum = provider
  return { asked }
}
afterEach(() => {
  delete (globalThis as { ethereum?: Provider }).ethereum
})

const SIGNATURE = `0x${'ab'.repeat(64)}1c`
const refusal = (code: number) => Object.assign(new Error('no'), { code })
const problemOf = async (work: Promise<unknown>): Promise<WalletProblem> =>
  work.then(
    () => Promise.reject(new Error('it was done')),
    (error: WalletProblem) => error,
  )

describe('the browser wallet', () => {
  it('signs the server’s typed data unchanged', async () => {
    const { asked } = install({ eth_requestAccounts: [K1.toLowerCase()], eth_chainId: '0x1', eth_signTypedData_v4: SIGNATURE })
    const pricing = pricingOf({}, K1)
    expect(await signInBrowser(pricingOf({}, K1))).toBe(SIGNATURE)
    expect(asked.at(-1)).toEqual(['eth_signTypedData_v4', [K1.toLowerCase(), JSON.stringify(pricing.typed_data)]])
  })

  it('on another chain gets a request to switch', async () => {
    const { asked } = install({ eth_requestAccounts: [K1], eth_chainId: '0x5', wallet_switchEthereumChain: null })
    const problem = await problemOf(signInBrowser(pricingOf({}, K1)))
    expect(problem.message).toBe('Your wallet is on Goerli; this auction settles on Ethereum.')
    await problem.remedy!.apply()
    expect(asked.at(-1)).toEqual(['wallet_switchEthereumChain', [{ chainId: '0x1' }]])
  })

  it.each([
    ['Your wallet is using account 0x1563…5508. Switch to 0x19E7…ff2A to sign.', { eth_requestAccounts: [K2], eth_chainId: '0x1' }],
    ['Your wallet has no connected account. Connect one in the wallet.', { eth_requestAccounts: [] }],
    ['The request was declined in your wallet. Nothing was sent.', { eth_requestAccounts: refusal(4001) }],
    [
      'Your wallet did not return a valid signature. Try again.',
      { eth_requestAccounts: [K1], eth_chainId: '0x1', eth_signTypedData_v4: '0x12' },
    ],
  ])('reports: %s', async (sentence, answers) => {
    install(answers)
    expect((await problemOf(signInBrowser(pricingOf({}, K1)))).message).toBe(sentence)
  })

  it('is reported if it is missing', async () => {
    expect((await problemOf(signInBrowser(pricingOf({}, K1)))).message).toContain('No wallet was found in this browser')
  })

  it.each([
    ['what the lowest bid pays', '500000000000000000', '5000000000000000000'],
    ['more than that', '4999999999999999999', '5000000000000000000'],
    ['more than ten times that', '5000000000000000001', '50000000000000000000'],
  ])('19.8 requests an approval that does not reveal the bid, for a bid that pays %s', (_what, pays, approved) => {
    expect(approvalFor(anAuction({ min_price: '0.01', quantity: '50' }), pays)).toBe(approved)
  })

  it('approves the requested amount', async () => {
    const { asked } = install({ eth_requestAccounts: [K1], eth_chainId: '0x1', eth_sendTransaction: '0xff' })
    const token = { address: K2, symbol: 'USDC', decimals: 6 }
    const wallet: BidderWalletView = {
      account: 'w',
      wallet: K1,
      chain_id: 1,
      swap_address: MAIN_NET,
      bidding_token: token,
      balance: '0',
      allowance: '0',
      delegate: null,
    }
    expect(await approveInBrowser(wallet, '6000000')).toBe('0xff')
    const data = `0x095ea7b3${MAIN_NET.slice(2).toLowerCase().padStart(64, '0')}${(6_000_000).toString(16).padStart(64, '0')}`
    expect(asked.at(-1)).toEqual(['eth_sendTransaction', [{ from: K1, to: K2, data }]])
  })

  it('19.16 cancels a nonce at the contract, as its signer only', async () => {
    const { asked } = install({ eth_requestAccounts: [K1], eth_chainId: '0x1', eth_sendTransaction: '0xff' })
    const nonce = { signatory: K1, nonce: '8813', chainId: 1, swap: MAIN_NET }
    expect(await cancelNonceInBrowser(nonce)).toBe('0xff')
    // The call cancelNonce(uint256[]): where the list begins, its length, and its one nonce.
    const data = `0x6c1c56f1${['20', '1', (8_813).toString(16)].map((digits) => digits.padStart(64, '0')).join('')}`
    expect(asked.at(-1)).toEqual(['eth_sendTransaction', [{ from: K1, to: MAIN_NET, data }]])
    expect((await problemOf(cancelNonceInBrowser({ ...nonce, signatory: K2 }))).message).toContain(
      'Switch to 0x1563…5508 to cancel the nonce.',
    )
  })

  it('can end its signature with 0 or 1, which the contract rejects', async () => {
    const returned = SIGNATURE.replace(/1b$/, '00').replace(/1c$/, '01')
    expect(returned).not.toBe(SIGNATURE)
    install({ eth_requestAccounts: [K1], eth_chainId: '0x1', eth_signTypedData_v4: returned })
    expect(await signInBrowser(pricingOf({}, K1))).toBe(SIGNATURE)
  })
})
