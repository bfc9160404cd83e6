/** Orders of a desk's users at the venue, placed with the desk's own account: checked here, sent once, and looked up if a response was lost. */
import { createHash } from 'node:crypto'
import type { BodyOf, perpetualCalls } from '@parley/contracts'
import {
  approvalRefusal,
  EXIT_PREFIX,
  formatPrice,
  formatQuantity,
  hasLimitPrice,
  isExitId,
  isRefusal,
  onlyReduces,
  parsePrice,
  parseQuantity,
  perpetualGuardRefusal,
  perpetualOrderRefusal,
  preTradeRefusal,
  priceToNumber,
  refuse,
  type DeskId,
  type PerpetualOrderTerms,
  type Price,
  type Quantity,
  type Refusal,
} from '@parley/core'
import type { MarginSetting, OrderRequest, PerpetualMarket, PerpetualOrder, VenueAnswer } from '@parley/venues'
import type { Barred } from '../accounts/access.ts'
import { about, type Actor } from '../accounts/actor.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Caller } from '../calls/route.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Clock } from '../market-data/clock.ts'
import type { ProtectionService } from '../protection/service.ts'
import type { ProtectionSettings } from '../protection/settings.ts'
import { asking } from '../rfq/pre-trade-checks.ts'
import type { AccountWatch } from './account-channel.ts'
import { AMEND, CANCEL, CANCEL_ALL, PLACE, SET_MARGIN, type Audited } from './audited.ts'
import type { DeskAccount, DeskAccounts } from './desk-account.ts'
import type { ExitKeeper } from './exit-keeper.ts'
import { exitRefusal, lateBy, type OrderSending, signalAt } from './order-checks.ts'
import { perpetualLimits as limits } from './limits.ts'
import type { MarketBoard } from './market-board.ts'
import type { Recall } from './recall.ts'
import { hasEnded, hasCode, isClosedOrder, isUnknownOrder, noAccount, notDone, unknownMarket, unread } from './refusals.ts'

export type TradingParts = {
  readonly accountOf: DeskAccounts
  readonly board: MarketBoard
  readonly audited: Audited
  readonly service: Pick<ProtectionService, 'stopsOf'>
  readonly settings: Pick<ProtectionSettings, 'approvalAbove' | 'limitsOf'>
  readonly customers: Pick<Customers, 'eligibilityRefusal'>
  readonly watch: Pick<AccountWatch, 'marginSet'>
  readonly recall: Pick<Recall, 'begin' | 'mayArrive'>
  readonly exits: Pick<ExitKeeper, 'follow'>
  /** According to the current accounts. */
  readonly mayTrade: (who: Required<Barred>) => boolean
  readonly clock: Clock
}

/** The sender of a request, and its idempotency key. */
export type OrderSender = {
  readonly actor: Actor
  readonly caller: Caller
  readonly idempotency?: Idempotency | undefined
}
type PlaceBody = BodyOf<typeof perpetualCalls.placePerpetualOrder>
type AmendBody = BodyOf<typeof perpetualCalls.amendPerpetualOrder>

export type Trading = ReturnType<typeof createTrading>

export function createTrading(parts: TradingParts) {
  return {
    place: (asked: OrderSender, body: PlaceBody) => place(parts, asked, body),
    amend: (asked: OrderSender, id: string, body: AmendBody) => amend(parts, asked, id, body),
    cancel: (asked: OrderSender, id: string) => cancel(parts, asked, id),
    cancelAll: (asked: OrderSender, market: string | undefined) => cancelAll(parts, asked, market),
    setMargin: (asked: OrderSender, setting: MarginSetting) => setMargin(parts, asked, setting),
  }
}

async function place(parts: TradingParts, asked: OrderSender, body: PlaceBody): Promise<PerpetualOrder | Refusal> {
  const terms = termsOf(body)
  if (isRefusal(terms)) return terms
  const exposure = onlyReduces(terms) ? 'REDUCES' : 'INCREASES'
  const ineligible = eligibilityRefusal(parts, asked, exposure) ?? exitRefusal(body, terms)
  if (ineligible !== undefined) return ineligible
  const account = parts.accountOf(asked.actor.desk)
  if (account === undefined) return noAccount
  const market = await marketNamed(parts, body.market)
  if (isRefusal(market)) return market
  const refused = orderRefusal(parts, asked, market, { side: body.side, terms, exposure }) ?? (await senderRefusal(parts, asked, exposure))
  if (refused !== undefined) return refused
  const request: OrderRequest = {
    ...{ clientId: body.client_id ?? clientIdFor(body, asked.idempotency), market: market.name, side: body.side },
    ...{ kind: terms.kind, quantity: terms.quantity, instruction: terms.instruction, effect: terms.effect },
    ...(terms.price === undefined ? {} : { price: terms.price }),
    ...(terms.triggerPrice === undefined ? {} : { triggerPrice: terms.triggerPrice }),
  }
  const late = lateBy(body.not_after, parts.clock.now())
  if (late !== undefined) return late
  const change = about(asked.actor, PLACE, request.clientId, detailOf(account, { ...body, kind: terms.kind }))
  const sending = { isUnderKey: asked.idempotency !== undefined, signal: signalAt(body.not_after, parts.clock.now()) }
  const answer = await parts.audited.around(change, () => placeOnce(parts, account, request, sending))
  if (answer.outcome === 'REJECTED') return hasCode(answer, 'MARKET_NOT_FOUND') ? hasEnded(market.name) : notDone(answer)
  if (isExitId(request.clientId)) parts.exits.follow(asked.actor.desk as DeskId)
  if (answer.outcome === 'UNKNOWN') parts.recall.mayArrive({ desk: asked.actor.desk as DeskId, user: asked.caller.user })
  const barred = await recalledIfBarred(parts, asked)
  return answer.outcome === 'UNKNOWN' ? notDone(answer) : (barred ?? answer.value)
}

/** Sent once. If the response was lost, or the same request is repeated, the order with its client id is the result. */
async function placeOnce(
  { clock }: TradingParts,
  { trading }: DeskAccount,
  request: OrderRequest,
  { isUnderKey, signal }: OrderSending,
): Promise<VenueAnswer<PerpetualOrder>> {
  const answer = await trading.place(request, signal)
  if (answer.outcome === 'DONE') return answer
  if (answer.outcome === 'REJECTED') {
    const earlier = isUnderKey ? await trading.findOrder(request.clientId) : undefined
    return earlier?.outcome === 'DONE' && earlier.value !== undefined && isTheSame(earlier.value, request)
      ? { outcome: 'DONE', value: earlier.value }
      : answer
  }
  for (let look = 0; look < limits.looks; look += 1) {
    await new Promise<void>((resolve) => void clock.after(limits.lookEveryMs * look, resolve))
    const found = await trading.findOrder(request.clientId)
    if (found.outcome === 'DONE' && found.value !== undefined) return { outcome: 'DONE', value: found.value }
  }
  return answer
}

const isTheSame = (order: PerpetualOrder, { market, side, kind, quantity, price }: OrderRequest): boolean =>
  order.market === market && order.side === side && order.kind === kind && order.quantity === quantity && order.price === price

/**
 * If trading was stopped or access ended while the order was being sent, its owner's orders were cancelled before it was there. They are cancelled
 * again, and that goes on until the venue has accepted it.
 */
async function recalledIfBarred(parts: TradingParts, asked: OrderSender): Promise<Refusal | undefined> {
  const {
    actor,
    caller: { user },
  } = asked
  const desk = actor.desk as DeskId
  const barred = (await stopRefusal(parts, asked)) ?? (parts.mayTrade({ desk, user }) ? undefined : accessEnded)
  if (barred !== undefined) parts.recall.begin({ desk, user })
  return barred
}

const accessEnded = refuse('AccessSuspended', '18.7', 'Your access ended while the order was being sent. Your orders are being cancelled.')

async function amend(parts: TradingParts, asked: OrderSender, id: string, body: AmendBody): Promise<PerpetualOrder | Refusal> {
  const account = parts.accountOf(asked.actor.desk)
  if (account === undefined) return noAccount
  const open = await account.trading.openOrders({ before: 'ORDER' })
  if (open.outcome !== 'DONE') return unread(open)
  const order = open.value.find((one) => one.id === id)
  if (order === undefined) return noOrder
  const given = decimalsOf(body)
  if (isRefusal(given)) return given
  const terms: PerpetualOrderTerms = {
    ...{ kind: order.kind, effect: order.effect },
    instruction: hasLimitPrice(order.kind) ? order.instruction : 'IMMEDIATE_OR_CANCEL',
    quantity: given.quantity ?? order.quantity,
    price: given.price ?? order.price,
    triggerPrice: given.triggerPrice ?? order.triggerPrice,
  }
  const exposure = onlyReduces(terms, order) ? 'REDUCES' : 'INCREASES'
  const ineligible = eligibilityRefusal(parts, asked, exposure)
  if (ineligible !== undefined) return ineligible
  const market = await marketNamed(parts, order.market)
  if (isRefusal(market)) return market
  const refused = orderRefusal(parts, asked, market, { side: order.side, terms, exposure }) ?? (await senderRefusal(parts, asked, exposure))
  if (refused !== undefined) return refused
  const late = lateBy(body.not_after, parts.clock.now())
  if (late !== undefined) return late
  const { quantity, price, triggerPrice } = terms
  const change = about(asked.actor, AMEND, id, detailOf(account, { market: order.market, ...body }))
  const amended = await parts.audited.around(change, () =>
    account.trading.amend(order, {
      quantity,
      ...(price === undefined ? {} : { price }),
      ...(triggerPrice === undefined ? {} : { triggerPrice }),
    }),
  )
  if (amended.outcome === 'REJECTED') return orderNotDone(amended)
  const barred = await recalledIfBarred(parts, asked)
  return amended.outcome === 'UNKNOWN' ? orderNotDone(amended) : (barred ?? amended.value)
}

async function cancel(
  { accountOf, audited }: TradingParts,
  { actor }: OrderSender,
  id: string,
): Promise<{ readonly id: string } | Refusal> {
  const account = accountOf(actor.desk)
  if (account === undefined) return noAccount
  const change = about(actor, CANCEL, id, detailOf(account, {}))
  const answer = await audited.around(change, () => account.trading.cancel(id))
  return answer.outcome === 'DONE' ? { id } : orderNotDone(answer)
}

export type Canceled = { readonly market: string | null; readonly open: string[] | null }

async function cancelAll(parts: TradingParts, { actor }: OrderSender, name: string | undefined): Promise<Canceled | Refusal> {
  const account = parts.accountOf(actor.desk)
  if (account === undefined) return noAccount
  const market = name === undefined ? undefined : await marketNamed(parts, name)
  if (market !== undefined && isRefusal(market)) return market
  const change = about(actor, CANCEL_ALL, name ?? 'all', detailOf(account, {}))
  const answer = await parts.audited.around(change, () => account.trading.cancelAll(name))
  if (answer.outcome !== 'DONE') return notDone(answer)
  const open = await account.trading.openOrders({ before: 'ORDER' })
  const left = open.outcome === 'DONE' ? open.value.filter((order) => name === undefined || order.market === name) : undefined
  return { market: name ?? null, open: left?.map(({ id }) => id) ?? null }
}

async function setMargin(parts: TradingParts, asked: OrderSender, setting: MarginSetting): Promise<MarginSetting | Refusal> {
  const { desk } = asked.actor
  const ineligible = eligibilityRefusal(parts, asked, 'INCREASES')
  if (ineligible !== undefined) return ineligible
  const account = parts.accountOf(desk)
  if (account === undefined) return noAccount
  const market = await marketNamed(parts, setting.market)
  if (isRefusal(market)) return market
  const { largestLeverage: most } = market
  if (most !== undefined && setting.leverage > most)
    return refuse(
      'PerpetualOrderInvalid',
      '18.4',
      `Leverage on ${market.name} must be a whole number from 1 to ${Math.floor(most)}.`,
      'leverage',
    )
  const refused = await senderRefusal(parts, asked, 'INCREASES')
  if (refused !== undefined) return refused
  const change = about(asked.actor, SET_MARGIN, setting.market, detailOf(account, { mode: setting.mode, leverage: setting.leverage }))
  const answer = await parts.audited.around(change, () => account.trading.setMargin(setting))
  if (answer.outcome !== 'DONE') return notDone(answer)
  parts.watch.marginSet(desk, answer.value)
  return answer.value
}

/** The listed market. Its prices are also read for the checks. */
async function marketNamed({ board }: TradingParts, name: string): Promise<PerpetualMarket | Refusal> {
  const read = await board.read()
  if (read.outcome !== 'DONE') return unread(read)
  return read.value.markets.get(name) ?? unknownMarket(read.value.markets.keys())
}

/** Checks the market's own terms, the guard of every order (rulebook 21.2, 21.3), the desk's own limits (11.8), and whether it needs approval (11.14). */
function orderRefusal(
  { board, settings }: TradingParts,
  { actor, caller: { user, approval, approvedBy } }: OrderSender,
  market: PerpetualMarket,
  { side, terms, exposure }: { readonly side: PerpetualOrder['side']; readonly terms: PerpetualOrderTerms; readonly exposure: Exposure },
): Refusal | undefined {
  const tick = priceToNumber(market.tickSize)
  const mark = board.known().summaries.get(market.name)?.markPrice
  const figures = mark === undefined ? {} : { unitNotional: mark, mark, largestLegMark: mark }
  const price = terms.price ?? terms.triggerPrice
  const sender = { desk: actor.desk, user, approval, approvedBy }
  const sizes = { quantity: terms.quantity, quantityIncrement: market.quantityIncrement, minimumBlock: market.quantityIncrement }
  const above = exposure === 'REDUCES' ? undefined : settings.approvalAbove(sender)
  return (
    perpetualOrderRefusal(market, terms, mark) ??
    perpetualGuardRefusal(side, terms, { mark, tick }) ??
    preTradeRefusal(settings.limitsOf(sender), { ...sizes, ...(price === undefined ? {} : { price }) }, { ...figures, tick }) ??
    asking(approvalRefusal(above, sizes, figures), () => {
      const at = price === undefined ? '' : ` at ${formatPrice(price)}`
      return `${formatQuantity(terms.quantity)} × ${market.name}${at}`
    })
  )
}

/** Whether the order can add to a position, or only make one smaller. */
type Exposure = 'INCREASES' | 'REDUCES'

/** Checks that apply to every sender, including one who may only cancel. */
async function senderRefusal(parts: TradingParts, asked: OrderSender, exposure: Exposure): Promise<Refusal | undefined> {
  return (await stopRefusal(parts, asked)) ?? eligibilityRefusal(parts, asked, exposure)
}

/** A customer to whom perpetuals are not offered can still close positions (rulebook 2.18). */
const eligibilityRefusal = ({ customers }: TradingParts, { caller }: OrderSender, exposure: Exposure): Refusal | undefined =>
  exposure === 'REDUCES' ? undefined : customers.eligibilityRefusal(caller, 'PERPETUAL')

/** While trading is stopped for the desk or the user, no new order goes to the venue, and none is amended (rulebook 11.6). */
async function stopRefusal(
  { service }: Pick<TradingParts, 'service'>,
  { actor, caller: { user } }: OrderSender,
): Promise<Refusal | undefined> {
  const stops = await service.stopsOf(actor.desk as DeskId)
  const own = stops.find((one) => one.user === '' || one.user === user)
  if (own === undefined) return undefined
  const whose = own.user === '' ? 'your desk' : 'you'
  return refuse(
    'TradingIsStopped',
    '18.7',
    `Trading is stopped for ${whose}. Orders can still be cancelled. An administrator can resume trading.`,
  )
}

function termsOf(body: PlaceBody): PerpetualOrderTerms | Refusal {
  const given = decimalsOf(body)
  if (isRefusal(given)) return given
  const { quantity, price, triggerPrice } = given
  return {
    kind: body.kind,
    ...{ quantity: quantity!, price, triggerPrice },
    instruction: body.instruction ?? (hasLimitPrice(body.kind) ? 'GOOD_TILL_CANCELED' : 'IMMEDIATE_OR_CANCEL'),
    effect: body.effect ?? 'OPEN_OR_CLOSE',
  }
}

type Given = { readonly quantity: Quantity | undefined; readonly price: Price | undefined; readonly triggerPrice: Price | undefined }

function decimalsOf(body: Pick<AmendBody, 'quantity' | 'price' | 'trigger_price'>): Given | Refusal {
  const text = (value: string | number | null | undefined): string | undefined =>
    value === null || value === undefined ? undefined : String(value)
  const [quantityText, priceText, triggerText] = [text(body.quantity), text(body.price), text(body.trigger_price)]
  const quantity = quantityText === undefined ? undefined : parseQuantity(quantityText)
  if (quantityText !== undefined && quantity === undefined)
    return inexact('quantity', 'A quantity must have at most 6 decimals and be less than 9 billion.')
  const price = priceText === undefined ? undefined : parsePrice(priceText)
  if (priceText !== undefined && price === undefined) return inexact('price', PRICE_DIGITS)
  const triggerPrice = triggerText === undefined ? undefined : parsePrice(triggerText)
  if (triggerText !== undefined && triggerPrice === undefined) return inexact('trigger_price', PRICE_DIGITS)
  return { quantity, price, triggerPrice }
}

const PRICE_DIGITS = 'A price must have at most 8 decimals and be less than 90 million.'
const inexact = (field: string, sentence: string): Refusal => refuse('PerpetualOrderInvalid', '18.3', sentence, field)

const noOrder = refuse(
  'OrderUnknown',
  '18.5',
  'The account has no open order with this id. The list of open orders shows those that can be amended.',
  'id',
)

function orderNotDone(answer: Parameters<typeof notDone>[0]): Refusal {
  if (isUnknownOrder(answer)) return noOrder
  if (isClosedOrder(answer)) return refuse('OrderClosed', '18.5', 'The order is closed. See the order history.', 'id')
  return notDone(answer)
}

/** The same key means the same order, even for a sender who has not read its outcome. */
const clientIdFor = ({ follows_position: isExit = false }: PlaceBody, idempotency: Idempotency | undefined): string =>
  isExit ? `${EXIT_PREFIX}${clientIdOf(idempotency).slice(0, CLIENT_ID_LENGTH)}` : clientIdOf(idempotency)
const CLIENT_ID_LENGTH = 50

const clientIdOf = (idempotency: Idempotency | undefined): string =>
  idempotency === undefined
    ? crypto.randomUUID()
    : createHash('sha256')
        .update(JSON.stringify([idempotency.scope, idempotency.key]))
        .digest('hex')
        .slice(0, 32)

type Plain = string | number | boolean

/** For the audit log: the request, and the account it was made with. */
const detailOf = ({ name }: DeskAccount, asked: Readonly<Record<string, Plain | null | undefined>>): Readonly<Record<string, Plain>> => ({
  account: name,
  ...Object.fromEntries(Object.entries(asked).filter((entry): entry is [string, Plain] => entry[1] !== null && entry[1] !== undefined)),
})
