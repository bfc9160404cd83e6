/** The auction screen without a server: what a new bid replaces, what outlives it, its outcome, and its address. */
import { credentialCalls, type BidPricingView, type BidSignatureView, type VaultTradeView, vaultCalls } from '@parley/contracts'
import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { aBid, anAuction, aTrade } from '../../../test/auction-fixtures.ts'
import { type Answer, answer } from '../../../test/screen/answers.ts'
import { noPage } from '../../../test/screen/people.ts'
import { openPart, personOf } from '../../../test/screen/screen.tsx'
import { AuctionTicket } from './AuctionTicket.tsx'
import { useOutage } from '../../live/outage.ts'
import { Auctions } from './Auctions.tsx'
import type { AuctionRow } from './auction-rows.ts'
import { BidFields } from './BidFields.tsx'
import type { Provider } from './browser-wallet.ts'
import { PhoneAuctions } from './PhoneAuctions.tsx'

const ADDRESS = `0x${'a'.repeat(40)}`
const domain = { contract_name: 'RIBBON SWAP', version: '1', chain_id: 31_337, verifying_contract: ADDRESS }
const chain = { domain, confirmations_needed: 3, referrer: ADDRESS, transaction_url: null, is_simulated: true }
const pageOf = <Row,>(...results: readonly Row[]) => ({ next: null, results: [...results] })

const live = anAuction({ id: 1, vault: 'VLTA' })
const own = aBid({ id: 11, rfq_id: 1, price: '0.02', quantity: '50', nonce: '8814' })
const signatureOf = (change: Partial<BidSignatureView> = {}): BidSignatureView => ({
  ...{ id: 11, nonce: '8814', signatory: ADDRESS, life: 'VALID', contract_words: [], is_known_to_vault: false },
  ...change,
})
const wallet = { id: 'a_1', name: 'hot', is_default: true, cannot_settle: null, cannot_ask_makers: null }
const walletOnChain = {
  ...{ account: 'hot', wallet: ADDRESS, chain_id: 31_337, swap_address: ADDRESS, bidding_token: live.bidding_token },
  ...{ balance: '9000000000000000000', allowance: '9000000000000000000', delegate: null },
}
const pricing: BidPricingView = {
  ...{ swap_id: 7, nonce: '9', signer_wallet: ADDRESS, sell_amount: '1500000000000000000', buy_amount: '5000000000', referrer: ADDRESS },
  ...{ account: 'hot', price: '0.03', quantity: '50', use_delegated_wallet: false, signatory: ADDRESS, in_words: ['You bid to buy 50.'] },
  typed_data: {
    domain: { name: 'RIBBON SWAP', version: '1', chainId: 31_337, verifyingContract: ADDRESS },
    ...{ types: {}, primaryType: 'Bid' },
    message: {
      swapId: '7',
      nonce: '9',
      signerWallet: ADDRESS,
      sellAmount: '1500000000000000000',
      buyAmount: '5000000000',
      referrer: ADDRESS,
    },
  },
}

const market: readonly Answer[] = [
  answer(vaultCalls.getChain, chain),
  answer(vaultCalls.listAuctions, pageOf(live)),
  answer(vaultCalls.listBids, noPage),
  answer(vaultCalls.listBidTrades, noPage),
  answer(credentialCalls.listRibbonCredentials, { results: [wallet] }),
  answer(vaultCalls.getBidderWallet, walletOnChain),
  answer(vaultCalls.priceBid, pricing),
]
const open = (...answers: readonly Answer[]) => openPart(<Auctions />, personOf(), [...market, ...answers])
const at = (id: number) => act(() => history.replaceState(null, '', `/?auction=${id}`))
const ticket = async () => within(await screen.findByRole('complementary', { name: 'Ticket' }))

const installWallet = (answers: Readonly<Record<string, unknown>>): { readonly asked: string[] } => {
  const asked: string[] = []
  const provider: Provider = {
    request: async ({ method }) => {
      asked.push(method)
      return answers[method]
    },
  }
  ;(globalThis as { ethereum?: Provider }).ethereum = provider
  return { asked }
}
afterEach(() => {
  delete (globalThis as { ethereum?: Provider }).ethereum
})

describe('a bid while another one is live', () => {
  it('19.17 names the bid that it replaces before the wallet opens, and again on the button that signs', async () => {
    const { user } = await open(answer(vaultCalls.listBids, pageOf(own)))
    const inTicket = await ticket()
    await user.type(await inTicket.findByRole('textbox', { name: /^My bid/ }), '0.03')
    const changes = within(inTicket.getByRole('region', { name: 'What changes' }))
    expect(changes.getByText('Replaces your bid of 0.02 × 50.').parentElement?.textContent).toContain('nonce 8814')
    await user.click(inTicket.getByRole('button', { name: 'Review bid' }))
    await inTicket.findByRole('list', { name: 'What you sign' })
    inTicket.getByRole('button', { name: 'Sign and replace 0.02 × 50' })
  })

  it('names no bid if there is none', async () => {
    const { user } = await open()
    const inTicket = await ticket()
    await user.type(await inTicket.findByRole('textbox', { name: /^My bid/ }), '0.03')
    expect(inTicket.queryByRole('region', { name: 'What changes' })).toBeNull()
    await user.click(inTicket.getByRole('button', { name: 'Review bid' }))
    await inTicket.findByRole('button', { name: 'Sign and bid' })
  })
})

it('19.6 an allowance or a balance that is too small is named before anything is signed', async () => {
  const { asked } = installWallet({})
  const { user } = await open(answer(vaultCalls.getBidderWallet, { ...walletOnChain, balance: '0', allowance: '0' }))
  const inTicket = await ticket()
  await user.type(await inTicket.findByRole('textbox', { name: /^My bid/ }), '0.03')
  await user.click(inTicket.getByRole('button', { name: 'Review bid' }))
  await inTicket.findByText('Allowance is 0 WETH; this bid needs 1.5 WETH')
  inTicket.getByText('Balance is only 0 WETH')
  const sign = inTicket.getByRole('button', { name: /^Sign and bid/ })
  expect(sign.getAttribute('aria-disabled')).toBe('true')
  await user.click(sign)
  expect(asked).toEqual([])
})

it('no bid is reviewed while the server is out of reach, and its ticket shows why', async () => {
  const { user } = await open()
  const inTicket = await ticket()
  await user.type(await inTicket.findByRole('textbox', { name: /^My bid/ }), '0.03')
  const review = inTicket.getByRole('button', { name: /^Review bid/ })
  expect(review.getAttribute('aria-disabled')).toBeNull()
  act(() => useOutage.setState({ since: 0, seconds: 9 }))
  inTicket.getByText('Offline 9 s. Order entry is disabled.')
  expect(review.getAttribute('aria-disabled')).toBe('true')
  act(() => useOutage.setState({ since: undefined, seconds: 0 }))
})

describe('a bid in vol', () => {
  const YEAR_MS = 31_536_000_000
  const auction = anAuction({ option: { ...live.option, expires_at: Date.now() + YEAR_MS / 4 } })
  const model = { price: 0.1, volatility: 0.55, forward: 4_000, delta: 0.5 }

  it('is a price as it is typed, and stays that price when the unit is changed back', async () => {
    const prices: (string | undefined)[] = []
    function Screen() {
      const [price, setPrice] = useState<string | undefined>('')
      const onPrice = (next: string | undefined) => {
        prices.push(next)
        setPrice(next)
      }
      const figures = { quantity: '50', vol: undefined, onQuantity: () => undefined }
      return <BidFields {...{ auction, model, price, onPrice, ...figures }} />
    }
    const { user } = await openPart(<Screen />)
    await user.click(screen.getByRole('radio', { name: 'Vol' }))
    await user.type(screen.getByRole('textbox', { name: 'My bid (vol)' }), '60')
    expect(prices.at(-1)).toMatch(/^0\.1[01]\d{4}$/)
    screen.getByText(`${prices.at(-1)} WETH`)
    await user.click(screen.getByRole('radio', { name: 'Price' }))
    expect(screen.getByRole('textbox', { name: 'My bid (WETH each)' }).getAttribute('value')).toBe(prices.at(-1))
  })
})

describe('19.16 what stays valid at the contract', () => {
  const cancelled = aBid({ ...own, state: 'CANCELED', status: 'CLOSED' })

  it('19.16 is named after a cancellation, with the reason why this browser cannot cancel it', async () => {
    const { user } = await open(
      answer(vaultCalls.listBids, pageOf(own)),
      answer(vaultCalls.cancelBid, cancelled),
      answer(vaultCalls.getBidSignature, signatureOf()),
    )
    const inTicket = await ticket()
    await user.click(await inTicket.findByRole('button', { name: 'Cancel bid' }))
    const signatures = within(await inTicket.findByRole('region', { name: 'Signatures' }))
    signatures.getByText('Cancelled 0.02 × 50, nonce 8814')
    signatures.getByText(
      'Its signature is valid at the contract until the offer is sold or the nonce is cancelled. Parley has not sent it to the vault.',
    )
    const cancel = signatures.getByRole('button', { name: /^Cancel nonce on chain/ })
    expect(cancel.getAttribute('aria-disabled')).toBe('true')
  })

  it('19.16 is cancelled by the wallet of its signer, and gone once the contract has it', async () => {
    const { asked } = installWallet({
      ...{ eth_requestAccounts: [ADDRESS], eth_chainId: '0x7a69', eth_sendTransaction: `0x${'12'.repeat(32)}` },
    })
    const { user, wire } = await open(
      answer(vaultCalls.listBids, pageOf(cancelled)),
      answer(vaultCalls.getBidSignature, signatureOf({ is_known_to_vault: true })),
    )
    const signatures = within(await (await ticket()).findByRole('region', { name: 'Signatures' }))
    signatures.getByText(/The vault has it and could still settle it/)
    wire.answer(answer(vaultCalls.getBidSignature, signatureOf({ life: 'VOID', contract_words: ['NONCE_ALREADY_USED'] })))
    await user.click(signatures.getByRole('button', { name: /^Cancel nonce on chain/ }))
    await expect.poll(() => screen.queryByRole('region', { name: 'Signatures' })).toBeNull()
    expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_sendTransaction'])
  })
})

it('19.19 the list of signatures has every bid that the contract may still settle, in all auctions, and leads to its auction', async () => {
  const unsold = anAuction({ id: 2, vault: 'VLTB', status: 'EXPIRED', outcome: 'UNSOLD', description: 'BTC Put  27 Jun 27  80000' })
  const sold = anAuction({ id: 3, status: 'EXPIRED', outcome: 'SOLD' })
  const lost = aBid({ id: 12, rfq_id: 2, state: 'LOST', status: 'CLOSED', price: '0.7', quantity: '5', nonce: '8815' })
  const { user } = await open(
    answer(vaultCalls.listAuctions, pageOf(live, unsold, sold)),
    answer(vaultCalls.listBids, pageOf(own, lost, aBid({ id: 13, rfq_id: 3, state: 'LOST', status: 'CLOSED' }))),
    answer(vaultCalls.getBidSignature, ({ params }) =>
      params['id'] === '11' ? signatureOf() : signatureOf({ id: 12, nonce: '8815', is_known_to_vault: true }),
    ),
  )
  await user.click(await screen.findByRole('tab', { name: /^Signatures\s*2$/ }))
  const table = within(await screen.findByRole('grid', { name: 'Signatures' }))
  const [, first, second] = table.getAllByRole('row').map((row) => row.textContent)
  expect(first).toContain('0.02 × 50 WETH8814Live')
  expect(first).toContain('The vault receives it when the auction closes.')
  expect(second).toContain('0.7 × 5 WETH8815Lost')
  expect(second).toContain('The vault has it and could still settle it.Cancel nonce on chain')
  await user.click(table.getByText('VLTB · BTC Put 27 Jun 27 80000'))
  await (await ticket()).findByRole('heading', { name: 'BTC Put 27 Jun 27 80000' })
})

describe('19.18 how an auction ends', () => {
  const result = { clearing_price: '0.02', average_price: '0.02', quantity: '50', transaction_ids: [] }
  const over = { id: 1, status: 'EXPIRED', outcome: 'SOLD', result } as const
  const won = aBid({ ...own, state: 'FILLED', status: 'CLOSED' })
  const paid = { quote_id: 11, rfq_id: 1, sell_amount: '1000000000000000000' }
  const tradeOf = (change: Partial<VaultTradeView>) => aTrade({ ...paid, ...change })

  it.each([
    ['won', over, won, tradeOf({ settlement: 'CONFIRMED' }), 'Completed', 'Won 50 of 50', /^Paid 1 WETH, 0.02 each/],
    ['partly won', { ...over, awards: 'SEVERAL', quantity: '100' }, won, tradeOf({ settlement: 'CONFIRMED', quantity: '50' }), 'Completed', 'Won 50 of 100', /50 of 100 were sold/], // prettier-ignore
    ['outbid', over, aBid({ ...own, state: 'LOST' }), undefined, 'Outbid', 'Outbid', /Nothing was paid/],
    ['reverted', { ...over, outcome: null, result: null }, won, tradeOf({ settlement: 'REVERTED', error: 'Out of gas.' }), 'Rejected', 'Not settled: nothing was paid', /failed \(out of gas\)\. The 1 WETH stayed in your wallet/], // prettier-ignore
    ['reorganised', { ...over, outcome: null, result: null }, won, tradeOf({ settlement: 'REORGANISED' }), 'Reorged', 'Settlement reversed', /can settle your bid again, for 1 WETH/], // prettier-ignore
    ['cancelled', { ...over, outcome: 'CANCELED', result: null }, aBid({ ...own, state: 'CANCELED' }), undefined, 'Cancelled', 'Auction cancelled', /Nothing was paid/], // prettier-ignore
  ] as const)('19.18 %s', async (_how, auction, bid, trade, state, title, text) => {
    await open(
      answer(vaultCalls.listAuctions, pageOf(anAuction(auction))),
      answer(vaultCalls.listBids, pageOf(bid)),
      answer(vaultCalls.listBidTrades, pageOf(...(trade === undefined ? [] : [trade]))),
      answer(vaultCalls.getBidSignature, signatureOf({ life: 'VOID' })),
    )
    const outcome = within(await (await ticket()).findByRole('region', { name: 'Result' }))
    outcome.getByText(title)
    outcome.getByText(text)
    screen.getByRole('row', { name: new RegExp(state) })
  })
})

it('the clearing price has its vol at the last forward before the close, if this window saw it', async () => {
  const result = { clearing_price: '0.02', average_price: '0.02', quantity: '50', transaction_ids: [] }
  const option = { ...live.option, expires_at: live.ends_at + 30 * 86_400_000 }
  const row = { auction: anAuction({ status: 'EXPIRED', outcome: 'SOLD', result, option }), bid: undefined, trade: undefined }
  await openPart(<AuctionTicket row={row} model={{ price: 0.02, volatility: 0.5, forward: 4_000, delta: 0.5 }} />)
  screen.getByText(/^Clearing price 0.02 WETH: 1\d\.\d vol at the close, model 50.0 vol$/)
})

describe('the address of an auction', () => {
  const second = anAuction({ id: 2, ends_at: 99_000, description: 'BTC Call  27 Jun 27  120000', vault: 'VLTB' })
  const old = anAuction({ id: 7, status: 'EXPIRED', outcome: 'UNSOLD', description: 'ETH Put  27 Jun 26  2000' })

  it('follows the selected one, also one that the screen has selected by itself', async () => {
    const { user } = await open(answer(vaultCalls.listAuctions, pageOf(live, second)))
    await (await ticket()).findByRole('heading', { name: 'ETH Call 27 Jun 27 4000' })
    expect(location.search).toBe('?auction=1')
    await user.click(screen.getByText('VLTB', { selector: '[role=gridcell] *' }))
    await (await ticket()).findByRole('heading', { name: 'BTC Call 27 Jun 27 120000' })
    expect(location.search).toBe('?auction=2')
  })

  it('opens its auction and its list, also if it is no longer in the loaded list', async () => {
    const opened = open(answer(vaultCalls.getAuction, old))
    at(7)
    await opened
    await (await ticket()).findByRole('heading', { name: 'ETH Put 27 Jun 26 2000' })
    expect(screen.getByRole('button', { name: /^Settled/ }).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('a phone', () => {
  const rows: readonly AuctionRow[] = [
    { auction: anAuction({ id: 2, vault: 'VLTB' }), bid: undefined, trade: undefined },
    { auction: live, bid: own, trade: undefined },
    { auction: anAuction({ id: 3, status: 'COMING', starts_at: 43_920_000, vault: 'VLTC' }), bid: undefined, trade: undefined },
  ]

  it('shows, cancels and bids: cards with the selected auction first, and its whole ticket', async () => {
    const chosen: number[] = []
    const common = { lists: null, toFirst: <p />, ticket: <AuctionTicket row={rows[1]!} model={undefined} before={undefined} /> }
    const { user } = await openPart(
      <PhoneAuctions {...common} rows={rows} shown={rows.slice(0, 2)} chosen={rows[1]} onChoose={(id) => chosen.push(id)} />,
      personOf(),
      market,
    )
    const cards = within(screen.getByRole('list', { name: 'Auctions' })).getAllByRole('button')
    expect(cards.map((card) => card.textContent?.slice(0, 4))).toEqual(['VLTA', 'VLTB'])
    screen.getByText('2 live, 1 with your bid')
    screen.getByText('Next opens 12:12 · VLTC')
    const inTicket = await ticket()
    inTicket.getByRole('button', { name: 'Cancel bid' })
    await inTicket.findByRole('button', { name: /^Review bid/ })
    await user.click(cards[1]!)
    expect(chosen).toEqual([2])
  })
})
