import { Button } from '../../components/Button.tsx'
import { links } from '../../components/links.ts'
import { showTicket } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'

/** The next step of an account whose list is still empty. */
export function FirstOrder() {
  const hasNone = usePerpetuals(({ account }) => account.line === 'NO_ACCOUNT')
  if (hasNone)
    return (
      <a href={`${links.dashboard}venue-accounts`} target="_blank" rel="noreferrer">
        Open Venue accounts
      </a>
    )
  return (
    <Button size="small" onClick={startOrder}>
      Place an order
    </Button>
  )
}

/** Opens the ticket, which a phone keeps closed, or goes to its first field. */
function startOrder(): void {
  showTicket(true)
  document.querySelector<HTMLElement>('[data-ticket] input:not([type="radio"])')?.focus()
}
