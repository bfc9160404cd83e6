import { lazy, Suspense } from 'react'
import { useStepUp } from '../../../live/step-up.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx').then(({ StepUpDialog: component }) => ({ default: component })))

/** Stands once in each page that makes calls which want proof (`withStepUp`). */
export function StepUp() {
  const asked = useStepUp((state) => state.asked)
  if (asked === undefined) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog {...asked} />
    </Suspense>
  )
}
