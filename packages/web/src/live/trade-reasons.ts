/** Hooks that return the reason why this user cannot act, as the sentence that a button shows. */
import type { ProtectionChangeView, TradingStopView } from '@parley/contracts'
import type { Tradable } from '@parley/core'
import { closingReason, newOrderReason, newRfqReason, productReason, viewOnlyReason } from './view-only.ts'
import { outageReasonNow, useOutageReason } from './outage.ts'
import { usePlatform, platformClosedReason, cancelClosedReason } from './platform.ts'
import { useProtection } from './protection.ts'
import { useVenueStates, venuePausedReason } from './venue-states.ts'
import { useSession, useUser } from './session.ts'
import { productName } from './product-name.ts'
import { allowedBy, stopFor, stopTitle } from './stop-text.ts'

export const useStops = (): readonly TradingStopView[] => useProtection(({ stops }) => stops)

/** The stop of the desk or of this user. */
export function useStop(): TradingStopView | undefined {
  const { id } = useUser()
  return stopFor(useStops(), id)
}

export const useFrozen = (): ReadonlyMap<string, ProtectionChangeView> => useProtection(({ frozen }) => frozen)

const stopReason = (stop: TradingStopView | undefined): string | undefined =>
  stop === undefined ? undefined : `${stopTitle(stop)}. ${allowedBy(stop)}.`

/** The reason why no user can send anything at the moment. */
function usePauseReason(): string | undefined {
  const closed = usePlatform(({ platform }) => platformClosedReason(platform))
  const stop = useStop()
  const offline = useOutageReason()
  return offline ?? closed ?? stopReason(stop)
}

/** The reason why no new draft can be saved, in this market and these products if they are given. */
export function useDraftReason(asked?: Tradable): string | undefined {
  const user = useUser()
  const paused = usePauseReason()
  return newOrderReason(user) ?? (asked && productReason(user, asked)) ?? paused
}

/** The reason why a position cannot be made smaller. A customer to whom the product is not offered can still do that (rulebook 2.18). */
export function useClosingReason(): string | undefined {
  const user = useUser()
  const paused = usePauseReason()
  return closingReason(user) ?? paused
}

/** The reason why nothing new can be sent: as above, or the venue is paused. */
export function useTradeReason(asked?: Tradable): string | undefined {
  const kept = useDraftReason(asked)
  const paused = useVenueStates((states) => (asked && 'products' in asked ? venuePausedReason(asked.products, states) : undefined))
  return kept ?? paused
}

export function useNewRfqReason(asked?: Tradable): string | undefined {
  const user = useUser()
  const trade = useTradeReason(asked)
  return newRfqReason(user) ?? trade
}

/** For key handlers, which run outside rendering. */
export function newRfqReasonNow(): string | undefined {
  const { session } = useSession.getState()
  if (session.state !== 'SIGNED_IN') return 'Sign in first.'
  const stop = stopReason(stopFor(useProtection.getState().stops, session.user.id))
  return newRfqReason(session.user) ?? outageReasonNow() ?? platformClosedReason(usePlatform.getState().platform) ?? stop
}

/** For key handlers, which run outside rendering. */
export function cancelReasonNow(): string | undefined {
  const { session } = useSession.getState()
  if (session.state !== 'SIGNED_IN') return 'Sign in first.'
  return viewOnlyReason(session.user) ?? cancelClosedReason(usePlatform.getState().platform)
}

/**
 * Cancelling stays possible while trading is stopped, and is tried while the server cannot be reached. Only a closed platform accepts no
 * cancellations.
 */
export function useCancelReason(): string | undefined {
  const user = useUser()
  const closed = usePlatform(({ platform }) => cancelClosedReason(platform))
  return viewOnlyReason(user) ?? closed
}

/**
 * The reason why no resting quote can be placed in these products: as above, or a protection of the desk is frozen. Quotes with a label may be
 * exempt.
 */
export function useQuoteReason(products: readonly string[]): string | undefined {
  const trade = useTradeReason({ audience: 'DIRECT', products })
  const held = useProtection(({ frozen }) =>
    [...frozen.values()].find(({ product, label }) => label === null && products.includes(product)),
  )
  if (trade !== undefined || held === undefined) return trade
  return `${held.limit} was triggered in ${productName(held.product)}. New quotes are blocked until the time has passed or your desk resets it.`
}

/** Whether this user may reset protections, set limits and cancel quotes. */
export function useCanProtect(): boolean {
  const user = useUser()
  return viewOnlyReason(user) === undefined
}
