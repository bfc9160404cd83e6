/** Text for a line that is not there yet: a hand that knows the key of a dialog types on before the dialog stands. */
let typed = ''

export const typeAhead = (more: string): void => void (typed += more)
export const eraseAhead = (): void => void (typed = typed.slice(0, -1))

/** For the line, as soon as it stands; and to forget it where nothing will take it. */
export function takeTypedAhead(): string {
  const taken = typed
  typed = ''
  return taken
}
