import { OctagonX, Timer, ShieldAlert, ShieldCheck } from 'lucide-react'
import { openDialog } from '../../app/screen-state.ts'
import { useIsNarrow } from '../../app/use-media.ts'
import { Button } from '../../components/Button.tsx'
import { useProtection } from '../../live/protection.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'
import { useResetting } from './resetting.ts'
import { useCanProtect, useFrozen, useStop } from './use-protection.ts'
import { longestFrozen, untilText } from './words.ts'

const TICK_MS = 500

/** In the header: a quiet shield while all is well, the countdown with Reset while something is frozen, and what is stopped. */
export function ProtectionChip() {
  const isNarrow = useIsNarrow()
  const stop = useStop()
  const frozen = useFrozen()
  const mayReset = useCanProtect()
  const resetting = useResetting()
  const isFrozen = frozen.size > 0
  const reset = isFrozen && stop === undefined && mayReset && !isNarrow
  return (
    <>
      <DeadMan place={stop !== undefined || isFrozen ? 'crowded' : 'free'} />
      <span className={styles['chipGroup']}>
        <button
          type="button"
          className={classNames(styles['chip'], stop !== undefined ? styles['stopped'] : isFrozen && styles['frozen'])}
          aria-haspopup="dialog"
          onClick={() => openDialog('protections')}
        >
          {stop !== undefined ? (
            <>
              <OctagonX size={15} aria-hidden="true" />
              <span className={isNarrow ? 'visually-hidden' : undefined}>Stopped</span>
            </>
          ) : isFrozen ? (
            <FrozenWords isNarrow={isNarrow} />
          ) : (
            <>
              <ShieldCheck size={15} aria-hidden="true" />
              <span className={isNarrow ? 'visually-hidden' : styles['quietWords']}>Protected</span>
            </>
          )}
          <span className="visually-hidden">: protections of your desk</span>
        </button>
        {reset && (
          <Button size="small" isBusy={resetting.isBusy} onClick={() => void resetting.reset({})}>
            Reset
          </Button>
        )}
      </span>
    </>
  )
}

function FrozenWords({ isNarrow }: { readonly isNarrow: boolean }) {
  const now = useNow(TICK_MS)
  const longest = longestFrozen(useFrozen().values())
  if (longest === undefined) return null
  return (
    <>
      <ShieldAlert size={15} aria-hidden="true" />
      <span className={isNarrow ? 'visually-hidden' : styles['limitName']}>{longest.limit}</span>
      <b className={styles['countdown']}>{untilText(longest.until, now)}</b>
    </>
  )
}

/** Set by the page's own sign-in only: the switches of keys are told to the programs that hold them. */
function DeadMan({ place }: { readonly place: DeadManPlace }) {
  const at = useProtection(({ status }) => status?.cancel_all_at ?? null)
  return at === null ? null : <DeadManTime at={at} place={place} />
}

/** Beside a countdown that matters more, a narrow header has no room for it; the panel has. */
type DeadManPlace = 'crowded' | 'free'

function DeadManTime({ at, place }: { readonly at: number; readonly place: DeadManPlace }) {
  const now = useNow(TICK_MS)
  if (at <= now) return null
  return (
    <span
      className={classNames(styles['deadMan'], styles[place])}
      title="The dead man’s switch of this sign-in: all that came through it is cancelled then."
    >
      <Timer size={14} aria-hidden="true" />
      <span className={styles['quietWords']}>Cancel all in</span> <b className={styles['countdown']}>{untilText(at, now)}</b>
    </span>
  )
}
