import { VenueBadge } from '../../components/Badge.tsx'
import { signedText } from '../../components/figure-text.ts'
import { currencyName, type Line } from './lines.ts'
import styles from './Positions.module.css'
import { expiryName } from './position-row.ts'

const figure = (value: number | undefined, decimals: number, unit = ''): string =>
  value === undefined ? '—' : `${signedText(value, decimals)}${unit}`
const dollars = (value: number | undefined): string => figure(value, 0).replace(/^([+−]?)/, '$1$')

/** A position, a group or a total in two lines, for phones. */
export function CompactLine({ line }: { readonly line: Line }) {
  switch (line.kind) {
    case 'POSITION': {
      const { row } = line
      const { figures } = row
      return (
        <span className={styles['compact']}>
          <span>{row.instrumentName}</span>
          <b
            className={styles[row.quantity > 0 ? 'gain' : 'loss']}
          >{`${signedText(row.quantity, decimalsIn(row.quantity))}${row.isInDollars ? ' $' : ''}`}</b>
          <span className={styles[gainTone(figures?.pnlUsd)]}>{dollars(figures?.pnlUsd)}</span>
          <span className={styles['muted']}>
            <VenueBadge venue={row.venue} /> {row.account}
          </span>
          <span className={styles['muted']}>{`Δ ${figure(figures?.delta, 2)}`}</span>
          <span className={styles['muted']}>{`vega ${figure(figures?.vega, 0)}`}</span>
        </span>
      )
    }
    case 'GROUP':
    case 'TOTAL': {
      const { sums } = line
      const isKnown = sums.leftOut < sums.count
      return (
        <span className={styles['compact']}>
          <b>{line.kind === 'TOTAL' ? currencyName(line.currency) : line.key === line.of.venue ? line.key : expiryName(line.of.expiry)}</b>
          <span>{line.isOpen ? '' : `${sums.count} ${sums.count === 1 ? 'position' : 'positions'}`}</span>
          <b className={styles[gainTone(sums.pnlUsd)]}>{dollars(sums.pnlUsd)}</b>
          <span className={styles['muted']}>{sums.leftOut === 0 ? 'total' : `${sums.leftOut} without figures`}</span>
          <span className={styles['muted']}>{`Δ ${figure(isKnown ? sums.delta : undefined, 2)}`}</span>
          <span className={styles['muted']}>{`vega ${figure(isKnown ? sums.vega : undefined, 0)}`}</span>
        </span>
      )
    }
  }
}

const decimalsIn = (value: number): number => String(value).split('.')[1]?.length ?? 0
const gainTone = (value: number | undefined): 'gain' | 'loss' | 'muted' =>
  value === undefined || value === 0 ? 'muted' : value > 0 ? 'gain' : 'loss'
