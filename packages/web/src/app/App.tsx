import { useEffect } from 'react'
import { Toasts } from '../components/Toasts.tsx'
import { TooltipProvider } from '../components/Tooltip.tsx'
import { StepUp } from '../features/account/sign-in/StepUp.tsx'
import { keptToken } from '../live/api.ts'
import { takeReturn } from '../live/return-to.ts'
import { resumeSession, useSession } from '../live/session.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { ErrorPopup } from './ErrorPopup.tsx'
import { usePath } from '../components/router.ts'
import { signInRouteOf } from './routes.ts'
import { isDesktopShell } from './shell-kind.ts'
import { openMessageList } from '../components/toasts.ts'
import { Starting } from '../components/Starting.tsx'
import { fetched } from '../components/fetched.tsx'

/** Only the desktop application shows it. */
const AppDeprecated = fetched(() => import('./AppDeprecated.tsx').then((part) => part.AppDeprecated))
const Gate = fetched(() => import('./Gate.tsx').then((part) => part.Gate), <Starting />)
const SignedOut = fetched(() => import('./SignedOut.tsx').then((part) => part.SignedOut), <Starting />)

const Help = fetched(() => import('../features/help/Help.tsx').then((part) => part.Help), <Starting />)

/** Registered after the first screen, because the worker reads every file and would slow it down. */
const RELEASE_AFTER_MS = 3_000
function followReleaseSoon(): () => void {
  // There is no worker in development: each file is served as it was last written.
  if (import.meta.env.DEV) return () => undefined
  const follow = () => import('../live/release.ts').then(({ followRelease }) => followRelease())
  const soon = setTimeout(() => void follow().catch(() => undefined), RELEASE_AFTER_MS)
  return () => clearTimeout(soon)
}

/** Shows the sign-in pages until the user is known to be signed in, then the screens. */
export function App() {
  useEffect(() => {
    if (isDesktopShell()) return
    // Fetches the code of the screens while the server identifies the user.
    if (keptToken() !== undefined) Gate.fetch()
    void resumeSession()
  }, [])
  useEffect(() => (isDesktopShell() ? undefined : followReleaseSoon()), [])
  return (
    <ErrorBoundary>
      <TooltipProvider>
        {isDesktopShell() ? <AppDeprecated /> : <Screen />}
        <ErrorPopup />
        <Toasts onMore={() => openMessageList(true)} />
      </TooltipProvider>
    </ErrorBoundary>
  )
}

function Screen() {
  const session = useSession((held) => held.session)
  const { state } = session
  useEffect(() => {
    const address = state === 'SIGNED_IN' ? takeReturn() : undefined
    if (address !== undefined) location.replace(address)
  }, [state])
  // The emailed link also works in a browser that is signed in. The new password ends that session too.
  const path = usePath()
  const isReset = signInRouteOf(path) === '/set-password/'
  // The help needs no sign-in, because it explains how to join and how to sign in.
  if (/^\/help(\/|$)/.test(path)) return <Help />
  if (isReset) return <SignedOut />
  if (session.state === 'LOOKING') return <Starting isRetrying={session.isRetrying === true} />
  if (state === 'SIGNED_OUT') return <SignedOut />
  return (
    <>
      <Gate />
      <StepUp />
    </>
  )
}
