/** The invariants of auctions, whatever was sent: a nonce is used once, a desk has one bid, and no more is sold than was for sale. */
import type { Json } from '../protocol/answer.ts'
import type { Bot } from '../protocol/bot.ts'
import type { Floor } from '../protocol/floor.ts'
import { AUCTIONS, vaultWork } from '../protocol/vault-writes.ts'
import { everything } from './everything.ts'

const OPTION = 1e8

export async function checkAuctions(floor: Pick<Floor, 'product' | 'taker' | 'maker' | 'bot'>): Promise<void> {
  for (const bot of [floor.taker, floor.maker]) await checkBids(bot)
  await checkSold(floor.bot('SABL'))
  await checkUsedUp(floor)
}

/** Rulebook 19.4, 19.7. */
async function checkBids(bot: Bot): Promise<void> {
  const bids = await everything(bot, `${AUCTIONS}/quotes/`)
  const twice = (keys: readonly string[]) => keys.find((key, at) => keys.indexOf(key) !== at)
  const nonce = twice(bids.map(({ signer_wallet, nonce: used }) => `${String(signer_wallet)} ${String(used)}`))
  if (nonce !== undefined) throw new Error(`a nonce was good for two bids: ${nonce}`)
  const standing = twice(bids.filter(({ state }) => state === 'OPEN').map(({ rfq_id }) => String(rfq_id)))
  if (standing !== undefined) throw new Error(`a desk has two bids that stand in auction ${standing}`)
}

/** Rulebook 19.10, 19.14. */
async function checkSold(vault: Bot): Promise<void> {
  const trades = await everything(vault, `${AUCTIONS}/trades/`)
  const sold = new Map<unknown, number>()
  for (const { rfq_id, status, buy_amount } of trades)
    if (status !== 'REJECTED') sold.set(rfq_id, (sold.get(rfq_id) ?? 0) + Number(buy_amount))
  for (const [id, amount] of sold) {
    const { quantity } = await vault.must(200, 'GET', `${AUCTIONS}/rfqs/${String(id)}/`)
    if (amount > Number(quantity) * OPTION) throw new Error(`auction ${String(id)} sold ${amount / OPTION} of ${String(quantity)}`)
  }
}

/** A cancelled bid cannot be placed again, although its signature is still valid at the contract (rulebook 19.7). */
async function checkUsedUp(floor: Pick<Floor, 'product' | 'taker' | 'bot'>): Promise<void> {
  const { auction, priced, place, vault, taker } = vaultWork(floor)
  const id = await auction()
  const body = await priced(id, {})
  await taker.must(200, 'DELETE', `${AUCTIONS}/quotes/${await place(id, body)}/`)
  const again = await taker.send('POST', `${AUCTIONS}/rfqs/${id}/quotes/`, body)
  const { error, data } = again.json as unknown as { readonly error?: string; readonly data?: Json }
  if (again.status !== 429 && (error !== 'BidRefusedByContract' || data?.['rule'] !== '19.7'))
    throw new Error(`a nonce was good for a second bid: ${again.status} ${again.text}`)
  await vault.must(200, 'DELETE', `${AUCTIONS}/rfqs/${id}/`)
}
