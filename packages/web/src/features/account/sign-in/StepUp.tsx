import { useStepUp } from '../../../live/step-up.ts'
import { fetched } from '../../../components/fetched.tsx'

const StepUpDialog = fetched(() => import('./StepUpDialog.tsx').then((part) => part.StepUpDialog))

/** Used once in each page that makes calls which require confirmation (`withStepUp`). */
export function StepUp() {
  const asked = useStepUp((state) => state.asked)
  if (asked === undefined) return null
  return <StepUpDialog {...asked} />
}
