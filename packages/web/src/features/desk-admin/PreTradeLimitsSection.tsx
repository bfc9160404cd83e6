import { PreTradeLimits } from '../protection/PreTradeLimits.tsx'
import { Page } from './Page.tsx'

/** The desk's pre-trade limits against slips of the finger, where an administrator looks for the rights of the desk. */
export const PreTradeLimitsSection = () => (
  <Page title="Order bounds" about="What no order or quote of your desk may exceed, whoever or whatever sends it.">
    <PreTradeLimits />
  </Page>
)
