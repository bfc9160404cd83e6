import type { ComparedAccountView } from '@parley/contracts'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import { classNames } from '../../theme/class-names.ts'
import styles from './Reconciliation.module.css'

type Props = {
  readonly accounts: readonly ComparedAccountView[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}
type Figure = 'ours' | 'theirs' | 'matched' | 'missing_there' | 'missing_here' | 'differs'

const figures: readonly (readonly [Figure, heading: string, look: string, place: 'wide' | 'all'])[] = [
  ['ours', 'Ours', 'plain', 'wide'],
  ['theirs', 'Theirs', 'plain', 'wide'],
  ['matched', 'Matched', 'good', 'all'],
  ['missing_there', 'Missing at venue', 'bad', 'all'],
  ['missing_here', 'Missing here', 'bad', 'all'],
  ['differs', 'Differs', 'warn', 'all'],
]

/** A click on an account filters the list below to its differences. */
export function ComparedAccounts({ accounts, chosen, onChoose }: Props) {
  const sum = (name: Figure | 'open') => accounts.reduce((total, one) => total + one[name], 0)
  return (
    <div className={styles['panel']}>
      <table className={styles['table']} aria-label="Accounts">
        <thead>
          <tr>
            <th scope="col">Venue</th>
            <th scope="col">Account</th>
            {figures.map(([name, heading, , place]) => (
              <th key={name} scope="col" className={classNames(styles['number'], place === 'wide' && styles['wide'])}>
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">State</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((one) => (
            <tr
              key={one.account_id}
              className={classNames(styles['row'], one.account_id === chosen && styles['chosen'])}
              onClick={() => onChoose(one.account_id)}
            >
              <td>
                <VenueBadge venue={one.venue} />
              </td>
              <td>
                <button type="button" className={styles['name']} aria-pressed={one.account_id === chosen}>
                  {one.account_name}
                </button>
              </td>
              {figures.map(([name, , look, place]) => (
                <td
                  key={name}
                  className={classNames(
                    styles['number'],
                    place === 'wide' && styles['wide'],
                    one[name] === 0 ? styles['none'] : styles[look],
                  )}
                >
                  {one.compared_at === null ? '—' : one[name]}
                </td>
              ))}
              <td>
                <State account={one} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td>{accounts.length === 1 ? '1 account' : `${accounts.length} accounts`}</td>
            {figures.map(([name, , , place]) => (
              <td key={name} className={classNames(styles['number'], place === 'wide' && styles['wide'])}>
                {sum(name)}
              </td>
            ))}
            <td>{sum('open') === 0 ? '' : `${sum('open')} open`}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function State({ account: { state, failure, compared_at, open, matched, ours, theirs } }: { readonly account: ComparedAccountView }) {
  if (state === 'WAITING' && failure !== null)
    return (
      <span title={`${failure} Retrying.`}>
        <StatusBadge tone="danger">{compared_at === null ? 'Not reconciled yet' : 'Last attempt failed'}</StatusBadge>
      </span>
    )
  if (state === 'WAITING') return <StatusBadge tone="plain">Comparing…</StatusBadge>
  if (open > 0) return <StatusBadge tone="warn">{open} open</StatusBadge>
  if (ours === 0 && theirs === 0) return <span className={styles['none']}>none</span>
  return <StatusBadge tone="open">{matched === ours && matched === theirs ? 'All match' : 'All closed'}</StatusBadge>
}
