/** Text typed before the builder is open: a user who knows its shortcut starts to type immediately. */
let typed = ''

export const typeAhead = (more: string): void => void (typed += more)
export const eraseAhead = (): void => void (typed = typed.slice(0, -1))

/** Returns the text for the line once it is open, and forgets it if nothing takes it. */
export function takeTypedAhead(): string {
  const taken = typed
  typed = ''
  return taken
}
