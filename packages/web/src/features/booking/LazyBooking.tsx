import { Skeleton } from '../../components/Skeleton.tsx'
import { fetched } from '../../components/fetched.tsx'

/** Few trades are booked by hand: what they need comes with the first of them. */
export const LazyBooking = fetched(
  () => import('./Booking.tsx').then((part) => part.Booking),
  <Skeleton lines={5} label="Loading the booking" />,
)
