import { cancelList, type ListRfq } from '@parley/client'
import { displayWay, type ListWay, type NetAmount, netText, type WayToTrade } from '@parley/core'
import { useState } from 'react'
import { Remark } from '../../components/Remark.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { classNames } from '../../theme/class-names.ts'
import { CancelButton } from '../order-entry/CancelButton.tsx'
import { GuardLines } from '../order-entry/PriceOnceMore.tsx'
import { SentLines } from '../order-entry/SentLines.tsx'
import { TradeButton } from '../order-entry/TradeButton.tsx'
import { statusOf } from './LineTable.tsx'
import { useNeedsApprovalTogether } from '../rfq/use-notional-reasons.ts'
import styles from './Lists.module.css'
import { type LineNow, unitOf } from './use-list.ts'
import { useMarginText, useTrading } from './use-trading.ts'

type TradeListProps = {
  readonly list: ListRfq
  readonly lines: readonly LineNow[]
  readonly ways: readonly WayToTrade[]
  readonly way: WayToTrade
  readonly onWay: (id: string) => void
  readonly ticked: readonly LineNow[]
}

const modes = [
  { value: 'BEST_PER_LINE', label: 'Best per line' },
  { value: 'ALL_OR_NONE', label: 'All or none' },
] as const

/** The taker's ticket of a list: the ways to trade it, the guard, one button for what will happen now, and the receipts. */
export function TradeList({ list, lines, ways, way, onWay, ticked }: TradeListProps) {
  const [mode, setMode] = useState<ListWay>('BEST_PER_LINE')
  const best = ways[0]!
  const unit = unitOf(list)
  const trading = useTrading({ list, lines, best, way, mode, ticked: ticked.map(({ line }) => line).join() })
  const { guarded, typed, sender, reason, arm } = trading
  const margin = useMarginText(list, way)
  const isAbove = useNeedsApprovalTogether(list)
  const traded = way.lines as readonly LineNow[]
  const open = lines.filter(({ isOpen }) => isOpen)
  return (
    <section className={styles['send']} aria-label="Trade the list" data-ticket>
      <Ways ways={ways} chosen={way} unit={unit} onWay={onWay} />
      <div className={styles['line']}>
        {way.kind === 'BEST' && <Segmented label="What happens if a price worsens" value={mode} options={modes} onChange={setMode} />}
        <span className={styles['muted']}>{`${ticked.length} of ${lines.length} lines selected`}</span>
      </div>
      <GuardLines {...guarded} of="Net price" typed={typed} step="0.0001" />
      <p>{trading.sentence}</p>
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
        needsApproval={isAbove(traded.map(({ structure, rfq: { quantity } }) => ({ structure, quantity })))}
        isSending={sender.sending !== undefined}
        armedAt={arm.asked}
        onPress={trading.press}
      />
      <SentLines of={sender} className={styles['muted']} refusedClassName={styles['problem']} />
      <Receipt
        lines={lines}
        asked={list.counterparties.length}
        open={trading.receipt?.lines.filter(({ isTraded }) => !isTraded).map(({ line }) => line)}
      />
      <Remark>{margin}</Remark>
      {open.length > 0 && (
        <CancelButton kind="danger" of={['list', list.id]} command={cancelList(list.id)}>
          {`Cancel the ${open.length} open ${open.length === 1 ? 'line' : 'lines'}`}
        </CancelButton>
      )}
    </section>
  )
}

type WaysProps = {
  readonly ways: readonly WayToTrade[]
  readonly chosen: WayToTrade
  readonly unit: string
  readonly onWay: (id: string) => void
}

function Ways({ ways, chosen, unit, onWay }: WaysProps) {
  const best = ways[0]!
  return (
    <fieldset className={styles['ways']}>
      <legend>{`Ways to trade · net ${unit}`}</legend>
      {ways.map((way) => {
        const more = (way.net - best.net) as NetAmount
        return (
          <label key={way.id} className={classNames(styles['way'], way.id === chosen.id && styles['chosen'])}>
            <input type="radio" name="way" className="visually-hidden" checked={way.id === chosen.id} onChange={() => onWay(way.id)} />
            <b>{displayWay(way)}</b>
            <span>{way.lines.length === 0 ? '—' : netText(way.net)}</span>
            <span className={styles['muted']}>{way === best ? 'best' : `${more < 0 ? '' : '+'}${netText(more)}`}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

type ReceiptProps = { readonly lines: readonly LineNow[]; readonly asked: number; readonly open: readonly number[] | undefined }

/** The lines that traded, each with its maker. A line that the venue rejected has its reason, and the others stay traded (rulebook 22.10). */
function Receipt({ lines, asked, open = [] }: ReceiptProps) {
  const shown = lines.filter(({ line, trades }) => trades.length > 0 || open.includes(line))
  if (shown.length === 0) return null
  const isTraded = ({ trades }: LineNow) => trades.some(({ state }) => state !== 'REJECTED')
  const textOf = (line: LineNow) =>
    line.trades.length === 0
      ? 'stays open. Its price was worse, or less than its size was offered.'
      : `${line.trades.map(({ quantity, price }) => `${quantity} @ ${price}`).join(', ')}. ${statusOf(line, asked).text}.`
  return (
    <section aria-label="Receipts">
      <h4>{`${shown.filter(isTraded).length} of ${lines.length} lines traded`}</h4>
      <ul className={styles['receipts']}>
        {shown.map((line) => (
          <li key={line.line} className={line.trades.length === 0 || isTraded(line) ? undefined : styles['problem']}>
            {`Row ${line.row}: ${textOf(line)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
