/** The client order id and label, which a replacement can change along with its terms (rulebook 5.22, 10.20). */

type NewNames = { readonly clientOrderId?: string | undefined; readonly label?: string | undefined }
type OrderNames = { readonly clientOrderId?: string; readonly label?: string }

/** Absent names are unchanged and empty ones are removed. Most replacements change neither, and get the same value back. */
export function withNames<Old extends OrderNames>(old: Old, { clientOrderId, label }: NewNames): Old {
  if (clientOrderId === undefined && label === undefined) return old
  const { clientOrderId: nameBefore, label: labelBefore, ...rest } = old
  // Both members are optional, so the order is complete with any of them.
  return {
    ...rest,
    ...nameMember('clientOrderId', clientOrderId, nameBefore),
    ...nameMember('label', label, labelBefore),
  } as unknown as Old
}

/** A member to spread. */
function nameMember(member: 'clientOrderId' | 'label', now: string | undefined, before: string | undefined): OrderNames {
  const value = now ?? before
  return value === undefined || value === '' ? {} : { [member]: value }
}
