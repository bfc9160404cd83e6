import { Pencil, X } from 'lucide-react'
import { Button } from '../../components/Button.tsx'

type OrderActionsProps = {
  /** The order as a text: `buy 100k @ 659.0`. */
  readonly what: string
  readonly look: 'TEXT' | 'ICONS'
  /** Why the order cannot be changed. */
  readonly reason: string | undefined
  readonly isBusy: boolean
  readonly onEdit: () => void
  readonly onCancel: () => void
}

/** Amends or cancels an open order of a list. */
export function OrderActions({ what, look, reason, isBusy, onEdit, onCancel }: OrderActionsProps) {
  const isText = look === 'TEXT'
  const button = (verb: string) => ({
    ...({ size: 'small', disabledReason: reason, 'aria-label': `${verb} ${what}` } as const),
    ...(isText ? {} : ({ kind: 'quiet', title: `${verb} ${what}` } as const)),
  })
  const pencil = <Pencil size={isText ? 11 : 13} aria-hidden="true" />
  return (
    <>
      <Button {...button('Edit')} {...(isText ? { icon: pencil } : {})} onClick={onEdit}>
        {isText ? 'Edit' : pencil}
      </Button>
      <Button {...button('Cancel')} {...(isText ? { keyOf: 'pullOrder' } : {})} isBusy={isBusy} onClick={onCancel}>
        <X size={isText ? 12 : 13} aria-hidden="true" />
      </Button>
    </>
  )
}
