import { Button } from '../../components/Button.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import styles from './Allocation.module.css'
import { enteredOf, givenOut } from './shares.ts'
import type { Allocation } from './use-allocation.ts'

/** The quantity of each account in one order, which is all or none. */
export function AllocationShares({ allocation }: { readonly allocation: Allocation }) {
  if (!allocation.isSplit) return null
  return (
    <fieldset className={styles['shares']}>
      <legend>Split across accounts, one block per account</legend>
      <div className={styles['rows']}>
        {allocation.accounts.map((account) => (
          <NumberField
            key={account}
            label={account}
            size="small"
            value={enteredOf(allocation.shares, account)}
            step={allocation.increment}
            isRounded
            placeholder="none"
            onChange={(quantity) => allocation.share(account, quantity)}
          />
        ))}
      </div>
      <div className={styles['foot']}>
        <span className={allocation.refused === undefined ? undefined : styles['wrong']}>
          {allocation.refused ?? `${givenOut(allocation.parts)} of ${allocation.quantity ?? '—'} allocated.`}
        </span>
        <span className={styles['buttons']}>
          <Button size="small" kind="quiet" onClick={allocation.join}>
            Use one account
          </Button>
          <Button size="small" onClick={allocation.split}>
            Split evenly
          </Button>
        </span>
      </div>
    </fieldset>
  )
}

/** Next to the account of a ticket, if the desk has more than one at the venue. */
export function SplitButton({ allocation }: { readonly allocation: Allocation }) {
  if (allocation.accounts.length < 2) return null
  return (
    <button type="button" className={styles['toggle']} onClick={allocation.split}>
      Split
    </button>
  )
}
