import { Fragment, type ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Facts.module.css'

type FactsProps = {
  readonly of: readonly (readonly [name: string, value: ReactNode])[]
  readonly label?: string
  /** Figures that add up what is above them are aligned like a column. */
  readonly areSums?: true
}

/** Names with their values, one below the other. */
export const Facts = ({ of, label, areSums }: FactsProps) => (
  <dl className={classNames(styles['facts'], areSums && styles['sums'])} aria-label={label}>
    {of.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
