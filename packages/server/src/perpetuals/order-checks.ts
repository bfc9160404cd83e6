/** Checks of an order that is placed under the desk's account: its time, and whether it can follow the position. */
import { EXIT_PREFIX, hasTrigger, isExitId, lateRefusal, refuse, type Instant, type PerpetualOrderTerms, type Refusal } from '@parley/core'

type ExitFields = { readonly follows_position?: boolean | undefined; readonly client_id?: string | undefined }

/** Undefined if the order is in time (rulebook 5.25, 18.11). */
export const lateBy = (notAfter: number | undefined, now: number): Refusal | undefined =>
  notAfter === undefined ? undefined : lateRefusal({ notAfter: notAfter as Instant }, now as Instant)

/** An exit only reduces, waits for a trigger, and has a client id by which it is found again (rulebook 18.12). */
export function exitRefusal(
  { follows_position: isExit = false, client_id: clientId }: ExitFields,
  { kind, effect }: PerpetualOrderTerms,
): Refusal | undefined {
  if (!isExit)
    return isExitId(clientId)
      ? refuse('PerpetualOrderInvalid', '18.12', `A client id must not begin with ${EXIT_PREFIX}. Use another one.`, 'client_id')
      : undefined
  if (!hasTrigger(kind) || effect !== 'REDUCE_ONLY')
    return refuse(
      'PerpetualOrderInvalid',
      '18.12',
      'An order that follows the position must be a stop or take-profit order with the effect REDUCE_ONLY.',
      'follows_position',
    )
  return clientId === undefined
    ? undefined
    : refuse('PerpetualOrderInvalid', '18.12', 'An order that follows the position gets its client id here. Omit client_id.', 'client_id')
}

export type OrderSending = { readonly isUnderKey: boolean; readonly signal: AbortSignal | undefined }

/** An order that still waits for its turn at its `not_after` is not sent (rulebook 18.11). No order waits for longer than this in any case. */
const WAITS_MOST_MS = 60_000
export const signalAt = (notAfter: number | undefined, now: number): AbortSignal | undefined =>
  notAfter === undefined ? undefined : AbortSignal.timeout(Math.max(0, Math.min(WAITS_MOST_MS, notAfter - now)))
