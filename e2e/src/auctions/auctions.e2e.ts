import { type AuctionView, vaultCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { atChain, bidAs, bidOf, installWallet, reviewBid, rowOf, sell, takeBest, ticketOf, vaultOf, walletKeyOf } from './auction-work.ts'

let product: Product
let browser: Browser
let desks: Desks
let page: Page
let asked: readonly string[]
let won: AuctionView
let failed: AuctionView
let partly: AuctionView
let outbid: AuctionView
let cancelled: AuctionView

/** Enough time to sign and send a bid, even on a busy machine. */
const LASTS_MS = 45_000
const PATIENCE = { timeout: 150_000 }
const [WON, FAILED, PARTLY, OUTBID, CANCELLED, PHONE] = [4_001, 4_002, 4_003, 4_004, 4_005, 4_006]
/** The settlements of this file. */
const LOST_MOST = 4

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  const person = await sits(browser, product, desks.takerTrader)
  page = person.page
  asked = (await installWallet(person, walletKeyOf(desks.takerDesk))).asked
  await page.goto('/vrfqs')
  await page.getByRole('button', { name: /^Live/ }).waitFor()
})

const signAndBid = () => bidOf(page).getByRole('button', { name: 'Sign and bid' })
const trouble = () => bidOf(page).getByRole('alert')
const sent = () => bidOf(page).getByText('Sent, sealed until the auction closes').waitFor()
const result = async (title: string, text: string): Promise<void> => {
  const region = ticketOf(page).getByRole('region', { name: 'Result' })
  await region.getByRole('heading', { name: title }).waitFor()
  await region.getByText(text).waitFor()
}
const state = (strike: number, name: string) => rowOf(page, strike).getByText(name).first().waitFor(PATIENCE)
const ownBids = async ({ id }: AuctionView) => (await desks.taker.call(vaultCalls.listBids, { query: { rfq_id: id } })).results

describe('auctions of vaults at their screen', () => {
  // Proves T 2.9.
  it('a wallet on another chain is asked to switch; the text to sign is readable, and the bid is sent sealed', async () => {
    failed = await sell(product, { strike: FAILED, quantity: 10, lastsMs: LASTS_MS })
    partly = await sell(product, { strike: PARTLY, quantity: 100, lastsMs: LASTS_MS, awards: 'SEVERAL' })
    outbid = await sell(product, { strike: OUTBID, quantity: 10, lastsMs: LASTS_MS })
    cancelled = await sell(product, { strike: CANCELLED, quantity: 10, lastsMs: LASTS_MS })
    const bids = (auction: AuctionView, price: string, quantity?: string) =>
      bidAs(desks.takerDesk, desks.taker, auction, { price, ...(quantity === undefined ? {} : { quantity }) })
    await bids(failed, '0.03')
    await bids(partly, '0.02', '30')
    await bids(outbid, '0.02')
    await bids(cancelled, '0.02')
    await bidAs(desks.makerDesk, desks.maker, outbid, { price: '0.03' })
    await vaultOf(product).call(vaultCalls.cancelAuction, { params: { id: cancelled.id } })
    won = await sell(product, { strike: WON, quantity: 50, lastsMs: LASTS_MS })
    await rowOf(page, WON).click()
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
    expect(await ownBids(won)).toMatchObject([{ state: 'OPEN', price: '0.02', quantity: '50', account: 'prop-1 WETH' }])
    const others = await desks.maker.call(vaultCalls.listBids, { query: { rfq_id: won.id } })
    expect(others.results).toEqual([])
  })

  // Proves A 10.22, T 1.8.
  it('19.18 the vault takes the bid after the close, and its settlement is tracked on the chain to Completed', async () => {
    await page.getByRole('button', { name: /^My bids/ }).click()
    await state(WON, 'Awaiting vault')
    await rowOf(page, WON).click()
    const { transaction_id: hash } = await takeBest(product, won)
    await state(WON, 'Completed')
    await result('Won 50 of 50', 'Paid 1 WETH, 0.02 each. Your bid was at the clearing price 0.02 WETH.')
    await ticketOf(page).getByTitle(hash!).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('19.18 a settlement that fails on the chain is rejected with the chain’s reason', async () => {
    await state(FAILED, 'Awaiting vault')
    await atChain(product, { order: 'CHAIN_FAULT', fault: 'REVERT' })
    await takeBest(product, failed)
    await state(FAILED, 'Rejected')
    await rowOf(page, FAILED).click()
    await result('Not settled: nothing was paid', 'The vault’s transaction failed (out of gas).')
  })

  it('19.18 others end partly won, outbid or cancelled, and a settlement whose block is removed is reversed', async () => {
    await state(PARTLY, 'Awaiting vault')
    await takeBest(product, partly)
    await state(OUTBID, 'Awaiting vault')
    await takeBest(product, outbid)
    await state(OUTBID, 'Outbid')
    await rowOf(page, OUTBID).click()
    await result('Outbid', 'Your bid was 33.3 % below the clearing price 0.03 WETH. Nothing was paid.')
    await state(PARTLY, 'Completed')
    await rowOf(page, PARTLY).click()
    await result('Won 30 of 100', 'Paid 0.6 WETH, 0.02 each.')
    // Its transaction, and those of other auctions in the removed blocks, are replaced by others of the vault.
    for (let lost = 0; lost < LOST_MOST; lost += 1) await atChain(product, { order: 'CHAIN_FAULT', fault: 'REPLACE' })
    await atChain(product, { order: 'REMOVE_BLOCKS', blocks: 15 })
    await state(PARTLY, 'Reorged')
    await result('Settlement reversed', 'The vault can settle your bid again, for 0.6 WETH.')
    await page.getByRole('button', { name: /^Settled/ }).click()
    await rowOf(page, CANCELLED).click()
    await result('Auction cancelled', 'Nothing was paid.')
    await ticketOf(page).getByText('Cancelled 0.02 × 10').waitFor()
  })

  it('are bid in on a phone too, at their address, with the test wallet, and again', async () => {
    const auction = await sell(product, { strike: PHONE, quantity: 10, lastsMs: LASTS_MS })
    await page.setViewportSize(sizes.phone)
    await page.goto(`/vrfqs?auction=${auction.id}`)
    await ticketOf(page)
      .getByRole('heading', { name: new RegExp(String(PHONE)) })
      .waitFor()
    await bidOf(page).getByRole('radio', { name: 'Test wallet' }).click()
    await bidOf(page)
      .getByText(/test wallet is public/)
      .waitFor()
    await reviewBid(page, '0.02')
    await signAndBid().click()
    await sent()
    expect(await ownBids(auction)).toMatchObject([{ state: 'OPEN', price: '0.02', account: 'prop-1 WETH' }])
    await reviewBid(page, '0.03')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })
})
