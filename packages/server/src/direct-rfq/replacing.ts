/** What a replacement brings beside its quantity: every member of its body is carried out or refused (rulebook 5.22), and what is not given stays. */
import { isRefusal, parsePrice, refuse, type Order, type Price, type Refusal, type Structure } from '@parley/core'
import type { Caller } from '../http/route.ts'
import { newNameOf } from '../market/client-order-ids.ts'
import { legsMissing } from '../market/leg-prices.ts'
import { accountFor, tooFine, type AskedPart } from './facts.ts'
import type { Needs } from './needs.ts'
import type { KnownOrder } from './recall.ts'

export type BroughtBody = {
  readonly rfq_id?: string | undefined
  readonly side?: Order['side'] | undefined
  readonly type?: Order['type'] | undefined
  readonly time_in_force?: Order['timeInForce'] | undefined
  readonly account_name?: string | null | undefined
  readonly allocations?: readonly AskedPart[] | null | undefined
  readonly label?: string | null | undefined
  readonly client_order_id?: string | number | null | undefined
}
type PricedBody = { readonly price?: string | null | undefined; readonly legs?: readonly object[] | null | undefined }
type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }

/** As they were read: what was given and gave none is refused, and a quote's price alone is told to the rules, which know what it was. */
export function pricesBrought(
  { structure }: { readonly structure: Structure },
  { price, legs }: PricedBody,
  read: Prices | Refusal,
): Prices | Refusal {
  if (isRefusal(read) || read.price !== undefined || read.legPrices !== undefined) return read
  if (legs) return legsMissing(structure)
  if (price === undefined || price === null) return read
  const alone = parsePrice(price)
  return alone === undefined ? tooFine('price') : { price: alone }
}

type Brought = Partial<Pick<Order, 'side' | 'type' | 'timeInForce' | 'account' | 'clientOrderId' | 'label'>>

export async function broughtBy(
  { store, directory }: Pick<Needs, 'store' | 'directory'>,
  { desk }: Caller,
  { id, rfq }: KnownOrder,
  body: BroughtBody,
): Promise<Brought | Refusal> {
  if (body.rfq_id !== undefined && body.rfq_id !== rfq.id)
    return refuse('OrderUnknown', '5.22', `The order is in ${rfq.id}; a replacement stays there.`, 'rfq_id')
  if (body.allocations) return noParts
  const clientOrderId = newNameOf(body.client_order_id, 'DIRECT')
  if (typeof clientOrderId === 'object') return clientOrderId
  const account = body.account_name ? accountFor(desk, rfq.venue, body.account_name, directory) : undefined
  // The account it has already may be said again, whatever has become of it.
  if (typeof account === 'object' && (await store.order(id))?.order.account !== body.account_name) return account
  const { side, type, time_in_force: timeInForce, label } = body
  return {
    ...(side === undefined ? {} : { side }),
    ...(type === undefined ? {} : { type }),
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(typeof account === 'string' ? { account } : {}),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(label === undefined || label === null ? {} : { label }),
  }
}

const noParts = refuse(
  'AllocationInvalid',
  '5.22',
  'A replacement settles in one account; a FILL_OR_KILL order of its own may be allocated.',
  'allocations',
)
