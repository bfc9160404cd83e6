import { lazy, Suspense, useEffect } from 'react'
import { Toasts } from '../components/Toasts.tsx'
import { TooltipProvider } from '../components/Tooltip.tsx'
import { NotHere } from '../features/account/NotHere.tsx'
import { StepUp } from '../features/account/sign-in/StepUp.tsx'
import { SignIn } from '../features/account/SignIn.tsx'
import { resumeSession, useSession } from '../live/session.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { navigate, usePath } from './router.ts'
import { signInRouteOf } from './routes.ts'
import { Starting } from './Starting.tsx'

const Shell = lazy(() => import('./Shell.tsx').then(({ Shell: component }) => ({ default: component })))

/** First who is signed in, then the screens; nobody signed in sees only the ways in. */
export function App() {
  const state = useSession(({ session }) => session.state)
  useEffect(() => void resumeSession(), [])
  return (
    <ErrorBoundary>
      <TooltipProvider>
        <Suspense fallback={<Starting />}>
          {state === 'LOOKING' ? <Starting /> : state === 'SIGNED_IN' ? <Shell /> : <SignedOut />}
        </Suspense>
        {state === 'SIGNED_IN' && <StepUp />}
        <Toasts />
      </TooltipProvider>
    </ErrorBoundary>
  )
}

function SignedOut() {
  const path = usePath()
  const route = signInRouteOf(path)
  useEffect(() => {
    if (route === '/') navigate('/', 'replace')
  }, [route])
  return route === '/' ? <SignIn /> : <NotHere route={route} />
}
