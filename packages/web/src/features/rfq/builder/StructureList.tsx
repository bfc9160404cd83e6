import { classNames } from '../../../theme/class-names.ts'
import { isNameOfLegs, structureIcon } from './structure-icon.ts'
import { offered } from './suggest.ts'
import styles from './StructureList.module.css'

/** Named structures with the shape of their pay-off; what the legs make now is marked, however they came about. An example marks none. */
export function StructureList({ chosen, onChoose }: { readonly chosen: string | undefined; readonly onChoose: (name: string) => void }) {
  const isNamed = chosen === undefined || offered.includes(chosen)
  return (
    <ul className={styles['list']}>
      {offered.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={classNames(styles['item'], name === chosen && styles['chosen'])}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <Icon name={name} />
            {name}
          </button>
        </li>
      ))}
      {!isNamed && isNameOfLegs(chosen) && (
        <li className={classNames(styles['item'], styles['chosen'])}>
          <Icon name={chosen} />
          {chosen}
        </li>
      )}
    </ul>
  )
}

const Icon = ({ name }: { readonly name: string }) => (
  <svg viewBox="0 0 30 12" className={styles['icon']} aria-hidden="true">
    <polyline points={structureIcon(name)} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
  </svg>
)
