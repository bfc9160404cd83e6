import { clockText } from '../../components/time-text.ts'
import { Unanswered } from './Unanswered.tsx'
import type { Sender } from './use-sender.ts'

type OnItsWayLineProps = { readonly of: Pick<Sender<unknown, unknown>, 'unanswered' | 'withdraw'>; readonly className: string | undefined }

/** The order that has no response yet, with its age and the way to withdraw it. */
export const OnItsWayLine = ({ of: { unanswered, withdraw }, className }: OnItsWayLineProps) =>
  unanswered === undefined ? null : (
    <p className={className} role="status">
      {`${clockText(unanswered.pressedAt)} ${unanswered.what}: sent`}
      <Unanswered of={unanswered} onWithdraw={withdraw} />
    </p>
  )
