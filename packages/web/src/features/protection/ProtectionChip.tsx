import { OctagonX, Timer, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { openDialog } from '../../live/screen-state.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { Button } from '../../components/Button.tsx'
import { keyText } from '../../components/Kbd.tsx'
import { ariaKeys } from '../../components/key-table.ts'
import { usePreTradeLimits } from '../../live/pre-trade-limits.ts'
import { readProtection, useProtection } from '../../live/protection.ts'
import { useUser } from '../../live/session.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'
import { useResetting } from './resetting.ts'
import { useCanProtect, useFrozen, useStop } from '../../live/trade-reasons.ts'
import {
  headerUnit,
  type HeaderGauge,
  limitText,
  longestFrozen,
  nearestGauge,
  preTradeLimitsText,
  shortGaugeText,
  untilText,
} from './protection-text.ts'

const TICK_MS = 500

/** The protections in the header: the use of the nearest limit, a countdown with Reset while something is frozen, or a stop. */
export function ProtectionChip() {
  const isNarrow = useIsNarrow()
  const isMaker = useUser().trading_desk?.is_maker === true
  const stop = useStop()
  const frozen = useFrozen()
  const mayReset = useCanProtect()
  const resetting = useResetting()
  const own = usePreTradeLimits(({ limits }) => limits?.own_most_notional)
  const ownText = own === undefined ? '' : `. Your own order limit: ${limitText(own)}`
  const isFrozen = frozen.size > 0
  const reset = isFrozen && stop === undefined && mayReset && !isNarrow
  return (
    <>
      <DeadMan place={stop !== undefined || isFrozen ? 'crowded' : 'free'} />
      <span className={styles['chipGroup']}>
        <button
          type="button"
          className={classNames(
            styles['chip'],
            stop !== undefined ? styles['stopped'] : isFrozen ? styles['frozen'] : isMaker && styles['armed'],
          )}
          aria-haspopup="dialog"
          aria-keyshortcuts={ariaKeys('protections')}
          title={`Protections of your desk (${keyText('protections')})${ownText}`}
          onClick={() => openDialog('protections')}
        >
          {stop !== undefined ? (
            <>
              <OctagonX size={15} aria-hidden="true" />
              <span className={isNarrow ? 'visually-hidden' : undefined}>Stopped</span>
            </>
          ) : isFrozen ? (
            <FrozenText isNarrow={isNarrow} />
          ) : (
            <ArmedText isNarrow={isNarrow} isMaker={isMaker} />
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

type ArmedProps = { readonly isNarrow: boolean; readonly isMaker: boolean }

/** A maker sees the use of the nearest limit. A desk that does not quote has nothing that could trigger, so it sees its pre-trade limits. */
function ArmedText({ isNarrow, isMaker }: ArmedProps) {
  const limits = useProtection(({ status }) => status?.limits)
  const gauge = useMemo(() => (isMaker && limits !== undefined ? nearestGauge(limits) : undefined), [isMaker, limits])
  useLookAgain(gauge, limits)
  if (gauge === undefined)
    return (
      <>
        <LimitsText isNarrow={isNarrow} isMaker={isMaker} />
      </>
    )
  return (
    <>
      <span className="visually-hidden">Protected, armed: </span>
      {isNarrow && <ShieldCheck size={15} aria-hidden="true" />}
      <span className={isNarrow ? 'visually-hidden' : styles['limitName']}>{gauge.name}</span>
      {!isNarrow && (
        <span className={classNames(styles['bar'], styles['shortBar'])} aria-hidden="true">
          <span className={classNames(styles['fill'], styles[gauge.tone])} style={{ width: `${gauge.share * 100}%` }} />
        </span>
      )}
      <b className={styles['countdown']}>{shortGaugeText(gauge)}</b>
      {!isNarrow && <span className={styles['quietWords']}>{headerUnit(gauge)}</span>}
      <NoLimits />
    </>
  )
}

/** The pre-trade limits of the desk. A desk without any is warned, because its protection is incomplete. */
function LimitsText({ isNarrow, isMaker }: ArmedProps) {
  const limits = usePreTradeLimits((held) => held.limits)
  const text = limits === undefined || isMaker ? undefined : preTradeLimitsText(limits)
  const isNone = limits !== undefined && preTradeLimitsText(limits) === undefined
  const Icon = isNone ? ShieldOff : ShieldCheck
  return (
    <>
      <Icon size={15} aria-hidden="true" className={isNone ? styles['unlimited'] : undefined} />
      <span className={isNarrow ? 'visually-hidden' : styles[isNone ? 'unlimited' : 'quietWords']}>
        {isNone ? 'No limits' : text === undefined ? 'Protected' : 'Limits'}
      </span>
      {text !== undefined && <b className={isNarrow ? 'visually-hidden' : styles['quietWords']}>{text}</b>}
    </>
  )
}

/** Shown next to the gauge of a maker, because the gauge does not cover typing errors. */
function NoLimits() {
  const isNone = usePreTradeLimits(({ limits }) => limits !== undefined && preTradeLimitsText(limits) === undefined)
  if (!isNone) return null
  return (
    <span className={styles['unlimited']} title="Your desk has no pre-trade limits on notional or on distance from the mark.">
      <ShieldOff size={15} aria-hidden="true" />
      <span className="visually-hidden">No limits</span>
    </span>
  )
}

const LOOK_AGAIN_MS = { least: 1_000, most: 5_000 } as const

/** Executions leave their window without a notification, so the use is read again. */
function useLookAgain(gauge: HeaderGauge | undefined, read: unknown): void {
  const isUsed = gauge !== undefined && gauge.share > 0
  const afterMs = Math.min(Math.max(gauge?.windowMs ?? 0, LOOK_AGAIN_MS.least), LOOK_AGAIN_MS.most)
  useEffect(() => {
    if (!isUsed) return
    const looking = setTimeout(() => void readProtection(), afterMs)
    return () => clearTimeout(looking)
  }, [isUsed, afterMs, read])
}

function FrozenText({ isNarrow }: { readonly isNarrow: boolean }) {
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

/** The switch of this session only. The switches of API keys are published to the programs that use them. */
function DeadMan({ place }: { readonly place: DeadManPlace }) {
  const at = useProtection(({ status }) => status?.cancel_all_at ?? null)
  return at === null ? null : <DeadManTime at={at} place={place} />
}

/** A narrow header has no room for it next to a more important countdown. The panel shows it. */
type DeadManPlace = 'crowded' | 'free'

function DeadManTime({ at, place }: { readonly at: number; readonly place: DeadManPlace }) {
  const now = useNow(TICK_MS)
  if (at <= now) return null
  return (
    <span
      className={classNames(styles['deadMan'], styles[place])}
      title="The dead man’s switch of this session. It cancels all orders sent in this session."
    >
      <Timer size={14} aria-hidden="true" />
      <span className={styles['quietWords']}>Cancel all in</span> <b className={styles['countdown']}>{untilText(at, now)}</b>
    </span>
  )
}
