import { ink } from '../../theme/ink.ts'
import { greekFigures } from './greek-text.ts'
import styles from './Greeks.module.css'

type GreeksProps = {
  readonly greeks: { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number }
  readonly currency: string
}

/** The four Greeks of a quantity, each with its unit. */
export const Greeks = ({ greeks, currency }: GreeksProps) => (
  <dl className={styles['greeks']}>
    {greekFigures(greeks, currency).map(({ name, value, per }) => (
      <div key={name}>
        <dt>
          {name} <small>{per}</small>
        </dt>
        <dd>
          <b className={ink.own}>{value}</b>
        </dd>
      </div>
    ))}
  </dl>
)
