import { useEffect } from 'react'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { Starting } from '../../components/Starting.tsx'
import { Toasts } from '../../components/Toasts.tsx'
import { TooltipProvider } from '../../components/Tooltip.tsx'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { ConsoleSignIn } from './ConsoleSignIn.tsx'
import { resumeConsole, useConsole } from './console-store.ts'

/** The third page of the product: for the people who operate it. Its session has nothing in common with those of desks. */
export function Console() {
  const session = useConsole((held) => held.session)
  useEffect(() => void resumeConsole(), [])
  return (
    <ErrorBoundary>
      <TooltipProvider>
        {session.state === 'LOOKING' && <Starting />}
        {session.state === 'SIGNED_OUT' && <ConsoleSignIn reason={session.reason} />}
        {session.state === 'SIGNED_IN' && <ConsoleFrame view={session.view} />}
        <Toasts />
      </TooltipProvider>
    </ErrorBoundary>
  )
}
