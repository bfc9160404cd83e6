import { OctagonX, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { keyText } from '../../components/Kbd.tsx'
import { ariaKeys } from '../../components/key-table.ts'
import { useProtection } from '../../live/protection.ts'
import { openDialog } from '../../live/screen-state.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { PullMine, StopMe } from './OwnStop.tsx'
import styles from './ProtectionStrip.module.css'
import { useResetting } from './resetting.ts'
import { useCanProtect, useFrozen, useStop } from '../../live/trade-reasons.ts'
import { gaugesIn, type HeaderGauge, longestFrozen, measureOf, shortGaugeText, spanText, untilText } from './protection-text.ts'

type StripProps = { readonly products: readonly string[] }

/** At the bottom of a maker's ticket: the use of the limits of its products, and the buttons to cancel everything or stop. */
export const ProtectionStrip = ({ products }: StripProps) => (
  <section className={styles['strip']} aria-label="Protections">
    <State products={products} />
    <div className={styles['ways']}>
      <PullMine />
      <StopMe />
    </div>
  </section>
)

/** Only the limits of these products, because others do not apply here. */
function State({ products }: StripProps) {
  const stop = useStop()
  const held = [...useFrozen().values()].filter(({ product }) => products.includes(product))
  if (stop !== undefined)
    return (
      <Opener tone="stopped">
        <OctagonX size={13} aria-hidden="true" /> Stopped
      </Opener>
    )
  return held.length > 0 ? <Held held={held} /> : <Gauges products={products} />
}

const SHOWN = 3

function Gauges({ products }: StripProps) {
  const limits = useProtection(({ status }) => status?.limits)
  const gauges = gaugesIn(limits ?? [], products).slice(0, SHOWN)
  return (
    <Opener>
      {gauges.length === 0 ? (
        <>
          <ShieldCheck size={13} aria-hidden="true" /> Protected
        </>
      ) : (
        gauges.map((gauge) => <Gauge key={`${gauge.name} ${gauge.measure}`} gauge={gauge} />)
      )}
    </Opener>
  )
}

const Gauge = ({ gauge }: { readonly gauge: HeaderGauge }) => (
  <span className={styles['gauge']} title={`${gauge.name}: ${measureOf(gauge.measure)}, in ${spanText(gauge.windowMs)}`}>
    {gauge.name}
    <span className={styles['bar']} aria-hidden="true">
      <span className={classNames(styles['fill'], styles[gauge.tone])} style={{ width: `${gauge.share * 100}%` }} />
    </span>
    <b>{shortGaugeText(gauge)}</b>
  </span>
)

const TICK_MS = 500

function Held({ held }: { readonly held: Parameters<typeof longestFrozen>[0] }) {
  const now = useNow(TICK_MS)
  const resetting = useResetting()
  const mayReset = useCanProtect()
  const longest = longestFrozen(held)
  if (longest === undefined) return null
  return (
    <span className={styles['state']}>
      <Opener tone="held">
        <ShieldAlert size={13} aria-hidden="true" /> {longest.limit} <b>{untilText(longest.until, now)}</b>
      </Opener>
      {mayReset && (
        <Button size="small" isBusy={resetting.isBusy} onClick={() => void resetting.reset({})}>
          Reset
        </Button>
      )}
    </span>
  )
}

type OpenerProps = { readonly tone?: 'stopped' | 'held'; readonly children: React.ReactNode }

/** Opens the protections dialog with all details. */
const Opener = ({ tone, children }: OpenerProps) => (
  <button
    type="button"
    className={classNames(styles['state'], tone !== undefined && styles[tone])}
    aria-haspopup="dialog"
    aria-keyshortcuts={ariaKeys('protections')}
    title={`Protections of your desk (${keyText('protections')})`}
    onClick={() => openDialog('protections')}
  >
    {children}
  </button>
)
