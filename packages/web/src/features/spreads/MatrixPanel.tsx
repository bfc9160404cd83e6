import { useMemo } from 'react'
import { Segmented } from '../../components/Segmented.tsx'
import { Matrix } from './Matrix.tsx'
import styles from './Matrix.module.css'
import { matrixOf } from './matrix.ts'
import type { Strategy } from './model.ts'
import { chooseMode, type MatrixMode, useSpreadScreen } from './spread-screen.ts'
import { amountUnit } from './strategy-text.ts'
import { useFamilyStrategies, useTwoSided } from './use-spreads.ts'

const modes: readonly { readonly value: MatrixMode; readonly label: string }[] = [
  { value: 'BOTH', label: 'Price and yield' },
  { value: 'RATE', label: 'Yield' },
  { value: 'SIZE', label: 'Size' },
]

/** All spreads of one venue, coin and margin type, and the choice of the cell contents. */
export function MatrixPanel({ chosen }: { readonly chosen: Strategy }) {
  const strategies = useFamilyStrategies()
  const mode = useSpreadScreen((screen) => screen.mode)
  const matrix = useMemo(() => matrixOf(strategies), [strategies])
  const quoted = useTwoSided(strategies)
  return (
    <section className={styles['panel']} aria-label="Spreads by expiry">
      <div className={styles['bar']}>
        <Segmented label="Cell contents" value={mode} options={modes} onChange={chooseMode} />
        <p className={styles['legend']}>
          {legends[mode](chosen)} <i className={styles['mineSample']} aria-hidden="true" /> your order
        </p>
        <p className={styles['coverage']}>
          {quoted} of {strategies.length} two-sided
        </p>
      </div>
      <Matrix matrix={matrix} chosen={chosen} />
    </section>
  )
}

const legends: Readonly<Record<MatrixMode, (strategy: Strategy) => string>> = {
  BOTH: ({ quoteCurrency }) => `Best bid / ask in ${quoteCurrency}, annualised yield below ·`,
  RATE: () => 'Annualised yield (bid / ask), basis below ·',
  SIZE: (strategy) => `Size at the best bid / ask in ${amountUnit(strategy)}, prices below ·`,
}
