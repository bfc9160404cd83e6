import { Button } from '../../components/Button.tsx'

/** The next step of a list that is still empty: the ladder, in which orders are placed. */
export const ToLadder = () => (
  <Button size="small" onClick={() => document.querySelector<HTMLElement>('[data-rung][tabindex="0"]')?.focus()}>
    Go to the ladder
  </Button>
)
