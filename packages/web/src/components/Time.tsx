import { clockText, exactText, isoText } from './time-text.ts'
import { useTimeZone } from './time-zone.ts'

type TimeProps = {
  readonly at: number
  /** `20:29:04` by default. */
  readonly text?: (at: number) => string
  /** Tooltip text before the exact time. */
  readonly before?: string
  /** Tooltip text after the exact time. */
  readonly after?: string
  readonly className?: string | undefined
}

/** A time in the chosen zone, with the exact time in the tooltip. */
export function Time({ at, text = clockText, before, after, className }: TimeProps) {
  useTimeZone()
  return (
    <time dateTime={isoText(at)} title={[before, exactText(at), after].filter(Boolean).join(' ')} className={className}>
      {text(at)}
    </time>
  )
}
