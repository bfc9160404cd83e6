import { OnItsWayLine } from './OnItsWayLine.tsx'
import type { Sender } from './use-sender.ts'

type SentLinesProps = {
  readonly of: Pick<Sender<unknown, unknown>, 'unanswered' | 'withdraw' | 'last'>
  readonly className: string | undefined
  readonly refusedClassName: string | undefined
}

/** Below a button that sends: the order that has no response yet, and why the last one was refused. */
export const SentLines = ({ of, className, refusedClassName }: SentLinesProps) => (
  <>
    <OnItsWayLine of={of} className={className} />
    {of.last?.words !== undefined && (
      <p className={refusedClassName} role="alert">
        {of.last.words}
      </p>
    )}
  </>
)
