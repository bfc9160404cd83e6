import { useRef } from 'react'
import { useOneStop } from '../../../components/use-one-stop.ts'
import { classNames } from '../../../theme/class-names.ts'
import { isNameOfLegs, structureIcon } from './structure-icon.ts'
import styles from './StructureList.module.css'

const CUSTOM = 'Custom'
const INVERSE = / \(inverse\)$/

type StructureListProps = {
  readonly offered: readonly string[]
  readonly chosen: string | undefined
  readonly onChoose: (name: string) => void
}

/** Named structures with the shape of their pay-off. The structure of the current legs is marked, however they were chosen. An example marks none. */
export function StructureList({ offered, chosen, onChoose }: StructureListProps) {
  const isTurned = chosen !== undefined && INVERSE.test(chosen)
  const named = chosen?.replace(INVERSE, '')
  const isOffered = named === undefined || offered.includes(named)
  const list = useRef<HTMLUListElement>(null)
  const stop = useOneStop(list, 'button', '[aria-pressed="true"]')
  return (
    <ul ref={list} {...stop} className={styles['list']}>
      {offered.map((name) => (
        <li key={name}>
          <button
            type="button"
            tabIndex={-1}
            className={classNames(styles['item'], name === named && styles['chosen'])}
            aria-pressed={name === named}
            onClick={() => onChoose(name)}
          >
            <Icon name={name === named && isTurned ? `${name} (inverse)` : name} />
            {name}
            {name === named && isTurned && <small className={styles['turned']}>{' sold'}</small>}
          </button>
        </li>
      ))}
      {!isOffered && named !== CUSTOM && isNameOfLegs(named) && (
        <li className={classNames(styles['item'], styles['chosen'])}>
          <Icon name={chosen ?? named} />
          {named}
        </li>
      )}
      <li
        className={classNames(styles['item'], styles['own'], named === CUSTOM && styles['chosen'])}
        aria-current={named === CUSTOM || undefined}
        title="Build your own: click prices in the chain."
      >
        <Icon name={CUSTOM} />
        {CUSTOM}
      </li>
    </ul>
  )
}

const Icon = ({ name }: { readonly name: string }) => (
  <svg viewBox="0 0 30 12" className={styles['icon']} aria-hidden="true">
    <polyline points={structureIcon(name)} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
  </svg>
)
