/** The records of a desk and its venue after kills, and requests that are repeated under their keys. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ClientError, type Client } from '@parley/client'
import { directRfqCalls, type BlockTradeView, type BodyOf, type OrderView, type RfqView } from '@parley/contracts'
import type { Attempt, History } from './history.ts'

const PAGE = 1_000
type RfqBody = BodyOf<typeof directRfqCalls.createRfq>

/** Sends an RFQ under its label as the key. */
export async function ask(
  client: Client,
  history: History,
  label: string,
  more: Pick<RfqBody, 'legs'> & Partial<RfqBody>,
): Promise<RfqView> {
  const body = { venue: 'DBT' as const, quantity: '25', label, ...more }
  const attempt: Attempt = { key: label, label, body, answered: undefined }
  history.attempts.push(attempt)
  try {
    return (attempt.answered = await client.call(directRfqCalls.createRfq, { body, idempotencyKey: attempt.key }))
  } catch (error) {
    // A refused command has not happened, and is not repeated.
    if (error instanceof ClientError && error.status >= 400 && error.status < 500)
      history.attempts.splice(history.attempts.indexOf(attempt), 1)
    throw error
  }
}

/** A command without a response is sent again under its own key: in the end it must have happened once. */
export async function repeatUnanswered(client: Client, history: History): Promise<void> {
  for (const attempt of history.attempts.filter((one) => one.answered === undefined)) {
    attempt.answered = await client.call(directRfqCalls.createRfq, { body: attempt.body as never, idempotencyKey: attempt.key })
  }
}

export async function settled(client: Client): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const { results } = await client.call(directRfqCalls.listTrades, { query: { state: ['PENDING'] } })
    if (results.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('trades are still at the venue after two minutes')
}

/** All that the desk has. */
export async function everything(client: Client): Promise<[RfqView[], OrderView[], BlockTradeView[]]> {
  const rfqs: RfqView[] = []
  const orders: OrderView[] = []
  const trades: BlockTradeView[] = []
  for await (const page of client.pages(directRfqCalls.listRfqs, { query: { role: 'TAKER', page_size: PAGE } })) rfqs.push(...page.results)
  for await (const page of client.pages(directRfqCalls.listOrders, { query: { page_size: PAGE } })) orders.push(...page.results)
  for await (const page of client.pages(directRfqCalls.listTrades, { query: { page_size: PAGE } })) trades.push(...page.results)
  return [rfqs, orders, trades]
}

/** The simulated venue kept what it executed: no block twice, and every trade that we report as filled is one of its blocks. */
export function twiceAtTheVenue(folder: string, trades: readonly BlockTradeView[]): string[] {
  const lines = readFileSync(join(folder, 'deribit-blocks.jsonl'), 'utf8').trim().split('\n')
  const blocks = lines
    .map((line) => JSON.parse(line) as { kind: string; block: { id: string; nonce: string } })
    .filter((line) => line.kind === 'executed')
  const executed = new Set(blocks.map(({ block }) => block.id))
  const filled = trades.filter((trade) => trade.state === 'FILLED')
  return [
    ...repeatedIn(blocks.map(({ block }) => block.nonce)).map((nonce) => `the venue executed ${nonce} twice`),
    ...filled.filter((trade) => !executed.has(trade.venue_trade_id ?? '')).map((trade) => `${trade.id} is filled here and unknown there`),
    ...repeatedIn(filled.map((trade) => trade.venue_trade_id)).map((id) => `${id} settles two trades`),
  ]
}

function repeatedIn<Id>(ids: readonly Id[]): readonly Id[] {
  const seen = new Set<Id>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}
