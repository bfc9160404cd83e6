/** The commands of the palette, and the search in them. */
export type Command = {
  readonly id: string
  readonly title: string
  readonly hint?: string | undefined
  /** Other words for it, which the search finds although they are not shown. */
  readonly alsoCalled?: string
  /** The text for the confirmation, if the first Enter only asks. */
  readonly again?: string
  /** The palette stays open with this text. */
  readonly text?: string
  readonly run: () => void
}

/** Commands that contain every typed word. Those that begin with the words come first. */
export function findCommands(commands: readonly Command[], typed: string, most: number): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (command: Command) => {
    const text = `${command.title} ${command.hint ?? ''} ${command.alsoCalled ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const begins = (command: Command) => (command.title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .filter(fits)
    .toSorted((a, b) => begins(a) - begins(b))
    .slice(0, most)
}
