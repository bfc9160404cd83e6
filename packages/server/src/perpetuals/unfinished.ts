/**
 * Requests to the venue whose outcome a server had not learned when it stopped (rulebook 18.8). At the next start the venue is asked for each order
 * by its client id, cancellations are completed, and orders of users who may no longer trade are cancelled.
 */
import { formatPrice, formatQuantity, type DeskId, type UserId } from '@parley/core'
import type { PerpetualOrder, VenueAnswer } from '@parley/venues'
import { mayTrade } from '../accounts/access.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Log } from '../log/log.ts'
import { pause, type Clock } from '../market-data/clock.ts'
import type { ProtectionService } from '../protection/service.ts'
import { AMEND, CANCEL, CANCEL_ALL, PLACE, SET_MARGIN, type Audited, type Begun, type FoundOutcome } from './audited.ts'
import type { DeskAccount, DeskAccounts } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'
import type { Recall } from './recall.ts'

export type Unfinished = {
  /** Resolves when there is nothing left to ask for. */
  idle(): Promise<void>
  close(): void
}

type UnfinishedParts = {
  readonly accountOf: DeskAccounts
  readonly audited: Audited
  readonly book: Pick<Book, 'accounts'>
  readonly service: Pick<ProtectionService, 'stopsOf'>
  readonly recall: Pick<Recall, 'begin'>
  readonly clock: Clock
  readonly log: Log
}

/** Undefined while the outcome is unknown. */
type Found = FoundOutcome | undefined

/** Starts immediately, and continues until the venue has answered. */
export function finishBegunRequests(parts: UnfinishedParts): Unfinished {
  const { audited, clock, log } = parts
  const over = new AbortController()
  const finish = async (begun: Begun): Promise<void> => {
    for (let pauseMs: number = limits.cancelAgainMs; ; pauseMs = Math.min(pauseMs * 2, limits.cancelAgainMostMs)) {
      const found = await outcomeAtVenue(parts, begun)
      if (found !== undefined) return audited.found(begun, found)
      await pause(clock, pauseMs, over.signal)
    }
  }
  const work = async (): Promise<void> => {
    const begun = await audited.begun()
    if (begun.length > 0)
      log.warn(
        { count: begun.length },
        'Orders or cancellations were in flight when the server stopped; asking the venue for their outcome',
      )
    await Promise.all([cancelForBarredOwners(parts), ...begun.map(finish)])
  }
  const running = work().catch((error: unknown) => {
    if (!over.signal.aborted) log.error({ error }, 'Could not resolve the in-flight commands at the perpetuals venue')
  })
  return { idle: () => running, close: () => over.abort() }
}

/** A stop or an end of access may have come in the last moment before a restart. */
async function cancelForBarredOwners(parts: UnfinishedParts): Promise<void> {
  for (const { desk, user } of await parts.audited.ownersSinceRecall()) {
    const out = await barredOf(parts, desk, user)
    if (out !== undefined) parts.recall.begin(out)
  }
}

async function barredOf({ service, book }: UnfinishedParts, desk: DeskId, user: UserId) {
  const stops = await service.stopsOf(desk)
  if (stops.some((one) => one.user === '') || book.accounts.desks.get(desk)?.suspendedAt !== null) return { desk }
  return stops.some((one) => one.user === user) || !mayTrade(book.accounts, { desk, user }) ? { desk, user } : undefined
}

async function outcomeAtVenue(parts: UnfinishedParts, begun: Begun): Promise<Found> {
  const account = parts.accountOf(begun.desk)
  if (account === undefined || account.name !== begun.detail['account'])
    return { outcome: 'UNKNOWN', says: 'The desk now trades with a different account.' }
  switch (begun.action) {
    case PLACE:
      return outcomeOfOrder(parts, account, begun)
    case AMEND:
      return outcomeOfAmendment(parts, account, begun)
    case CANCEL:
      return cancelled(await account.trading.cancel(begun.object))
    case CANCEL_ALL:
      return cancelOrdersOpenThen(parts, account, begun)
    case SET_MARGIN:
      return outcomeOfMargin(parts, account, begun)
  }
}

/** If its user may no longer trade, an existing order is cancelled like the user's other orders. */
async function outcomeOfOrder(parts: UnfinishedParts, { trading }: DeskAccount, begun: Begun): Promise<Found> {
  const found = await trading.findOrder(begun.object)
  if (found.outcome !== 'DONE') return unasked(found)
  if (found.value === undefined) return neverArrived(parts, begun)
  const { id, state } = found.value
  if (state === 'CLOSED' || (await barredOf(parts, begun.desk, begun.actor as UserId)) === undefined) return { outcome: 'DONE' }
  return cancelled(await trading.cancel(id)) && { outcome: 'DONE', says: 'Cancelled because trading is stopped or access has ended.' }
}

async function outcomeOfAmendment(parts: UnfinishedParts, { trading }: DeskAccount, begun: Begun): Promise<Found> {
  const open = await trading.openOrders({ before: 'CANCEL' })
  if (open.outcome !== 'DONE') return unasked(open)
  const order = open.value.find(({ id }) => id === begun.object)
  if (order === undefined) return { outcome: 'UNKNOWN', says: 'The order has closed since.' }
  return hasTerms(order, begun.detail) ? { outcome: 'DONE' } : neverArrived(parts, begun)
}

function hasTerms(
  { quantity, price, triggerPrice }: PerpetualOrder,
  { quantity: size, price: limit, trigger_price: trigger }: Begun['detail'],
): boolean {
  const is = (asked: unknown, held: string | undefined): boolean => asked === undefined || Number(asked) === Number(held)
  return (
    is(size, formatQuantity(quantity)) && is(limit, price && formatPrice(price)) && is(trigger, triggerPrice && formatPrice(triggerPrice))
  )
}

/** Orders that were placed after the request are not included. */
async function cancelOrdersOpenThen({ audited }: UnfinishedParts, { trading }: DeskAccount, begun: Begun): Promise<Found> {
  const open = await trading.openOrders({ before: 'CANCEL' })
  if (open.outcome !== 'DONE') return unasked(open)
  const { desk, actor, object, at } = begun
  const stood = open.value.filter(
    ({ createdAt, market }) => createdAt <= at + limits.clocksApartMs && (object === market || object === 'all' || object === actor),
  )
  const own =
    object === actor
      ? await audited.askedBy(
          desk,
          actor as UserId,
          stood.flatMap(({ clientId }) => clientId ?? []),
        )
      : undefined
  const meant = stood.filter(({ clientId }) => own === undefined || own.has(clientId ?? ''))
  const answers: Found[] = []
  for (const { id } of meant) answers.push(cancelled(await trading.cancel(id)))
  return answers.some((one) => one === undefined) ? undefined : { outcome: 'DONE', says: `Cancelled ${meant.length} that were open then.` }
}

async function outcomeOfMargin(parts: UnfinishedParts, { trading }: DeskAccount, begun: Begun): Promise<Found> {
  const setting = await trading.marginSetting(begun.object)
  if (setting.outcome !== 'DONE') return unasked(setting)
  const { mode, leverage } = setting.value
  return mode === begun.detail['mode'] && leverage === begun.detail['leverage'] ? { outcome: 'DONE' } : neverArrived(parts, begun)
}

type NotDone = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

/** If the venue rejected the question, it would reject it again. */
const unasked = (answer: NotDone): Found => (answer.outcome === 'REJECTED' ? { outcome: 'UNKNOWN', says: answer.message } : undefined)

/** An order that has closed counts as cancelled. */
function cancelled(answer: VenueAnswer<unknown>): Found {
  if (answer.outcome === 'UNKNOWN') return undefined
  return answer.outcome === 'DONE' ? { outcome: 'DONE' } : { outcome: 'DONE', says: answer.message }
}

const neverArrived = ({ clock }: UnfinishedParts, { at }: Begun): Found =>
  clock.now() - at < limits.arrivesWithinMs ? undefined : { outcome: 'NEVER_ARRIVED' }
