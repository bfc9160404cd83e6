import type { Command } from '@parley/client'
import { Button, type ButtonProps } from '../../components/Button.tsx'
import { send } from '../../live/api.ts'
import { useCancelling } from './use-cancelling.ts'

type CancelButtonProps = Pick<ButtonProps, 'kind' | 'children'> & {
  /** The kind of order in the keys of the messages, and what is cancelled. */
  readonly of: readonly [kind: string, id: string]
  readonly command: Command<unknown>
}

/** Cancels with one click, and is busy until its own response. */
export function CancelButton({ of: [kind, id], command, ...button }: CancelButtonProps) {
  const { isBusy, run } = useCancelling(kind)
  return <Button {...button} isBusy={isBusy(id)} onClick={() => void run(id, () => send(command))} />
}
