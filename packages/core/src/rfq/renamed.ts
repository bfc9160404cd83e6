/** The words that a replacement may bring beside its terms (rulebook 5.22, 10.20). */

type Words = { readonly clientOrderId?: string | undefined; readonly label?: string | undefined }
type Named = { readonly clientOrderId?: string; readonly label?: string }

/** What is absent stays as it was, what is empty is taken away. Most replacements name nothing anew, and get the same value back. */
export function renamed<Old extends Named>(old: Old, { clientOrderId, label }: Words): Old {
  if (clientOrderId === undefined && label === undefined) return old
  const { clientOrderId: nameBefore, label: labelBefore, ...rest } = old
  // Both are optional: with those that stay or come it is whole again.
  return { ...rest, ...given('clientOrderId', clientOrderId, nameBefore), ...given('label', label, labelBefore) } as unknown as Old
}

/** As a member to spread. */
function given(member: 'clientOrderId' | 'label', now: string | undefined, before: string | undefined): Named {
  const value = now ?? before
  return value === undefined || value === '' ? {} : { [member]: value }
}
