import { clockText, exactText, isoText } from './time-text.ts'
import { useTimeZone } from './time-zone.ts'

type TimeProps = {
  readonly at: number
  /** `20:29:04` where nothing else is said. */
  readonly text?: (at: number) => string
  /** Before the exact moment, for somebody who asks. */
  readonly before?: string
  /** After it. */
  readonly after?: string
  readonly className?: string | undefined
}

/** A moment on the screen, in the zone that was chosen, and exactly on asking. */
export function Time({ at, text = clockText, before, after, className }: TimeProps) {
  useTimeZone()
  return (
    <time dateTime={isoText(at)} title={[before, exactText(at), after].filter(Boolean).join(' ')} className={className}>
      {text(at)}
    </time>
  )
}
