import { classNames } from '../../theme/class-names.ts'
import type { FigureRow } from './before-after.ts'
import styles from './BeforeAfter.module.css'

type BeforeAfterProps = { readonly label: string; readonly heads: readonly string[]; readonly rows: readonly FigureRow[] }

/** The figures of a position and its account before and after a change, in a column for each outcome. */
export const BeforeAfter = ({ label, heads, rows }: BeforeAfterProps) => (
  <table className={styles['table']} aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{label}</th>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, figures }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {figures.map(({ text, isNear }, place) => (
            <td key={heads[place]} className={classNames(place > 0 && styles['after'], isNear && styles['near'])}>
              {text}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
