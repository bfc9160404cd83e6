/** The replacement of a quote as a command: every member of its body is carried out or refused (rulebook 10.20), and what is not given stays. */
import { isRefusal, refuse, type GroupMarket, type GroupQuote, type Quantity, type QuoteId, type Refusal } from '@parley/core'
import { accountFor } from '../direct-rfq/facts.ts'
import { pricesBrought } from '../direct-rfq/replacing.ts'
import { actorOf } from '../direct-rfq/rfq-commands.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { newNameOf } from '../market/client-order-ids.ts'
import { notHidden } from './in-the-book.ts'
import type { Needs } from './needs.ts'
import { meeting, quantityOf, quotedPrices, submitQuote, type QuoteBody, type ReplaceQuote } from './placing.ts'

type Replaced = { readonly market: GroupMarket; readonly quoteId: number; readonly body: QuoteBody }

export async function replace(
  needs: Needs,
  caller: Caller,
  { market, quoteId, body }: Replaced,
  idempotency?: Idempotency,
): Promise<GroupQuote | Refusal> {
  const replacement = await replacementOf(needs, caller, { market, body, before: () => ownQuote(needs, caller, quoteId) })
  if (isRefusal(replacement)) return replacement
  return submitQuote(needs, { caller, market, command: { ...replacement, quoteId: quoteId as QuoteId } }, idempotency)
}

type Body = Pick<Replaced, 'market' | 'body'> & {
  /** The quote as it was, asked for only where the answer hangs on it. */
  readonly before: () => Promise<GroupQuote | undefined>
}

/** All of the command but which quote it is for. */
export async function replacementOf(
  needs: Needs,
  caller: Caller,
  { market, body, before }: Body,
): Promise<Omit<ReplaceQuote, 'quoteId'> | Refusal> {
  const quantity = body.quantity === undefined ? await quantityBefore(market, before) : quantityOf(body.quantity)
  if (typeof quantity === 'object') return quantity
  const prices = pricesBrought(market, body, quotedPrices(market, body, needs))
  if (isRefusal(prices)) return prices
  const brought = await broughtBy(needs, caller, { market, body, before })
  if (isRefusal(brought)) return brought
  const unbounded = needs.guards.bounded(caller.desk, market, { quantity, ...prices })
  if (unbounded !== undefined) return unbounded
  return {
    kind: 'ReplaceQuote',
    actor: actorOf(caller),
    market: market.id,
    quantity,
    isIoc: body.ioc ?? false,
    ...prices,
    ...brought,
    ...meeting(market, needs),
  }
}

/** Of a quote that is not there, or not the desk's, the market says so, whatever is asked of it. */
const quantityBefore = async ({ minimumBlock }: GroupMarket, before: Body['before']): Promise<Quantity> =>
  (await before())?.quantity ?? minimumBlock

type Brought = Partial<Pick<GroupQuote, 'side' | 'isPostOnly' | 'isHidden' | 'account' | 'clientOrderId' | 'label'>>

async function broughtBy(needs: Needs, caller: Caller, { market, body, before: quoteBefore }: Body): Promise<Brought | Refusal> {
  if (body.allocations) return noParts
  const clientOrderId = newNameOf(body.client_order_id, 'GROUP')
  if (typeof clientOrderId === 'object') return clientOrderId
  const account = body.account ? accountFor(caller.desk, market.venue, body.account, needs.directory) : undefined
  const refused = [
    typeof account === 'object' ? { ...account, field: 'account' } : undefined,
    notHidden(body.is_hidden, needs.isOn),
  ].filter((refusal) => refusal !== undefined)
  // What the quote is already it may be said to be again.
  const before = refused.length === 0 ? undefined : await quoteBefore()
  const stays = refused.find((refusal) => !isSaidAgain(refusal, body, before))
  if (stays !== undefined) return stays
  const { side, label, post_only: isPostOnly, is_hidden: isHidden } = body
  return {
    ...(side === undefined ? {} : { side }),
    ...(isPostOnly === undefined || isPostOnly === null ? {} : { isPostOnly }),
    ...(isHidden === undefined || isHidden === null ? {} : { isHidden }),
    ...(typeof account === 'string' ? { account } : {}),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(label === undefined || label === null ? {} : { label }),
  }
}

const noParts = refuse(
  'AllocationInvalid',
  '10.20',
  'A replacement settles in one account; an IOC quote of its own may be allocated.',
  'allocations',
)

async function ownQuote({ store }: Needs, { desk }: Caller, id: number): Promise<GroupQuote | undefined> {
  const found = await store.quote(id)
  return found?.quote.actor.desk === desk ? found.quote : undefined
}

const isSaidAgain = ({ field }: Refusal, body: QuoteBody, before: GroupQuote | undefined): boolean =>
  before !== undefined && (field === 'account' ? before.account === body.account : before.isHidden)
