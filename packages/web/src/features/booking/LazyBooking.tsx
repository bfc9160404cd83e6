import type { Trade } from '@parley/client'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../components/Skeleton.tsx'

const Booking = lazy(() => import('./Booking.tsx').then(({ Booking: component }) => ({ default: component })))

/** Few trades are booked by hand: what they need comes with the first of them. */
export const LazyBooking = ({ trade }: { readonly trade: Trade }) => (
  <Suspense fallback={<Skeleton lines={5} label="Loading the booking" />}>
    <Booking trade={trade} />
  </Suspense>
)
