export type ComboboxOption = { readonly value: string; readonly label: string; readonly hint?: string | undefined }

/** Case and accents are ignored: `cote d` finds Côte d’Ivoire. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[’']/g, "'").toLowerCase().trim()

/** All options for an empty text. Otherwise first the names that begin with it, then those with a word that does, then those that contain it. */
export function findOptions(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const text = folded(typed)
  if (text === '') return options
  const rank = ({ label }: ComboboxOption): number => {
    const name = folded(label)
    if (name.startsWith(text)) return 0
    if (name.split(/[\s(-]+/).some((word) => word.startsWith(text))) return 1
    return name.includes(text) ? 2 : 3
  }
  return [0, 1, 2].flatMap((wanted) => options.filter((option) => rank(option) === wanted))
}
