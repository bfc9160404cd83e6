import { useEffect } from 'react'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { Starting } from '../../components/Starting.tsx'
import { Toasts } from '../../components/Toasts.tsx'
import { TooltipProvider } from '../../components/Tooltip.tsx'
import { rememberEnded, rememberReturn } from '../../live/return-to.ts'
import { resumeSession, useSession } from '../../live/session.ts'
import { StepUp } from '../account/sign-in/StepUp.tsx'
import { hasLoggedOut } from './leave.ts'
import { fetched } from '../../components/fetched.tsx'

const Frame = fetched(() => import('./Frame.tsx').then((part) => part.Frame), <Starting />)

/** The second page of the product: the desk. It has no sign-in of its own. Users who are not signed in are sent to the sign-in and return here. */
export function Dashboard() {
  const session = useSession((held) => held.session)
  useEffect(() => void resumeSession(), [])
  useEffect(() => {
    if (session.state !== 'SIGNED_OUT') return
    if (!hasLoggedOut()) rememberReturn(location.pathname + location.search)
    if (session.reason !== undefined) rememberEnded(session.reason)
    location.replace('/')
  }, [session])
  return (
    <ErrorBoundary>
      <TooltipProvider>
        {session.state === 'SIGNED_IN' ? <Frame /> : <Starting isRetrying={session.state === 'LOOKING' && session.isRetrying === true} />}
        {session.state === 'SIGNED_IN' && <StepUp />}
        <Toasts />
      </TooltipProvider>
    </ErrorBoundary>
  )
}
