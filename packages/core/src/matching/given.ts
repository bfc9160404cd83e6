/** A word that a replacement may bring: absent it stays, empty it is taken away (rulebook 5.22, 10.20). As a member to spread. */
export function given<Member extends string>(
  member: Member,
  now: string | undefined,
  before: string | undefined,
): { readonly [Key in Member]?: string } {
  const value = now ?? before
  return value === undefined || value === '' ? {} : ({ [member]: value } as { readonly [Key in Member]?: string })
}
