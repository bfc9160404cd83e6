import { Segmented } from '../../../components/Segmented.tsx'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import styles from './RfqBuilder.module.css'
import { StructureList } from './StructureList.tsx'

type ChoicesProps = {
  readonly form: BuilderForm
  readonly name: string
  readonly act: (action: BuilderAction) => void
  readonly onChoose: (name: string) => void
}

/** Where, in what, and which structure. */
export const Choices = ({ form, name, act, onChoose }: ChoicesProps) => (
  <nav className={styles['left']} aria-label="Structure">
    <div className={styles['choice']}>
      <p className={styles['label']}>Venue</p>
      <Segmented
        label="Venue"
        value="DBT"
        options={[
          { value: 'DBT', label: 'DBT' },
          { value: 'BYB', label: 'BYB', disabledReason: 'Bybit is not connected in this version.' },
          { value: 'BIT', label: 'BIT', disabledReason: 'bit.com is not connected in this version.' },
        ]}
        onChange={() => undefined}
      />
    </div>
    <div className={styles['choice']}>
      <p className={styles['label']}>Currency</p>
      <Segmented
        label="Currency"
        value={form.currency}
        options={[
          { value: 'BTC', label: 'BTC' },
          { value: 'ETH', label: 'ETH' },
        ]}
        onChange={(currency) => act({ kind: 'currencyChosen', currency })}
      />
    </div>
    <p className={styles['label']}>Structure</p>
    <StructureList chosen={name} onChoose={onChoose} />
  </nav>
)
