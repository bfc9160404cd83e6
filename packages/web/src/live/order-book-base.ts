/** The API base of order books: the flag `um_ui_ob_v1_api` moves calls and socket from /v1/grfq to /v1/ob together. */
import type { OrderBookBase } from '@parley/client'
import { grfqCalls, obCalls } from '@parley/contracts'
import { isFlagOn, useFlag } from './feature-flags.ts'

const FLAG = 'um_ui_ob_v1_api'
const baseOf = (isOn: boolean): OrderBookBase => (isOn ? '/v1/ob' : '/v1/grfq')

export const useOrderBookBase = (): OrderBookBase => baseOf(useFlag(FLAG))
/** For calls in event handlers, not while rendering. */
export const orderBookBase = (): OrderBookBase => baseOf(isFlagOn(FLAG))

/** How a price of the structure is split over its legs. */
export const pricingCall = (): typeof obCalls.priceLegs => (orderBookBase() === '/v1/ob' ? obCalls : grfqCalls).priceLegs
