import { Bounds } from '../protection/Bounds.tsx'
import { Page } from './Page.tsx'

/** The desk's own bounds against slips of the finger, where an administrator looks for what the desk may do. */
export const OrderBounds = () => (
  <Page title="Order bounds" about="What no order or quote of your desk may exceed, whoever or whatever sends it.">
    <Bounds />
  </Page>
)
