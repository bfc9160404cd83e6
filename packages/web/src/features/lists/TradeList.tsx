import { cancelList, type ListRfq } from '@parley/client'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { send } from '../../live/api.ts'
import { classNames } from '../../theme/class-names.ts'
import { OnItsWayLine } from '../order-entry/OnItsWayLine.tsx'
import { PriceOnceMore } from '../order-entry/PriceOnceMore.tsx'
import { TradeButton } from '../order-entry/TradeButton.tsx'
import { useCancelling } from '../order-entry/use-cancelling.ts'
import { differenceOf, type LineNow, netText, stateOf, type Way } from './list-figures.ts'
import { rowOf, statusOf } from './LineTable.tsx'
import styles from './Lists.module.css'
import { type Mode, tradeSentence, unitOf, useTrading } from './use-trading.ts'

type TradeListProps = {
  readonly list: ListRfq
  readonly lines: readonly LineNow[]
  readonly ways: readonly Way[]
  readonly way: Way
  readonly onWay: (id: string) => void
  readonly ticked: readonly LineNow[]
}

const modes = [
  { value: 'BEST_PER_LINE', label: 'Best per line' },
  { value: 'ALL_OR_NONE', label: 'All or none' },
] as const
const nothing = (): void => undefined

/** The taker's ticket of a list: the ways to trade it, the guard, one button for what will happen now, and the receipts. */
export function TradeList({ list, lines, ways, way, onWay, ticked }: TradeListProps) {
  const [mode, setMode] = useState<Mode>('BEST_PER_LINE')
  const best = ways[0]!
  const unit = unitOf(list)
  const trading = useTrading({ list, lines, best, way, mode, ticked: ticked.map(({ line }) => line).join() })
  const { guarded, typed, sender, reason, arm } = trading
  const open = lines.filter((line) => stateOf(line) === 'OPEN')
  return (
    <section className={styles['send']} aria-label="Trade the list" data-ticket>
      <Ways ways={ways} chosen={way} unit={unit} onWay={onWay} />
      <div className={styles['line']}>
        {way.kind === 'BEST' && <Segmented label="What happens if a price worsens" value={mode} options={modes} onChange={setMode} />}
        <span className={styles['muted']}>{`${ticked.length} of ${lines.length} lines selected`}</span>
      </div>
      {guarded.says !== undefined && <p className={styles['warn']}>{guarded.says}</p>}
      {guarded.isTypedTwice && <PriceOnceMore of="Net price" typed={typed} step="0.0001" />}
      <p className={styles['sentence']}>{tradeSentence(way, lines, mode, unit)}</p>
      <TradeButton
        side="BUY"
        kind="primary"
        words={trading.words}
        title="Trade the list"
        reason={reason}
        isReasonSaid={false}
        state={trading.state}
        worse={trading.worse}
        isOneClick={false}
        isGuarded={guarded.says !== undefined}
        isSending={sender.sending !== undefined}
        armedAt={arm.asked}
        onFocus={nothing}
        onPress={trading.press}
        onAttention={nothing}
      />
      <OnItsWayLine of={sender} className={styles['muted']} />
      {sender.last?.words !== undefined && (
        <p className={styles['problem']} role="alert">
          {sender.last.words}
        </p>
      )}
      <Receipt
        lines={lines}
        asked={list.counterparties.length}
        open={trading.receipt?.lines.filter(({ isTraded }) => !isTraded).map(({ line }) => line)}
      />
      <p className={styles['muted']}>
        Margin after the trade: not available for several blocks together. The venue checks the margin of each block when it settles it.
      </p>
      {open.length > 0 && <CancelList list={list} open={open.length} />}
    </section>
  )
}

type WaysProps = { readonly ways: readonly Way[]; readonly chosen: Way; readonly unit: string; readonly onWay: (id: string) => void }

function Ways({ ways, chosen, unit, onWay }: WaysProps) {
  const best = ways[0]!
  return (
    <fieldset className={styles['ways']}>
      <legend>{`Ways to trade · net ${unit}`}</legend>
      {ways.map((way) => {
        const more = differenceOf(way.net, best.net)
        return (
          <label key={way.id} className={classNames(styles['way'], way.id === chosen.id && styles['chosen'])}>
            <input type="radio" name="way" className="visually-hidden" checked={way.id === chosen.id} onChange={() => onWay(way.id)} />
            <b>{way.label}</b>
            <span>{way.kind !== 'NET' && way.trades.size === 0 ? '—' : netText(way.net)}</span>
            <span className={styles['muted']}>{way === best ? 'best' : `${more.startsWith('-') ? '' : '+'}${netText(more)}`}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

type ReceiptProps = { readonly lines: readonly LineNow[]; readonly asked: number; readonly open: readonly number[] | undefined }

/** The lines that traded, each with its maker. A line that the venue rejected has its reason, and the others stay traded (rulebook 22.10). */
function Receipt({ lines, asked, open = [] }: ReceiptProps) {
  const traded = lines.filter(({ trades }) => trades.length > 0)
  const left = lines.filter((line) => open.includes(line.line) && line.trades.length === 0)
  if (traded.length + left.length === 0) return null
  return (
    <section aria-label="Receipts">
      <h4>{`${traded.filter((line) => stateOf(line) === 'TRADED').length} of ${lines.length} lines traded`}</h4>
      <ul className={styles['receipts']}>
        {traded.map((line) => (
          <li key={line.line} className={stateOf(line) === 'TRADED' ? undefined : styles['problem']}>
            {`Row ${rowOf(line)}: ${line.trades.map(({ quantity, price }) => `${quantity} @ ${price}`).join(', ')}. ${statusOf(line, asked).text}.`}
          </li>
        ))}
        {left.map((line) => (
          <li key={line.line}>{`Row ${rowOf(line)}: stays open. Its price was worse, or less than its size was offered.`}</li>
        ))}
      </ul>
    </section>
  )
}

function CancelList({ list, open }: { readonly list: ListRfq; readonly open: number }) {
  const { isBusy, run } = useCancelling('list')
  return (
    <Button kind="danger" isBusy={isBusy(list.id)} onClick={() => void run(list.id, () => send(cancelList(list.id)))}>
      {`Cancel the ${open} open ${open === 1 ? 'line' : 'lines'}`}
    </Button>
  )
}
