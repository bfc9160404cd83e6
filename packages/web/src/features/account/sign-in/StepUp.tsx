import { useStepUp } from '../../../live/step-up.ts'
import { fetched } from '../../../components/fetched.tsx'

const StepUpDialog = fetched(() => import('./StepUpDialog.tsx').then((part) => part.StepUpDialog))

/** Stands once in each page that makes calls which want proof (`withStepUp`). */
export function StepUp() {
  const asked = useStepUp((state) => state.asked)
  if (asked === undefined) return null
  return <StepUpDialog {...asked} />
}
