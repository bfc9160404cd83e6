import { Download, Printer } from 'lucide-react'
import type { DealQuality } from '@parley/core'
import { formatQuantity, RFQ_LIFETIME_MS } from '@parley/core'
import type { Leg, RfqRecord } from '@parley/client'
import { useLayoutEffect } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { type KeyName, runKey } from '../../components/key-table.ts'
import { downloadText } from '../../components/table-export.ts'
import { useInstruments } from '../../live/instruments.ts'
import { startBuilder } from '../../live/screen-state.ts'
import { useIndex } from '../../live/use-live.ts'
import { useNewRfqReason } from '../../live/trade-reasons.ts'
import { useUser } from '../../live/session.ts'
import { copyLine } from '../structure/copy-line.ts'
import { lineOfLegs } from '../structure/line-of-legs.ts'
import { askAgain, type copiedOfRfq, hedgeOf, reversed, rolled } from './actions.ts'
import type { Deal } from './deal-view.ts'
import { executionRecord } from './execution-record.ts'
import { useHeld } from './PositionRisk.tsx'
import { netOf } from './position-risk.ts'
import { recapText } from './recap.ts'
import styles from './TradeCard.module.css'

type Held = {
  readonly of: { readonly venue: string; readonly baseCurrency: string; readonly quoteCurrency: string; readonly legs: readonly Leg[] }
  readonly side: 'BUY' | 'SELL'
  readonly quality: DealQuality
  readonly deal: Deal
  readonly decimals: number
}
type FootProps = {
  readonly copied: ReturnType<typeof copiedOfRfq>
  /** Undefined if the desk has no position from it. */
  readonly held: Held | undefined
  readonly record?: { readonly record: RfqRecord; readonly deal: Deal | undefined; readonly decimals: number }
}

type Act = { readonly key: KeyName; readonly words: string; readonly run: () => void; readonly reason?: string | undefined }

/** Each button has a shortcut while the card is open. */
export const CardFoot = (props: FootProps) =>
  props.held === undefined ? <Foot {...props} hedge={undefined} /> : <HedgedFoot {...props} held={props.held} />

const HedgedFoot = (props: FootProps & { readonly held: Held }) => <Foot {...props} hedge={useHedge(props.held)} />

function Foot({ copied, held, record, hedge }: FootProps & { readonly hedge: Omit<Act, 'key'> | undefined }) {
  const refused = useNewRfqReason()
  const instruments = useInstruments(copied.venue, copied.baseCurrency)
  const recapFormat = useUser().trading_desk?.recap_format
  const listed = instruments.state === 'LOADED' ? instruments.data : undefined
  const line = listed && lineOfLegs(copied, listed)
  const roll = listed && rolled(copied, listed)
  const acts: readonly Act[] = [
    { key: 'askAgain', words: 'Ask again', run: () => startBuilder({ kind: 'copy', copy: askAgain(copied) }), reason: refused },
    ...(held === undefined || hedge === undefined
      ? []
      : [
          {
            ...{ key: 'reverse' as const, words: 'Reverse', reason: refused },
            run: () => startBuilder({ kind: 'copy', copy: reversed(copied, formatQuantity(held.quality.quantity)) }),
          },
          { ...hedge, key: 'hedge' as const, reason: refused ?? hedge.reason },
          {
            ...{ key: 'roll' as const, words: 'Roll', run: () => roll !== undefined && startBuilder({ kind: 'copy', copy: roll }) },
            reason: refused ?? (roll === undefined ? 'No later expiry lists these strikes.' : undefined),
          },
        ]),
    {
      ...{ key: 'copyLine' as const, words: 'Copy line', run: () => line !== undefined && copyLine(line) },
      reason: line === undefined ? 'Its instruments are no longer listed.' : undefined,
    },
    ...(held === undefined
      ? []
      : [
          {
            ...{ key: 'copyRecap' as const, words: 'Copy as text' },
            run: () => copyLine(recapText({ ...held, legs: held.of.legs, instruments: listed }, recapFormat), 'Trade copied as text'),
            reason: instruments.state === 'LOADING' ? 'The instruments are loading.' : undefined,
          },
        ]),
  ]
  useKeys(acts)
  return (
    <footer className={styles['foot']}>
      {acts.map(({ key, words, run, reason }) => (
        <Button key={key} keyOf={key} kind={key === 'askAgain' ? 'primary' : 'default'} disabledReason={reason} onClick={run}>
          {words} <Kbd of={key} />
        </Button>
      ))}
      {record !== undefined && (
        <span className={styles['record']}>
          <Button
            kind="quiet"
            icon={<Download size={15} />}
            onClick={() => downloadText(`execution-record-${record.record.rfq.id}.csv`, executionRecord(record.record, record.deal, record.decimals), 'text/csv')} // prettier-ignore
          >
            Execution record
          </Button>
          <IconButton label="Print the execution record" onClick={() => print()}>
            <Printer size={15} />
          </IconButton>
        </span>
      )}
    </footer>
  )
}

function useKeys(acts: readonly Act[]): void {
  // A layout effect, so that a key works as soon as its button is painted.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      runKey(event, Object.fromEntries(acts.map(({ key, run, reason }) => [key, reason === undefined ? run : undefined])))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/** An RFQ for a perpetual that removes the delta of the position. */
function useHedge({ of, side, quality }: Held): Omit<Act, 'key'> {
  const lines = useHeld({ of, side, quality })
  const index = useIndex(of.baseCurrency, of.venue)
  const instruments = useInstruments(of.venue, of.baseCurrency)
  const perpetual = instruments.state === 'LOADED' ? [...instruments.data.values()].find(({ name }) => name === `${of.baseCurrency}-PERPETUAL`) : undefined // prettier-ignore
  if (lines === undefined || index === undefined || perpetual === undefined)
    return { words: 'Hedge', run: () => undefined, reason: 'The delta of your position is not known.' }
  const { delta } = netOf(lines)
  const { side: way, dollars } = hedgeOf(delta, Number(index.index_price), Number(perpetual.quantityIncrement) / 1e6 || 1)
  if (dollars === 0) return { words: 'Hedge', run: () => undefined, reason: 'No delta to hedge.' }
  return {
    words: `Hedge: ${way === 'BUY' ? 'buy' : 'sell'} ${Math.abs(delta).toFixed(2)} Δ`,
    run: () =>
      startBuilder({
        kind: 'copy',
        copy: {
          ...{
            venue: of.venue,
            baseCurrency: of.baseCurrency,
            isHedged: false,
            makers: [],
            isAnonymous: false,
            takerSide: undefined,
            goodForMs: RFQ_LIFETIME_MS,
          },
          legs: [{ instrumentId: perpetual.id, side: 'BUY', ratio: '1' }],
          quantity: String(dollars),
        },
      }),
  }
}
