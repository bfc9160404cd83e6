/** Actions on the auction screen, and the vault's side through its key and the demo's control of its chain, for tests and screenshots. */
import { createHash } from 'node:crypto'
import type { Client } from '@parley/client'
import { type AuctionView, vaultCalls, type VaultTradeView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { alter, type Person, type sizes } from '../browser.ts'
import type { DemoDesk, DemoUser, Product } from '../product.ts'
import { sits } from '../protection/desks.ts'
import { botOf } from '../protection/maker-bot.ts'

/** The demo's desk whose vault sells options. */
const VAULT = 'SABL'
const DAY_MS = 86_400_000

export type Sale = {
  readonly strike: number
  readonly quantity: number
  readonly lastsMs: number
  readonly kind?: 'CALL' | 'PUT'
  readonly minPrice?: string
  readonly awards?: 'ONE' | 'SEVERAL'
  readonly startsInMs?: number
}
export type AuctionChain = { readonly chainId: string; readonly swap: string; readonly vault: string }

/** Controls the demo's vault and chain. */
export async function atChain<Answer>({ demo }: Product, order: object): Promise<Answer> {
  // A kept connection may be closed by the other side at the moment of the next order.
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const response = await fetch(`${demo.venueControl}/auctions`, { method: 'POST', body: JSON.stringify(order), headers })
  if (response.status >= 300) throw new Error(`the chain refused: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

export const vaultOf = (product: Product): Client =>
  botOf(
    product,
    product.demo.desks.find(({ ticker }) => ticker === VAULT)!,
  )

/** An offer at the contract, and its auction, which starts immediately. */
export async function sell(
  product: Product,
  { strike, quantity, lastsMs, kind = 'CALL', awards = 'ONE', ...more }: Sale,
): Promise<AuctionView> {
  const { swap, chainId } = await atChain<AuctionChain>(product, { order: 'FACTS' })
  const expires_at = Math.ceil((Date.now() + 30 * DAY_MS) / DAY_MS) * DAY_MS + 8 * 3_600_000
  const min_price = more.minPrice ?? (kind === 'CALL' ? '10000000000000000' : '50000000')
  const least = awards === 'ONE' ? quantity : 1
  const option = { underlying: 'ETH', kind, strike, expires_at, quantity, min_bid: least, min_price }
  const { swap_id } = await atChain<{ swap_id: number }>(product, { order: 'SELL', ...option })
  const starts_at = Date.now() + (more.startsInMs ?? 0)
  const domain = { chain_id: Number(chainId), verifying_contract: swap }
  const times = { ...(more.startsInMs === undefined ? {} : { starts_at }), ends_at: starts_at + lastsMs }
  return vaultOf(product).call(vaultCalls.openAuction, { body: { venue: 'RBN', domain, swap_id, awards, ...times } })
}

/** The key of a desk's test wallet on the demo chain. */
export const walletKeyOf = ({ ticker }: DemoDesk): `0x${string}` =>
  `0x${createHash('sha256').update(`parley demo wallet ${ticker}`).digest('hex')}`

/** A bid of a desk's program, signed by its test wallet. */
export async function bidAs(
  desk: DemoDesk,
  client: Client,
  { id }: AuctionView,
  terms: { price: string; quantity?: string },
): Promise<void> {
  const priced = await client.call(vaultCalls.priceBid, { params: { id }, body: { account: 'prop-1 WETH', ...terms } })
  const { EIP712Domain: _domain, ...types } = priced.typed_data.types
  const typed = { ...priced.typed_data, types } as unknown as Parameters<ReturnType<typeof privateKeyToAccount>['signTypedData']>[0]
  const signature = await privateKeyToAccount(walletKeyOf(desk)).signTypedData(typed)
  const { typed_data: _typed, in_words: _words, signatory: _signatory, ...signed } = priced
  await client.call(vaultCalls.createBid, { params: { id }, body: { ...signed, signature } })
}

/** The vault takes the best bid of a closed auction and sends its settlement. */
export async function takeBest(product: Product, { id, swap_id }: AuctionView): Promise<VaultTradeView> {
  const vault = vaultOf(product)
  const { bids } = await vault.call(vaultCalls.listAuctionBids, { params: { id } })
  const trade = await vault.call(vaultCalls.takeBid, { params: { id }, body: { quote_id: bids[0]!.id } })
  const { transaction_id } = await atChain<{ transaction_id: string }>(product, { order: 'SETTLE', swap_id, bids: [bids[0]] })
  return vault.call(vaultCalls.reportTrade, { params: { id: trade.id }, body: { status: 'COMPLETED', transaction_id } })
}

export const auctionRows = (page: Page): Locator => page.getByRole('grid', { name: 'Auctions' }).locator('[data-row]')
/** By its strike, which is different in each auction of a test. */
export const rowOf = (page: Page, strike: number): Locator => auctionRows(page).filter({ hasText: String(strike) })
export const ticketOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Ticket' })
export const bidOf = (page: Page): Locator => page.getByRole('region', { name: 'Bid', exact: true })

export async function openAuctions(browser: Browser, product: Product, user: DemoUser, size: keyof typeof sizes = 'desk'): Promise<Person> {
  const person = await sits(browser, product, user, size)
  await person.page.goto('/vrfqs')
  await person.page.getByRole('button', { name: /^Live/ }).waitFor()
  return person
}

/** A wallet extension in the browser: it has one account, and is on another chain until it is asked to switch. */
export async function installWallet(person: Person, privateKey: `0x${string}`): Promise<{ readonly asked: string[] }> {
  alter(person)
  const account = privateKeyToAccount(privateKey)
  const asked: string[] = []
  let chainId = '0x1'
  await person.context.exposeFunction('askWallet', async (method: string, params: readonly unknown[]): Promise<unknown> => {
    asked.push(method)
    switch (method) {
      case 'eth_requestAccounts':
        return [account.address]
      case 'eth_chainId':
        return chainId
      case 'wallet_switchEthereumChain':
        chainId = (params[0] as { chainId: string }).chainId
        return null
      case 'eth_signTypedData_v4': {
        const { types, ...typed } = JSON.parse(String(params[1])) as Parameters<typeof account.signTypedData>[0] & { types: object }
        const { EIP712Domain: _domain, ...own } = types as Record<string, unknown>
        return account.signTypedData({ ...typed, types: own } as Parameters<typeof account.signTypedData>[0])
      }
      default:
        throw new Error(`the wallet knows no ${method}`)
    }
  })
  await person.context.addInitScript(() => {
    const page = globalThis as unknown as { askWallet: (method: string, params: unknown[]) => Promise<unknown>; ethereum: object }
    page.ethereum = { request: ({ method, params = [] }: { method: string; params?: unknown[] }) => page.askWallet(method, params) }
  })
  return { asked }
}

/** Enters a price and opens the text to sign. */
export async function reviewBid(page: Page, price: string): Promise<void> {
  const bid = bidOf(page)
  const review = bid.getByRole('button', { name: 'Review bid' })
  const again = bid.getByLabel('Price again', { exact: true })
  await bid.getByLabel(/^My bid/).fill(price)
  // A bid far above the model is typed twice (rulebook 21.6).
  await again
    .or(review.and(page.locator(':not([aria-disabled])')))
    .first()
    .waitFor()
  if (await again.isVisible()) await again.fill(price)
  await review.click()
  await bid.getByRole('list', { name: 'What you sign' }).waitFor()
}
