/** The commands of the palette, and how it finds them. */
export type Command = {
  readonly id: string
  readonly title: string
  readonly hint?: string | undefined
  /** Words for the second press, where the first only asks. */
  readonly again?: string
  /** The palette stays and goes on with this text. */
  readonly text?: string
  readonly run: () => void
}

/** Commands whose words hold every word typed, those that begin with them first. */
export function findCommands(commands: readonly Command[], typed: string, most: number): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (command: Command) => {
    const text = `${command.title} ${command.hint ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const begins = (command: Command) => (command.title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .filter(fits)
    .toSorted((a, b) => begins(a) - begins(b))
    .slice(0, most)
}
