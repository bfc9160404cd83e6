/** Auctions as bidders and vaults may use and misuse them: every request passes the schema, and some must always be refused. */
import type { Answer } from '../protocol/answer.ts'
import type { Ticker } from '../protocol/floor.ts'
import { AUCTIONS, vaultWork } from '../protocol/vault-writes.ts'
import { pick, type Random } from '../random.ts'
import type { AuctionObjects } from './auctions.ts'
import { calls } from './calls.ts'
import { judge } from './judge.ts'
import { prepared, type Pass } from './right-pass.ts'
import type { Fuzzed } from './fuzzed.ts'

const ACTS = 40
const LASTS_MS = 600_000
const ENDS_MS = 11_000
const BIDDERS = ['AMBR', 'LIND'] as const

type Body = Readonly<Record<string, unknown>>
type Signed = { readonly auction: number; readonly by: Ticker; readonly body: Body }
type Act = {
  readonly by: Ticker
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** In the form that contracts use. */
  readonly call: string
  readonly body?: Body
  /** The rule by which it is always refused, whatever the state. */
  readonly never?: string
  done?(answer: Answer): void
}

/** The two auctions of a round, and everything that was done in them. */
type Scene = {
  readonly work: ReturnType<typeof vaultWork>
  readonly random: Random
  readonly auctions: readonly number[]
  readonly opening: Body
  /** Closed by now, or soon. */
  readonly ended: AuctionObjects['ending']
  /** Every body that was placed; its nonce is used. */
  readonly placed: Signed[]
  /** The last bid of each desk in each auction, until it is cancelled. */
  readonly standing: Map<string, { readonly id: number; readonly body: Body }>
  readonly bids: { readonly id: number; readonly by: Ticker }[]
  readonly trades: number[]
}

/** The number of requests sent. */
export async function tradeAtRandom(fuzzed: Fuzzed, { random, known, seed, isLate }: Pass): Promise<number> {
  const work = vaultWork(fuzzed.floor)
  const auctions = [await work.auction(LASTS_MS), await work.auction(ENDS_MS)]
  const { ending: ended } = known.auctions
  const opening = await work.offer(LASTS_MS)
  const scene: Scene = { work, random, auctions, opening, ended, placed: [], standing: new Map(), bids: [], trades: [] }
  let sent = 0
  for (let n = 0; n < ACTS && !isLate(); n++) {
    const act = await prepared(() => pick(random, acts)(scene), fuzzed.coverage.count)
    if (act === undefined) continue
    await send(fuzzed, act, seed, work)
    sent += 1
  }
  return sent
}

async function send({ coverage, hidden }: Fuzzed, act: Act, seed: number, { botOf }: Scene['work']): Promise<void> {
  const { by, method, path, body, never, done } = act
  const answer = await botOf(by).send(method, path, body)
  const what = `seed ${seed}, ${by} ${method} ${path} ${JSON.stringify(body) ?? ''}`
  judge(answer, what)
  hidden.check(answer.text, what)
  coverage.countAnswer(
    calls.find((call) => call.method === method && call.path === act.call)!,
    answer,
  )
  if (answer.status >= 300) return
  if (never !== undefined) throw new Error(`${never}, and it was done: ${what} -> ${answer.status} ${answer.text}`)
  done?.(answer)
}

const other = (by: Ticker): Ticker => (by === 'AMBR' ? 'LIND' : 'AMBR')
const keyOf = ({ auction, by }: Pick<Signed, 'auction' | 'by'>): string => `${by} ${auction}`

const placing = (by: Ticker, auction: number, body: Body): Pick<Act, 'by' | 'method' | 'path' | 'call' | 'body'> => ({
  ...{ by, method: 'POST', path: `${AUCTIONS}/rfqs/${auction}/quotes/`, call: `${AUCTIONS}/rfqs/{id}/quotes/`, body },
})

async function signedIn({ work, random, auctions }: Scene, more: { readonly isForged?: boolean } = {}): Promise<Signed> {
  const [by, auction] = [pick(random, BIDDERS), pick(random, auctions)]
  const price = `0.0${20 + Math.floor(random() * 20)}`
  const body = await work.priced(auction, { price, by, signedBy: more.isForged === true ? other(by) : by })
  return { auction, by, body }
}

const acts: readonly ((scene: Scene) => Promise<Act>)[] = [
  async (scene) => bidRight(scene),
  async (scene) => bidRight(scene),
  async (scene) => {
    const { by, auction, body } = await signedIn(scene, { isForged: true })
    return { ...placing(by, auction, body), never: '19.6 another wallet has signed it' }
  },
  async (scene) => {
    const { by, auction, body } = await signedIn(scene)
    const member = pick(scene.random, ['sell_amount', 'buy_amount', 'nonce'] as const)
    return {
      ...placing(by, auction, { ...body, [member]: String(BigInt(String(body[member])) + 1n) }),
      never: `19.6 ${member} was not signed`,
    }
  },
  async (scene) => {
    const { by, auction, body } = await signedIn(scene)
    return { ...placing(other(by), auction, body), never: "19.5 another desk's wallet pays" }
  },
  async (scene) => {
    const { by, auction, body } = await signedIn(scene)
    const elsewhere = scene.auctions.find((id) => id !== auction)!
    return { ...placing(by, elsewhere, body), never: '19.5 it was signed for another offer' }
  },
  async (scene) => bidAgain(scene),
  async (scene) => bidAgain(scene),
  async ({ random, bids, standing }) => {
    const { id, by: owner } = pick(random, bids)
    const by = pick(random, ['AMBR', 'LIND', 'SABL', owner] as const)
    const done = () => [...standing].filter(([, bid]) => bid.id === id).forEach(([key]) => standing.delete(key))
    const act = { by, method: 'DELETE', path: `${AUCTIONS}/quotes/${id}/`, call: `${AUCTIONS}/quotes/{id}/`, done } as const
    return by === owner ? act : { ...act, never: '19.8 it is the bid of another desk' }
  },
  async (scene) => open(scene),
  async ({ random, auctions }) => {
    const act = { method: 'GET', path: `${AUCTIONS}/rfqs/${auctions[0]!}/quotes/`, call: `${AUCTIONS}/rfqs/{id}/quotes/` } as const
    return { ...act, by: pick(random, ['SABL', 'AMBR']), never: '19.8 nobody reads the bids before the end' }
  },
  async ({ random, auctions, bids }) => {
    const body = { quote_id: pick(random, bids).id }
    return { ...award('SABL', auctions[0]!, body), never: '19.10 the vault takes bids from the end on' }
  },
  async ({ random, ended, trades }) => {
    const body = { quote_id: pick(random, ended.bids), client_order_id: pick(random, [null, 'mine', 7]) }
    return { ...award('SABL', ended.id, body), done: ({ json }) => void trades.push(Number(json['id'])) }
  },
  async ({ random, auctions, bids }) => ({
    ...award(pick(random, BIDDERS), pick(random, auctions), { quote_id: pick(random, bids).id }),
    never: '19.1 the vault decides, and nobody else',
  }),
  async (scene) => report(scene),
]

const award = (by: Ticker, auction: number, body: Body) =>
  ({ by, method: 'POST', path: `${AUCTIONS}/rfqs/${auction}/orders/`, call: `${AUCTIONS}/rfqs/{id}/orders/`, body }) as const

async function bidRight(scene: Scene): Promise<Act> {
  const { placed, standing, bids } = scene
  const signed = await signedIn(scene)
  const done = ({ json }: Answer) => {
    placed.push(signed)
    standing.set(keyOf(signed), { id: Number(json['id']), body: signed.body })
    bids.push({ id: Number(json['id']), by: signed.by })
  }
  return { ...placing(signed.by, signed.auction, signed.body), done }
}

/** A repeated open bid returns that bid; any other reuses a nonce. */
async function bidAgain({ random, placed, standing }: Scene): Promise<Act> {
  const signed = pick(random, placed)
  const act = placing(signed.by, signed.auction, signed.body)
  return standing.get(keyOf(signed))?.body === signed.body ? act : { ...act, never: '19.7 its nonce is used' }
}

async function open({ random, opening }: Scene): Promise<Act> {
  const domain = opening['domain'] as Body
  const [change, never]: readonly [Body, string] = pick(random, [
    [{ domain: { ...domain, chain_id: 1 } }, '19.2 auctions settle on this chain'],
    [{ domain: { ...domain, verifying_contract: `0x${'12'.repeat(20)}` } }, '19.2 auctions settle at this contract'],
    [{ swap_id: 999_999_999 }, '19.1 there is no such offer'],
    [{ quantity: '11' }, '19.2 all that is left of the offer is auctioned'],
    [{ ends_at: Date.now() + 1_000 }, '19.3 an auction lasts 10 seconds'],
    [
      { starts_at: Date.now() + 8 * 86_400_000, ends_at: Date.now() + 8 * 86_400_000 + LASTS_MS },
      '19.3 an auction begins within seven days',
    ],
    [{ venue: 'TTN' }, '19.1 auctions are held at one venue'],
  ])
  const act = { method: 'POST', path: `${AUCTIONS}/rfqs/`, call: `${AUCTIONS}/rfqs/` } as const
  if (random() < 0.2) return { ...act, by: pick(random, BIDDERS), body: opening, never: '19.1 the desk is no vault' }
  return random() < 0.2 ? { ...act, by: 'SABL', body: opening } : { ...act, by: 'SABL', body: { ...opening, ...change }, never }
}

/** The vault's report alone settles nothing (rulebook 19.11). */
async function report({ random, trades }: Scene): Promise<Act> {
  const by = pick(random, ['SABL', 'SABL', 'AMBR'] as const)
  const method = pick(random, ['PATCH', 'PUT'] as const)
  const act = { by, method, path: `${AUCTIONS}/trades/${pick(random, trades)}/`, call: `${AUCTIONS}/trades/{id}/` } as const
  const body = pick(random, [
    { status: 'REJECTED', error: 'No gas.' },
    { status: 'COMPLETED', transaction_id: `0x${'34'.repeat(32)}` },
    { status: 'COMPLETED' },
  ])
  if (by !== 'SABL') return { ...act, body, never: '19.1 the vault reports, and nobody else' }
  const done = ({ json, text }: Answer) => {
    if (json['status'] === 'COMPLETED') throw new Error(`19.11 the vault's word has settled a trade: ${text}`)
  }
  return { ...act, body, done }
}
