import { Skeleton } from '../../components/Skeleton.tsx'
import { fetched } from '../../components/fetched.tsx'

/** Few trades are booked manually, so the code is loaded with the first one. */
export const LazyBooking = fetched(
  () => import('./Booking.tsx').then((part) => part.Booking),
  <Skeleton lines={5} label="Loading the booking" />,
)
