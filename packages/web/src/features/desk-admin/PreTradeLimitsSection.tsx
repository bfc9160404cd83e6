import { hasRight } from '@parley/core'
import { useUser } from '../../live/session.ts'
import { PreTradeLimits } from '../protection/PreTradeLimits.tsx'
import { Page } from './Page.tsx'
import { PersonLimits } from './PersonLimits.tsx'

/** The pre-trade limits of the desk and of each user, as a section of the dashboard. */
export const PreTradeLimitsSection = () => (
  <Page title="Pre-trade limits" about="Limits on every order and quote of your desk, sent by people or programs.">
    <PreTradeLimits />
    {hasRight(useUser().role, 'Administer') && <PersonLimits />}
  </Page>
)
