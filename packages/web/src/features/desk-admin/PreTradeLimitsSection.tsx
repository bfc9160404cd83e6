import { hasRight } from '@parley/core'
import { useUser } from '../../live/session.ts'
import { PreTradeLimits } from '../protection/PreTradeLimits.tsx'
import { Page } from './Page.tsx'
import { PersonLimits } from './PersonLimits.tsx'

/** The pre-trade limits against slips of the finger, the desk's and each person's, where an administrator looks for the rights of the desk. */
export const PreTradeLimitsSection = () => (
  <Page title="Order bounds" about="What no order or quote of your desk may exceed, whoever or whatever sends it.">
    <PreTradeLimits />
    {hasRight(useUser().role, 'Administer') && <PersonLimits />}
  </Page>
)
