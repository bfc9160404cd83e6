/** Once the ticket of the row stands there: in its first field, where it has one. */
export const focusTicket = (): void =>
  queueMicrotask(() => {
    const [first] = ['input', 'button'].flatMap((part) => document.querySelector<HTMLElement>(`[data-ticket] ${part}`) ?? [])
    first?.focus()
  })
