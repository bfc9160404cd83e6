/** The desk requires the approval of a second person above a notional. Call it once the screen is open. */
import { act } from '@testing-library/react'
import { usePreTradeLimits } from '../src/live/pre-trade-limits.ts'

export const needApprovalAbove = (approval_above: string | null): void =>
  act(() =>
    usePreTradeLimits.setState({
      limits: { most_notional: null, most_deviation_percent: null, approval_above, requests_per_second: null, own_orders: 'REFUSE' },
    }),
  )
