/** The methods of the venue's own block RFQ. */
import type { SimulatedAccount } from '../exchange/account.ts'
import { currencyOf, type BlockRfq } from './block-rfq.ts'
import type { BlockRfqService, Maker } from './block-rfq-service.ts'
import { presentQuote, presentRfq, presentTrade } from './block-rfq-view.ts'
import { presentBlock } from './block-view.ts'
import { MAX_BLOCK_RFQS_PER_ANSWER } from './limits.ts'
import { invalidParams, numberParam, oneOf, optionalText, textParam, type Params } from './protocol.ts'

/** The makers of an installation: the venue's own, and every account with permission to trade. */
export type BlockRfqWorld = {
  readonly rfqs: BlockRfqService
  readonly houseAliases: readonly string[]
  readonly now: () => number
}

export const makerOf = ({ clientId, name }: SimulatedAccount): Maker => ({ clientId, alias: name })

type Run = (account: SimulatedAccount, params: Params) => unknown
/** MATCHING costs matching engine credits; create and accept do not. */
export type BlockRfqMethod = { readonly access: 'read' | 'read_write'; readonly cost: 'plain' | 'matching'; readonly run: Run }

export function blockRfqMethods({ rfqs, houseAliases, now }: BlockRfqWorld): readonly [name: string, method: BlockRfqMethod][] {
  const asTaker = (rfq: BlockRfq): object => presentRfq(rfq, 'taker', now())
  const read = (run: Run): BlockRfqMethod => ({ access: 'read', cost: 'plain', run })
  const write = (cost: BlockRfqMethod['cost'], run: Run): BlockRfqMethod => ({ access: 'read_write', cost, run })
  const quoting = (run: (maker: Maker, params: Params) => Parameters<typeof presentQuoteOf>[0]): BlockRfqMethod =>
    write('matching', (account, params) => presentQuoteOf(run(makerOf(account), params)))
  return [
    ['private/create_block_rfq', write('plain', (account, params) => ({ ...asTaker(rfqs.create(account, params)), state: 'created' }))],
    ['private/cancel_block_rfq', write('plain', (account, params) => asTaker(rfqs.cancel(account, params)))],
    [
      'private/accept_block_rfq',
      write('plain', (account, params) => ({
        block_trades: rfqs.accept(account, params).map((block) => presentBlock(block, account.clientId)),
      })),
    ],
    ['private/get_block_rfqs', read((account, params) => listRfqs(rfqs, account, params, now()))],
    ['private/add_block_rfq_quote', quoting((maker, params) => rfqs.quote(maker, params))],
    ['private/edit_block_rfq_quote', quoting((maker, params) => rfqs.editQuote(maker, params))],
    ['private/cancel_block_rfq_quote', quoting((maker, params) => rfqs.cancelQuote(maker, params))],
    [
      'private/cancel_all_block_rfq_quotes',
      write('matching', (account, params) => {
        const id = params['block_rfq_id'] === undefined ? undefined : numberParam(params, 'block_rfq_id')
        return rfqs.cancelQuotes(makerOf(account), id)
      }),
    ],
    ['private/get_block_rfq_quotes', read((account, params) => openQuotes(rfqs, account, params))],
    ['private/get_block_rfq_makers', read(() => houseAliases)],
    [
      'private/get_block_rfq_user_info',
      read(({ name }) => ({
        parent: { identity: name, is_maker: true },
        users: [{ user_id: 1, identity: name, is_maker: true, taker_rating: 1.5 }],
      })),
    ],
  ]
}

const presentQuoteOf = ({ rfq, quote }: ReturnType<BlockRfqService['quote']>): object => presentQuote(rfq, quote)

/** public/get_block_rfq_trades: newest first. */
export function tradesOf({ rfqs }: Pick<BlockRfqWorld, 'rfqs'>, params: Params): object {
  const currency = textParam(params, 'currency')
  const count = countOf(params, 20)
  const before = optionalText(params, 'continuation')?.split(':')[1]
  const found = [...rfqs.trades()]
    .reverse()
    .filter(({ rfq }) => currency === 'any' || currencyOf(rfq) === currency)
    .filter(({ rfq }) => before === undefined || rfq.id < Number(before))
  const page = found.slice(0, count)
  const last = page.at(-1)
  const isWhole = page.length === found.length || last === undefined
  return { continuation: isWhole ? null : `${last.at}:${last.rfq.id}`, block_rfqs: page.map(presentTrade) }
}

function listRfqs(rfqs: BlockRfqService, account: SimulatedAccount, params: Params, now: number): object {
  // An expired RFQ is never shown as open, even if prices have not moved since.
  rfqs.tick()
  const role = params['role'] === undefined ? 'any' : oneOf(params, 'role', ['any', 'taker', 'maker'])
  const state = optionalText(params, 'state')
  const currency = optionalText(params, 'currency') ?? 'any'
  const id = params['block_rfq_id'] === undefined ? undefined : numberParam(params, 'block_rfq_id')
  const before = optionalText(params, 'continuation')
  const seatOf = (rfq: BlockRfq): 'taker' | 'maker' | undefined => {
    if (rfq.taker === account.clientId) return 'taker'
    return rfq.makers.length === 0 || rfq.makers.includes(account.name) ? 'maker' : undefined
  }
  const found = [...rfqs.all()].reverse().filter((rfq) => {
    const seat = seatOf(rfq)
    return (
      seat !== undefined &&
      (role === 'any' || role === seat) &&
      (state === undefined || rfq.state === state) &&
      (currency === 'any' || currencyOf(rfq) === currency) &&
      (id === undefined || rfq.id === id) &&
      (before === undefined || rfq.id < Number(before))
    )
  })
  const page = found.slice(0, countOf(params, 20))
  return {
    continuation: page.length < found.length ? String(page.at(-1)!.id) : null,
    block_rfqs: page.map((rfq) => presentRfq(rfq, seatOf(rfq)!, now)),
  }
}

function openQuotes(rfqs: BlockRfqService, account: SimulatedAccount, params: Params): readonly object[] {
  const id = params['block_rfq_id'] === undefined ? undefined : numberParam(params, 'block_rfq_id')
  const label = optionalText(params, 'label')
  return rfqs
    .all()
    .flatMap((rfq) =>
      id !== undefined && rfq.id !== id
        ? []
        : rfq.quotes
            .filter((quote) => quote.state === 'open' && quote.maker === account.clientId && (label === undefined || quote.label === label))
            .map((quote) => presentQuote(rfq, quote)),
    )
}

function countOf(params: Params, usual: number): number {
  const count = params['count'] === undefined ? usual : numberParam(params, 'count')
  if (count < 1 || count > MAX_BLOCK_RFQS_PER_ANSWER) throw invalidParams('count', `must be between 1 and ${MAX_BLOCK_RFQS_PER_ANSWER}`)
  return count
}
