import { createHash } from 'node:crypto'
import { type AuctionView, vaultCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { clientOf } from '../account/session-client.ts'
import { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
import {
  type AuctionChain,
  atChain,
  bidOf,
  installWallet,
  openAuctions,
  reviewBid,
  rowOf,
  sell,
  takeBest,
  ticketOf,
} from './auction-work.ts'

let product: Product
let browser: Browser
let desks: Desks
let page: Page
let asked: readonly string[]
let won: AuctionView
let failed: AuctionView

/** Enough time to sign and send a bid, even on a busy machine. Each test opens the auction in which it bids. */
const LASTS_MS = 45_000
const PATIENCE = { timeout: 150_000 }
const [WON, FAILED] = [4_001, 4_002]
/** A wallet without tokens or allowances. */
const BARE = `0x${'5a'.repeat(20)}`

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  const { swap } = await atChain<AuctionChain>(product, { order: 'FACTS' })
  const boss = product.demo.users.find(({ desk, role }) => desk === desks.takerDesk.ticker && role === 'administrator')!
  const bare = { wallet_address: BARE, swap_address: swap, bidding_token: 'WETH' }
  await (await clientOf(product, boss)).call(venueAccountCalls.addVenueAccount, { body: { venue: 'RBN', name: 'bare', ...bare } })
  const person = await openAuctions(browser, product, desks.takerTrader)
  page = person.page
  const key = createHash('sha256').update(`parley demo wallet ${desks.takerDesk.ticker}`).digest('hex')
  asked = (await installWallet(person, `0x${key}`)).asked
  await page.reload()
})

const signAndBid = () => bidOf(page).getByRole('button', { name: 'Sign and bid' })
const trouble = () => bidOf(page).getByRole('alert')
const chooseWallet = (name: string) => bidOf(page).getByLabel('Wallet', { exact: true }).selectOption(name)
const sent = () => bidOf(page).getByText('Sent, sealed until the auction closes').waitFor()
const ownBids = async ({ id }: AuctionView) => (await desks.taker.call(vaultCalls.listBids, { query: { rfq_id: id } })).results

describe('auctions of vaults at their screen', () => {
  // Proves T 2.9.
  it('a wallet on another chain is asked to switch; the text to sign is readable, and the bid is sent sealed', async () => {
    won = await sell(product, { strike: WON, quantity: 50, lastsMs: LASTS_MS })
    await rowOf(page, WON).click()
    await chooseWallet('prop-1 WETH')
    await reviewBid(page, '0.02')
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
    const words = await bidOf(page).getByRole('list', { name: 'What you sign' }).innerText()
    expect(words).toContain('You bid to buy 50 of ETH Call')
    expect(words).toContain('to pay 1 WETH for all of it')
    await signAndBid().click()
    await trouble().getByText('Your wallet is on Ethereum; this auction settles on Demo chain.').waitFor()
    expect(await ownBids(won)).toEqual([])
    await trouble().getByRole('button', { name: 'Switch to Demo chain' }).click()
    await trouble().waitFor({ state: 'detached' })
    await signAndBid().click()
    await sent()
    await rowOf(page, WON).getByText('Bid sent').waitFor()
    expect(asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1)
    expect(await ownBids(won)).toMatchObject([{ state: 'OPEN', price: '0.02', quantity: '50' }])
    const others = await desks.maker.call(vaultCalls.listBids, { query: { rfq_id: won.id } })
    expect(others.results).toEqual([])
  })

  it('an allowance that is too small is named before anything is signed; the test wallet bids instead', async () => {
    failed = await sell(product, { strike: FAILED, quantity: 10, lastsMs: LASTS_MS })
    await rowOf(page, FAILED).click()
    await chooseWallet('bare')
    await reviewBid(page, '0.03')
    await bidOf(page).getByText('Allowance is 0 WETH; this bid needs 0.3 WETH').waitFor()
    await bidOf(page).getByText('Balance is only 0 WETH').waitFor()
    expect(await signAndBid().getAttribute('aria-disabled')).toBe('true')
    await chooseWallet('prop-1 WETH')
    await bidOf(page).getByRole('radio', { name: 'Test wallet' }).click()
    await bidOf(page)
      .getByText(/test wallet is public/)
      .waitFor()
    await reviewBid(page, '0.03')
    await signAndBid().click()
    await sent()
    expect(await ownBids(failed)).toMatchObject([{ state: 'OPEN', price: '0.03', account: 'prop-1 WETH' }])
    await reviewBid(page, '0.04')
    expect(await seriousFindings(page)).toEqual([])
  })

  // Proves A 10.22, T 1.8.
  it('the vault takes the bid after the close, and its settlement is tracked on the chain to Completed', async () => {
    await page.getByRole('button', { name: /^My bids/ }).click()
    await expect.poll(() => rowOf(page, WON).innerText(), PATIENCE).toContain('Awaiting vault')
    await rowOf(page, WON).click()
    const { transaction_id: hash } = await takeBest(product, won)
    await expect.poll(() => rowOf(page, WON).innerText(), PATIENCE).toContain('Completed')
    await ticketOf(page).getByText('Paid 1 WETH, 0.02 each. Your bid was at the clearing price 0.02 WETH.').waitFor()
    await ticketOf(page).getByTitle(hash!).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('a settlement that fails on the chain is rejected with the chain’s reason', async () => {
    await expect.poll(() => rowOf(page, FAILED).innerText(), PATIENCE).toContain('Awaiting vault')
    await rowOf(page, FAILED).click()
    await atChain(product, { order: 'CHAIN_FAULT', fault: 'REVERT' })
    await takeBest(product, failed)
    await expect.poll(() => rowOf(page, FAILED).innerText(), PATIENCE).toContain('Rejected')
    await ticketOf(page)
      .getByText(/The vault’s transaction failed \(out of gas\)/i)
      .waitFor()
  })

  it('need a wider screen than a phone, with a message', async () => {
    await page.setViewportSize(sizes.phone)
    await page.getByText('Defi Auctions need a wider screen').waitFor()
    await page.setViewportSize(sizes.desk)
  })
})
