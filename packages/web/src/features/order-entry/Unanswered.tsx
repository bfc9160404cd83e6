import { Button } from '../../components/Button.tsx'
import { ageText, clockText } from '../../components/time-text.ts'
import { limits } from '../../live/limits.ts'
import { useNow } from '../../live/use-live.ts'

/** An order on its way. `notAfter` is the latest time at which it can trade or rest. */
export type OnItsWay = { readonly pressedAt: number; readonly notAfter: number; readonly isWithdrawn?: boolean }

type UnansweredProps = {
  readonly of: OnItsWay
  /** `Withdraw the bid`, if several orders can be withdrawn. */
  readonly label?: string
  readonly onWithdraw: () => void
}

/** After a second without a response: the age of the order, when it can no longer trade, and how to withdraw it (rulebook 5.25). */
export function Unanswered({ of: { pressedAt, notAfter, isWithdrawn = false }, label = 'Withdraw', onWithdraw }: UnansweredProps) {
  const now = useNow(limits.unansweredEveryMs)
  const ageMs = now - pressedAt
  const until = `${now > notAfter ? 'it can only have been placed before' : 'cannot trade after'} ${clockText(notAfter)}`
  if (isWithdrawn) return ` · withdrawal sent, waiting for confirmation · ${until}`
  if (ageMs < limits.unansweredMs) return null
  return (
    <>
      {` · no response for ${ageText(ageMs)} · ${until} `}
      <Button size="small" aria-label={label} onClick={onWithdraw}>
        Withdraw
      </Button>
    </>
  )
}
